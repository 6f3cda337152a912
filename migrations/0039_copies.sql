-- The number of a database, by which the folder of its copies is named, and the address of the server
-- that it belongs to: a copy is told by them from the copies of other servers.
alter table backups add column database_id text;
alter table backups add column address text;

-- What is amiss with the place of the copies, and when the admins were told.
alter table backups add column amiss text;
alter table backups add column amiss_told_at integer;

insert into backups (id, database_id)
values (1, lower(hex(randomblob(8))))
on conflict (id) do update
set database_id = excluded.database_id;
