-- What the submission server refuses for good may be about the letter or about all of ours.

-- Times in which that was not clear, or in which it took none. The row without an end is now.
create table doors (
  id integer primary key,
  state text not null check (state in ('doubted', 'shut')),
  began_at integer not null,
  -- When any letter may ask next whether it is open.
  ask_at integer not null,
  -- What the server said last, as codes.
  error text not null,
  opened_at integer,
  reported_at integer
) strict;

create unique index doors_now on doors (opened_at is null) where opened_at is null;

-- Letters that were refused for good while no other was taken.
create table refusals (
  outbox_id integer primary key references outbox,
  domain text not null,
  error text not null,
  at integer not null,
  -- When it was to be tried once more, because another letter was taken; null before.
  again_at integer
) strict;

-- Domains to which a letter went under the plain envelope sender after it was refused under the
-- tagged one.
create table plain_senders (
  domain text primary key,
  at integer not null
) strict, without rowid;
