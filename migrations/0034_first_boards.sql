-- The first match of a newcomer, and names that may still be chosen.

-- What its reader was called when a letter was decided: what it tells of its reader goes by that name.
alter table outbox add column userid text;

-- The match in whose letters a player learns how to play here: one for each player at most.
create table first_boards (
  player_id integer primary key references players,
  board integer not null unique references matches,
  -- How many of the lessons were told; null when no more are.
  lessons integer,
  -- The server has named its player, and has not told it yet.
  unnamed integer not null check (unnamed in (0, 1))
) strict;
