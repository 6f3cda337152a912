-- Letters of people without an account whose answers wait for a rate limit, whatever they ask for.
create table newcomers (
  id integer primary key,
  inbox_id integer not null references inbox,
  message_id text,
  address text not null,
  address_key text not null,
  language text not null,
  proof text not null check (proof in ('none', 'sender')),
  -- JSON: what answers it.
  answer text not null,
  line text not null,
  domain text not null,
  -- The lowest of a line is answered first.
  lot real not null,
  came_at integer not null
) strict;

create index newcomers_by_lot on newcomers (line, lot);
create index newcomers_of_domain on newcomers (line, domain);
create index newcomers_of_address on newcomers (address_key);
create index newcomers_by_time on newcomers (came_at);

insert into newcomers
  (inbox_id, message_id, address, address_key, language, proof, answer, line, domain, lot, came_at)
select inbox_id, message_id, address, address_key, language,
  iif(verified = 1, 'sender', 'none'), json_object('ask', json(lines)),
  iif(verified = 1, 'verified command', 'unproven command'), domain,
  abs(random() / 9223372036854775807.0), came_at
from sign_ups
where asked_at is null;

drop table sign_ups;
delete from rooms;

-- What the mail host has done with the Authentication-Results of a probe: its own name, if it wrote one
-- above ours, and how many Received stood above that.
alter table probes add column authserv text;
alter table probes add column hops integer;
