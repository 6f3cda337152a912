-- Matches against the server's own player, and its turns that wait.

-- The level at which the robot plays a match; null where two people do.
alter table matches add column robot integer check (robot between 1 and 5);

create index matches_robot on matches (rules, changed_at)
where robot is not null and ending is not null;

create table robot_turns (
  id integer primary key,
  -- A board waits once at most.
  board integer not null unique references matches,
  -- Of the match in which the robot is to move.
  revision integer not null,
  -- JSON: what the other player has not been told of the board; null where that was told.
  untold text,
  -- The letter that has led to it, and who is charged for the answer.
  inbox_id integer not null references inbox,
  message_id text,
  address text not null,
  causer_id integer references players,
  proof text not null,
  caused_at integer not null,
  -- Tries that have failed.
  failures integer not null default 0,
  -- How many positions may be looked at; null where that is not decided, or as many as the level has.
  nodes_max integer,
  created_at integer not null
) strict;
