-- Puzzles that were given to somebody or made of a match, and what players have come to with them.

create table puzzles (
  number integer primary key,
  rules text not null,
  -- With all that is needed to judge an answer, as JSON.
  puzzle text not null,
  -- One text for all forms of its position that are the same game.
  position text not null,
  source text not null,
  -- Of the puzzle: it wins against whoever does not solve it.
  rating real not null,
  deviation real not null,
  volatility real not null,
  tried integer not null default 0,
  made_at integer not null
) strict;

create index puzzles_by_position on puzzles (position);

create table puzzle_attempts (
  player_id integer not null references players,
  number integer not null references puzzles,
  state text not null check (state in ('open', 'solved', 'failed', 'given-up')),
  -- Right moves and the replies to them, with blanks between.
  moves text not null default '',
  wrong integer not null default 0,
  hinted integer not null default 0 check (hinted in (0, 1)),
  -- Grows with each answer that was judged; a letter names the one that it showed.
  revision integer not null,
  era integer not null,
  given_at integer not null,
  primary key (player_id, number)
) strict, without rowid;

create index puzzle_attempts_by_time on puzzle_attempts (player_id, given_at);

create table puzzle_standings (
  player_id integer primary key references players,
  rating real not null,
  deviation real not null,
  volatility real not null,
  tried integer not null,
  solved integer not null,
  streak integer not null,
  longest integer not null,
  at integer not null
) strict;

-- When the next puzzle of the day is due, and how many have come since the last answer.
create table puzzle_days (
  player_id integer primary key references players,
  due_at integer,
  day integer,
  unanswered integer not null default 0
) strict;

create index puzzle_days_due on puzzle_days (due_at) where due_at is not null;

-- Matches that were searched for a puzzle.
create table puzzle_searches (
  board integer primary key references matches,
  attempts integer not null default 0,
  state text not null check (state in ('begun', 'found', 'none')),
  at integer not null
) strict;

create index puzzle_searches_by_time on puzzle_searches (at);

create index matches_by_end on matches (changed_at) where ending is not null;
