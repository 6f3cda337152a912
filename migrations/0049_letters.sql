-- A letter that goes out is one row, with whom it is charged to, and another that holds its bytes and
-- what its words are known by.

-- The player who is charged; null where that is nobody, or nothing shows who it was.
alter table outbox add column causer_id integer references players;
alter table outbox add column proof text check (
  proof in ('none', 'sender', 'token', 'password', 'confirmed', 'admin', 'clock')
);
alter table outbox add column account text check (
  account in ('answer', 'question', 'board', 'notice')
);
-- When the letter came in that has caused it.
alter table outbox add column caused_at integer;
-- Null until it is frozen.
alter table outbox add column bytes integer;

update outbox
set causer_id = ledger.causer_id, proof = ledger.proof, account = ledger.account,
  caused_at = ledger.at, bytes = ledger.bytes
from ledger
where ledger.outbox_id = outbox.id;

drop table ledger;

create index outbox_charged on outbox (address_key, account, caused_at);
create index outbox_of_causer on outbox (causer_id) where causer_id is not null;

insert into counters (kind, key, at)
select 'uncertain-send', '', at
from uncertain_sends;

drop table uncertain_sends;

create table letter_bytes (
  outbox_id integer primary key references outbox,
  -- The hashes of the lines of its parts, in their order, by which its words are known again where an
  -- answer quotes them. Null: its token has ended, or it has none, or no such part.
  reply_token text,
  trace_text blob,
  trace_html blob,
  packed integer not null default 0 check (packed in (0, 1)),
  -- As they are sent, the same on every try; null: they are not needed any more.
  raw blob
) strict;

insert into letter_bytes (outbox_id, reply_token, trace_text, trace_html, packed, raw)
select coalesce(frozen.outbox_id, traces.outbox_id), reply_token, text, html, coalesce(packed, 0), raw
from frozen
full join traces on traces.outbox_id = frozen.outbox_id;

drop trigger outbox_is_emptied;
drop trigger traces_end_with_tokens;
drop table frozen;
drop table traces;

create index letter_bytes_of_token on letter_bytes (reply_token, outbox_id)
where reply_token is not null;
create index letter_bytes_kept on letter_bytes (outbox_id) where raw is not null;

create trigger outbox_is_emptied after update of facts on outbox when new.facts = 'null'
begin
  update letter_bytes set raw = null where outbox_id = new.id;
end;

-- A token that has ended answers nothing.
create trigger traces_end_with_tokens after update of epoch, left_at on players
begin
  update letter_bytes
  set reply_token = null, trace_text = null, trace_html = null
  where outbox_id in (select id from outbox where player_id = new.id);
end;

create trigger letter_bytes_end after update on letter_bytes
when new.raw is null and new.reply_token is null
begin
  delete from letter_bytes where outbox_id = new.outbox_id;
end;
