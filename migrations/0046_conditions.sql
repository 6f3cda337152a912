-- What is so, or was, and whether the admins were told, in one table.
create table conditions (
  id integer primary key,
  kind text not null,
  -- What it is about; empty where a kind has no more than one.
  key text not null,
  state text not null,
  -- What the admins are told of it.
  why text not null,
  began_at integer not null,
  -- When something is to be done about it.
  due_at integer,
  ended_at integer,
  -- When a letter to the admins has told of it, and of its end.
  told_at integer,
  end_told_at integer
) strict;

create unique index conditions_now on conditions (kind, key) where ended_at is null;
create index conditions_untold on conditions (id) where told_at is null;
create index conditions_untold_ends on conditions (id)
where kind = 'alarm' and ended_at is not null and end_told_at is null;

insert into conditions (kind, key, state, why, began_at, due_at, ended_at, told_at, end_told_at)
select 'alarm', trouble, '', why, began_at, null, over_at, told_at, over_told_at
from alarms
order by id;

insert into conditions (kind, key, state, why, began_at, due_at, ended_at, told_at)
select 'door', '', state, error, began_at, ask_at, opened_at, reported_at
from doors
order by id;

insert into conditions (kind, key, state, why, began_at, ended_at, told_at)
select 'shortage', span, '', most, began_at, ended_at, reported_at
from shortages
order by id;

insert into conditions (kind, key, state, why, began_at, told_at)
select 'template', place, '', error, seen_at, reported_at
from template_troubles
union all
select 'odd-name', player_id, '', '', 0, reported_at
from odd_names
union all
select 'fence', '', state, said, since, null
from fence;

-- Letters to strangers for which there was no room, since the admins were told of the last ones.
insert into counters (kind, key, at, total)
select 'cap', name, since, letters
from caps_met;

drop table alarms;
drop table doors;
drop table shortages;
drop table template_troubles;
drop table odd_names;
drop table fence;
drop table caps_met;
