-- The last day, counted from 1970-01-01 in UTC, on which a letter came that a player has proven to
-- have written.

create table activity (
  player_id integer primary key references players,
  day integer not null
) strict;
