-- Single values that the server keeps for itself, in one table.
create table server (
  key text primary key,
  value any not null
) strict, without rowid;

insert into server (key, value)
select 'heartbeat', at from heartbeat
union all
select 'decided-at', decided_at from decisions
union all
select 'seed', seed from decisions where seed is not null
union all
select 'rotation', sealed from rotation
union all
select 'compared-words', lower(hex(reserved)) from compared_names
union all
select 'compared-up-to', player_id from compared_names;

drop table heartbeat;
drop table decisions;
drop table rotation;
drop table compared_names;
