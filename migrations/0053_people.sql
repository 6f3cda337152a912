-- What is known of a player stands in one row, as does what is known of a challenge; an address that
-- letters do not reach is something that is so for a time.

-- The last day on which the player was heard of.
alter table players add column active_day integer;
-- Since when an admin has stopped the player's commands.
alter table players add column suspended_at integer;
-- In the letters of which match the player learns how to play here.
alter table players add column first_board integer references matches;
-- How many of its lessons were told; null when no more are.
alter table players add column lessons integer;
-- The server has named its player, and has not told it yet.
alter table players add column unnamed integer not null default 0 check (unnamed in (0, 1));

update players
set active_day = activity.day
from activity
where activity.player_id = players.id;

update players
set suspended_at = since
from suspended_players
where suspended_players.player_id = players.id;

update players
set first_board = first_boards.board, lessons = first_boards.lessons, unnamed = first_boards.unnamed
from first_boards
where first_boards.player_id = players.id;

drop table activity;
drop table suspended_players;
drop table first_boards;

-- The position that the match begins from, where that is one of its own.
alter table challenges add column start text;

update challenges
set start = challenge_starts.start
from challenge_starts
where challenge_starts.number = challenges.number;

drop table challenge_starts;

-- Of addresses that nobody has any more, nothing was to be known.
insert into conditions (kind, key, state, why, began_at, due_at, ended_at, told_at)
select 'suspension', address_key, '', coalesce(
    (
      select status from bounces
      where bounces.address_key = suspensions.address_key and at <= suspensions.began_at
      order by at desc
      limit 1
    ),
    ''
  ), began_at, ends_at, lifted_at, reported_at
from suspensions
where lifted_at is null or address_key in (select address_key from addresses)
order by id;

drop table suspensions;
