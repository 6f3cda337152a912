-- The bytes of a letter that goes out lie beside its row: the row is written anew at every step of
-- its way, and they are not.

create table frozen (
  outbox_id integer primary key references outbox,
  raw blob not null
) strict;

insert into frozen (outbox_id, raw)
select id, raw from outbox where raw is not null;

drop index outbox_to_prune;

-- An emptied letter has no facts at all; a few never had any.
update outbox set facts = 'null' where facts = '{}' and raw is null;
alter table outbox drop column raw;

create index outbox_to_prune on outbox (created_at)
where facts <> 'null' and state in ('sent', 'failed');

create trigger outbox_is_emptied after update of facts on outbox when new.facts = 'null'
begin
  delete from frozen where outbox_id = new.id;
end;
