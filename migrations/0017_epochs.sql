-- Reply tokens of an earlier epoch of their player do not count any more.
alter table players add column epoch integer not null default 0;

-- From one start of the server to the next. When the database is put back from a backup, the eras
-- after it are forgotten; each has a number by chance, so that none comes again.
create table eras (
  id integer primary key,
  era integer not null unique check (era > 0),
  -- The highest number of a question, and of a challenge or board, when it began.
  held integer not null,
  number integer not null,
  began_at integer not null
) strict;

-- In which era a board got its revisions: this one and those above, up to the next row. Revisions
-- below all rows are of no era.
create table revision_eras (
  board integer not null references matches,
  revision integer not null,
  era integer not null,
  primary key (board, revision)
) strict, without rowid;
