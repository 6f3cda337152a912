-- How often something has happened lately, in one table.
create table counters (
  -- What is counted.
  kind text not null,
  -- Of whom: a player, the key of an address, a domain.
  key text not null,
  -- About what: another player, a board, held commands, a cause.
  other text,
  at integer not null,
  -- More than one where all of a span are counted in one row, from its first on.
  total integer not null default 1
) strict;

create index counters_of_key on counters (key, kind, at);
create index counters_of_kind on counters (kind, at);

insert into counters (kind, key, other, at)
select act, player_id, other_id, at from acts
union all
select 'say', player_id, board, at from says
union all
select iif(proven, 'proven-question', 'question'), address_key, held_id, asked_at
from questions
join held on held.id = held_id
where address_key <> ''
union all
select iif(what = 'introduction', what, 'unused'), address_key,
  iif(what = 'introduction', null, what), told_at
from told
union all
select 'plain-sender', domain, null, at from plain_senders;

insert into counters (kind, key, at, total)
select 'unproven', address_key, since, letters from unproven_letters;

drop table acts;
drop table says;
drop table questions;
drop table told;
drop table plain_senders;
drop table unproven_letters;

alter table rooms rename to rate_limits;
