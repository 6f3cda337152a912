-- By what the tokens of letters name what these showed. Nothing is known of what is there already: its
-- tokens are those of older versions.
alter table matches add column shown text not null default '';
alter table challenges add column shown integer;
alter table puzzle_attempts drop column era;
alter table puzzle_attempts add column shown integer;
drop table revision_eras;
drop table eras;

-- Nothing is written into a journal any more.
alter table journal drop column entries;
alter table journal rename to decisions;
-- From what chance follows since the secret was a new one for the first time; before, from the secret.
alter table decisions add column seed blob;

-- The file of the secret as it is to be, sealed with the secret before, until it is there.
create table rotation (
  id integer primary key check (id = 1),
  sealed text not null
) strict;
