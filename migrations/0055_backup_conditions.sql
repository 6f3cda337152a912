-- That no backup can be made, and what is wrong with their place, are conditions like others.

insert into conditions (kind, key, state, why, began_at, told_at)
select 'backup', '', '', coalesce(error, ''), failing_since, reported_at
from backups
where failing_since is not null;

insert into conditions (kind, key, state, why, began_at, told_at)
select 'backup-place', '', '', amiss, coalesce(amiss_told_at, made_at, 0), amiss_told_at
from backups
where amiss is not null;

create table backups_now (
  id integer primary key check (id = 1),
  -- By it the folder of the copies is named.
  database_id text,
  -- Of which server the database is.
  address text,
  -- The newest copy, and when it was begun.
  file text,
  made_at integer
) strict;

insert into backups_now (id, database_id, address, file, made_at)
select id, database_id, address, file, made_at
from backups;

drop table backups;
alter table backups_now rename to backups;
