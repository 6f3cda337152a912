-- Matches against the server's own player, and its turns that wait.

-- The level at which the robot plays a match; null where two people do.
alter table matches add column robot integer check (robot between 1 and 5);

create index matches_robot on matches (rules, changed_at)
where robot is not null and ending is not null;

create table robot_turns (
  -- Never used again: the journal names it.
  id integer primary key autoincrement,
  -- A board waits once at most.
  board integer not null unique references matches,
  revision integer not null,
  -- JSON: what the other player has not been told of the board; null where that was told.
  untold text,
  -- The letter that has led to it, and who is charged for the answer; null where there was none.
  inbox_id integer references inbox,
  message_id text,
  address text,
  causer_id integer references players,
  proof text not null default 'clock',
  caused_at integer not null,
  attempts integer not null default 0,
  -- How many positions may be looked at; null until that is decided.
  nodes_max integer,
  created_at integer not null
) strict;

create index robot_turns_of_letter on robot_turns (inbox_id);
