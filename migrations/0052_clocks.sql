-- The clock of a match stands beside its moves.

-- Whole days that each ply has taken, in base 10, with blanks between; null without a clock.
alter table matches add column days text;
-- When something is next to be done about the turn, or earlier; null when the match is over.
alter table matches add column due_at integer;
-- The player's day of the last reminder in this turn.
alter table matches add column reminded_day integer;
-- When the forfeit of this turn was announced.
alter table matches add column announced_at integer;

update matches
set days = clocks.days, due_at = clocks.due_at, reminded_day = clocks.reminded_day,
  announced_at = clocks.announced_at
from clocks
where clocks.board = matches.board;

create index matches_due on matches (due_at) where due_at is not null;

drop table clocks;
