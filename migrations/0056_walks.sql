-- What people ask for is found without looking at all the rest.
create index held_waiting on held (expires_at) where state = 'waiting';
create index players_here on players (coalesce(active_day, created_at / 86400000) desc, userid)
where suspended_at is null and left_at is null;
