-- Whether both players have agreed that either may ask for hints.
alter table challenges add column hints integer not null default 0 check (hints in (0, 1));
alter table matches add column hints integer not null default 0 check (hints in (0, 1));

-- Where a hint was asked for, the board and its revision then; null where a position is to be solved.
alter table analyses add column board integer references matches;
alter table analyses add column revision integer;
