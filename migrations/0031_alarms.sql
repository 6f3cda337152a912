-- What somebody was called for, and how many letters there are in each state.

create table alarms (
  id integer primary key,
  trouble text not null check (
    trouble in ('mailbox', 'submission', 'door', 'outbox', 'work', 'backup', 'disk')
  ),
  began_at integer not null,
  -- Codes and numbers; no address, and no word that anybody has written.
  why text not null,
  called_at integer not null,
  over_at integer,
  -- When a letter to the admins has told of it, and of its end.
  told_at integer,
  over_told_at integer
) strict;

create unique index alarms_now on alarms (trouble) where over_at is null;

create index alarms_untold on alarms (id) where told_at is null or over_told_at is null;

-- Kept by the triggers below: to count a year's letters takes longer than anybody may hold up the
-- worker for it.
create table letter_counts (
  way text not null check (way in ('in', 'out')),
  state text not null,
  letters integer not null,
  primary key (way, state)
) strict, without rowid;

insert into letter_counts (way, state, letters) values
  ('in', 'stored', 0), ('in', 'done', 0), ('in', 'refused', 0), ('in', 'ignored', 0),
  ('in', 'held', 0), ('in', 'put-aside', 0),
  ('out', 'intended', 0), ('out', 'composed', 0), ('out', 'sending', 0), ('out', 'waiting', 0),
  ('out', 'sent', 0), ('out', 'failed', 0);

update letter_counts
set letters = (select count(*) from inbox where inbox.state = letter_counts.state)
where way = 'in';

update letter_counts
set letters = (select count(*) from outbox where outbox.state = letter_counts.state)
where way = 'out';

create trigger inbox_comes after insert on inbox
begin
  update letter_counts set letters = letters + 1 where way = 'in' and state = new.state;
end;

create trigger inbox_changes after update of state on inbox
when new.state <> old.state
begin
  update letter_counts set letters = letters - 1 where way = 'in' and state = old.state;
  update letter_counts set letters = letters + 1 where way = 'in' and state = new.state;
end;

create trigger outbox_comes after insert on outbox
begin
  update letter_counts set letters = letters + 1 where way = 'out' and state = new.state;
end;

create trigger outbox_changes after update of state on outbox
when new.state <> old.state
begin
  update letter_counts set letters = letters - 1 where way = 'out' and state = old.state;
  update letter_counts set letters = letters + 1 where way = 'out' and state = new.state;
end;
