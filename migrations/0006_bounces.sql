-- The way out: leases, destinations that refuse for now, bounces, suspended addresses, probes,
-- and what the admins have been told.

-- When the letter was given to a connection, and when a server first had an answer for it.
alter table outbox add column leased_at integer;
alter table outbox add column first_tried_at integer;
-- When the admins were told that it failed; null as long as they were not.
alter table outbox add column reported_at integer;
alter table inbox add column reported_at integer;

update outbox set reported_at = created_at where state = 'failed';
update inbox set reported_at = received_at where state = 'put-aside';

create index outbox_unsent_to on outbox (address_key, id) where state in ('composed', 'waiting');
create index outbox_sent_to on outbox (address_key, sent_at) where state = 'sent';
create index outbox_unreported on outbox (id) where state = 'failed' and reported_at is null;
create index outbox_reports on outbox (created_at) where kind = 'report';
create index inbox_unreported on inbox (id) where state = 'put-aside' and reported_at is null;

-- Domains that took no letter the last time. A row goes when a letter is taken.
create table destinations (
  domain text primary key,
  failures integer not null,
  next_at integer not null
) strict, without rowid;

-- What delivery reports have said of our letters, each letter once.
create table bounces (
  outbox_id integer primary key references outbox,
  address_key text not null,
  weight text not null check (weight in ('hard', 'soft')),
  -- RFC 3463, such as 5.1.1.
  status text not null,
  at integer not null
) strict;

create index bounces_of_address on bounces (address_key, at);

-- Times in which an address was sent nothing. Kept for good: clocks stand still in them.
create table suspensions (
  id integer primary key,
  address_key text not null,
  began_at integer not null,
  ends_at integer not null,
  -- When and why it was lifted; null while it lasts.
  lifted_at integer,
  lifted_by text check (lifted_by in ('letter', 'time')),
  reported_at integer,
  check ((lifted_at is null) = (lifted_by is null))
) strict;

create unique index suspensions_now on suspensions (address_key) where lifted_at is null;
create index suspensions_of_address on suspensions (address_key, began_at);

-- Letters to our own tagged address: does the mail host deliver such addresses?
create table probes (
  id integer primary key,
  -- Our address and the host of its mailbox; each is asked once.
  configuration text not null unique,
  message_id text not null,
  state text not null check (state in ('asked', 'works', 'stripped', 'bounced', 'silent')),
  asked_at integer not null,
  ended_at integer,
  reported_at integer
) strict;
