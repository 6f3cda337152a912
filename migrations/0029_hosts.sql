-- What is amiss about who reads the mailbox; no row while it is ours.
create table fence (
  id integer primary key check (id = 1),
  -- Another has it, or nobody can be kept from it.
  state text not null check (state in ('lost', 'none')),
  -- Who that is, or why.
  said text not null,
  since integer not null
) strict;

-- What was handed over lately is counted, as the mail host does.
create index outbox_sent on outbox (sent_at) where state = 'sent';

-- Hand-overs that the mail host may have counted although it has not said that it took the letter.
create table uncertain_sends (
  outbox_id integer not null references outbox,
  at integer not null
) strict;

create index uncertain_sends_at on uncertain_sends (at);

-- Times in which the letters that a mail host takes were nearly used up.
create table shortages (
  id integer primary key,
  span text not null check (span in ('day', 'hour')),
  most integer not null,
  began_at integer not null,
  ended_at integer,
  reported_at integer
) strict;

create unique index shortages_now on shortages (span) where ended_at is null;
