-- What the letter showed that asked for something: a kind of proof. Null: an older version did not
-- keep it.
alter table held add column proof text;

-- Every letter that asks for a yes. Those asked again have several.
create table questions (
  held_id integer not null references held,
  -- Whether somebody else can have caused it.
  proven integer not null check (proven in (0, 1)),
  asked_at integer not null
) strict;
create index questions_of_held on questions (held_id);
insert into questions (held_id, proven, asked_at)
select id, 0, created_at from held where state = 'waiting';

-- How many letters without a proof have come in somebody's name since a day began.
create table unproven_letters (
  address_key text primary key,
  letters integer not null,
  since integer not null
) strict, without rowid;

-- Sign-ups of the last days: what they ask for, and when their addresses were asked. Null: there was
-- no room yet for that letter.
create table sign_ups (
  id integer primary key,
  inbox_id integer not null references inbox,
  message_id text,
  address text not null,
  address_key text not null,
  domain text not null,
  -- JSON: the command lines.
  lines text not null,
  verified integer not null check (verified in (0, 1)),
  came_at integer not null,
  asked_at integer
) strict;
create index sign_ups_of_address on sign_ups (address_key, came_at);
create index sign_ups_by_time on sign_ups (came_at);
create index sign_ups_waiting on sign_ups (domain) where asked_at is null;

-- What is used up of the letters that strangers may cause: each takes an interval, and what was sent
-- ahead of its time reaches into the time to come. A full one has no row.
create table rooms (
  name text primary key,
  used_until integer not null
) strict, without rowid;

-- Caps on letters to strangers that were met, until a report has told of them.
create table caps_met (
  name text primary key check (name in ('sign-ups', 'answers')),
  letters integer not null,
  since integer not null
) strict, without rowid;

-- Whether a wrong password came from an address of the player whom it was for: those are counted apart.
alter table wrong_passwords add column own integer not null default 0 check (own in (0, 1));
