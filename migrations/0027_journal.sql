-- What is written in the journal beside the backups: how many entries, and the moment of the last
-- decision, before which none is dated.
create table journal (
  id integer primary key check (id = 1),
  entries integer not null,
  decided_at integer not null
) strict;
insert into journal (id, entries, decided_at) values (1, 0, 0);

-- What the tokens of a question name it by: a number that follows from the letter which has caused it,
-- and not from how many there were before. Older questions go on under that of their row.
alter table held add column question integer;
update held set question = id;
create unique index held_by_question on held (question);
