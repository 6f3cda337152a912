-- Whoever leaves is nowhere but as a name in the matches of others.

-- Of the address that a letter came from, or that a report is about, as long as the bytes are kept.
alter table inbox add column sender_key text;
create index inbox_of_sender on inbox (sender_key) where sender_key is not null;

-- What goes to nobody's account names nobody once it is old, and the last letter to somebody who has
-- left once it is on its way.
create trigger outbox_says_goodbye after update of state on outbox
when new.player_id is null and new.kind = 'notice' and new.state in ('sent', 'failed')
  and new.facts ->> '$.says[0].code' = 'signed-off'
begin
  update outbox set address = '', address_key = '', facts = 'null' where id = new.id;
  update inbox set raw = null, sender_key = null where id = new.inbox_id;
end;

update outbox
set address = '', address_key = '', facts = 'null'
where player_id is null and state in ('sent', 'failed')
  and (facts = 'null' or kind = 'notice' and facts ->> '$.says[0].code' = 'signed-off');

update bounces
set address_key = ''
where address_key not in (select address_key from addresses);

-- An entry stays for ever, but for an address in it.
drop trigger admin_log_is_kept;
create trigger admin_log_is_kept before update on admin_log
when new.id <> old.id or new.inbox_id <> old.inbox_id or new.at <> old.at
  or new.address not in (old.address, '(an address)')
  or new.act <> old.act and instr(new.act, '(an address)') = 0
begin
  select raise(abort, 'the admin log is append-only');
end;
