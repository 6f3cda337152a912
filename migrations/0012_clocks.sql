-- Time: what a match gives its players, what they have used, and when it stands still. Days are
-- counted as each player's calendar has them; a day is a number, counted from 1970-01-01.

-- `7/21/90+1`: a reminder after 7 days, forfeit after 21, 90 for all moves together and 1 more for
-- each; without the last parts where they are not limited. Null: no clock.
alter table challenges add column pace text;
alter table challenges add column rated integer not null default 0 check (rated in (0, 1));
alter table matches add column pace text;
alter table matches add column rated integer not null default 0 check (rated in (0, 1));

create table clocks (
  board integer primary key references matches,
  -- Whole days that each ply has taken, in base 10, with blanks between.
  days text not null default '',
  -- When something is next to be done about the turn, or earlier; null when the match is over.
  due_at integer,
  -- The player's day of the last reminder in this turn.
  reminded_day integer,
  -- When the forfeit of this turn was announced.
  announced_at integer
) strict;

create index clocks_due on clocks (due_at) where due_at is not null;

-- Days on which a player's clocks stand still, first and last.
create table vacations (
  id integer primary key,
  player_id integer not null references players,
  from_day integer not null,
  to_day integer not null,
  -- Whether the player asked for it, or letters did not get through.
  cause text not null check (cause in ('player', 'bounce')),
  created_at integer not null,
  check (from_day <= to_day)
) strict;

create index vacations_of_player on vacations (player_id, to_day);

-- When the mailbox was last known to be read to its end; one row.
create table heartbeat (
  id integer primary key check (id = 1),
  at integer not null
) strict;

-- Times in which no letter could be read: every clock stood still.
create table downtimes (
  id integer primary key,
  began_at integer not null,
  ended_at integer not null,
  check (began_at < ended_at)
) strict;

create index downtimes_by_end on downtimes (ended_at);

-- Letters of the morning: at most one a day goes to a player.
create table mornings (
  player_id integer primary key references players,
  -- The player's day of the last one.
  day integer,
  -- Set for players who want one letter a day: when the next is due.
  due_at integer
) strict;

create index mornings_due on mornings (due_at) where due_at is not null;

-- What a player who wants one letter a day has not been told yet: the newest board of each match.
create table untold (
  player_id integer not null references players,
  board integer not null references matches,
  -- JSON, as in the outbox.
  facts text not null,
  primary key (player_id, board)
) strict, without rowid;
