-- What has become of the backups that the worker makes: one row, as soon as it has tried.

create table backups (
  id integer primary key check (id = 1),
  -- The newest, and when it was begun.
  file text,
  made_at integer,
  -- While none can be made: since when and why, and when the admins were told.
  failing_since integer,
  error text,
  reported_at integer
) strict;
