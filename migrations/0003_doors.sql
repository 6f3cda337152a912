-- Letters that are read in groups, that are copies, or that were not fetched whole.

-- Set when the letter was begun together with others: if that failed, it is read alone.
alter table inbox add column grouped integer not null default 0;
-- The earlier letter that this one is a copy of.
alter table inbox add column same_as integer references inbox;
-- How large the letter is of which only the header was fetched.
alter table inbox add column cut_bytes integer;

update inbox
set same_as = cast(substr(reason, length('the same as ') + 1) as integer)
where state = 'ignored' and reason like 'the same as %';

-- What is still to be emptied when it has become old.
create index inbox_to_prune on inbox (finished_at) where raw is not null and state <> 'stored';
create index outbox_to_prune on outbox (created_at)
where (raw is not null or facts <> '{}') and state in ('sent', 'failed');
