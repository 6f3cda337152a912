-- What is to be done later, or was, in one table.
create table jobs (
  id integer primary key,
  kind text not null check (kind in ('morning', 'puzzle', 'analysis', 'robot', 'search')),
  -- The player or the board of which a kind has one at most; null for a question to the solver.
  key integer,
  -- When it is to be done; 0: at once; null: never, or it is done.
  due_at integer,
  -- Tries that were begun; of the robot those that have failed.
  attempts integer not null default 0,
  -- JSON: what it is about, and what it has come to.
  facts text not null default '{}',
  -- Whose it is, and the letter that has asked for it.
  player_id integer references players,
  inbox_id integer references inbox,
  message_id text,
  address text,
  proof text,
  -- When that letter came in, or a search was begun.
  at integer,
  unique (kind, key)
) strict;

create index jobs_due on jobs (kind, due_at) where due_at is not null;
create index jobs_of_player on jobs (player_id, kind);
create index jobs_searched on jobs (at) where kind = 'search';

-- Their numbers stay: the letter with the answer follows from it.
insert into jobs
  (id, kind, due_at, attempts, facts, player_id, inbox_id, message_id, address, proof, at)
select id, 'analysis', iif(state = 'waiting', 0, null), attempts,
  json_patch('{}', json_object('understood', understood, 'position', position, 'hintOn',
    json(iif(board is null, null, json_object('board', board, 'revision', revision))))),
  player_id, inbox_id, message_id, address, proof, created_at
from analyses;

insert into jobs
  (kind, key, due_at, attempts, facts, player_id, inbox_id, message_id, address, proof, at)
select 'robot', board, 0, failures,
  json_patch('{}',
    json_object('revision', revision, 'untold', json(untold), 'nodesMax', nodes_max)),
  causer_id, inbox_id, message_id, address, proof, caused_at
from robot_turns
order by id;

insert into jobs (kind, key, due_at, facts, player_id)
select 'morning', player_id, due_at, json_patch('{}', json_object('day', day)), player_id
from mornings
order by player_id;

insert into jobs (kind, key, due_at, facts, player_id)
select 'puzzle', player_id, due_at,
  json_patch('{}', json_object('day', day, 'unanswered', unanswered)), player_id
from puzzle_days
order by player_id;

insert into jobs (kind, key, due_at, attempts, at)
select 'search', board, iif(state = 'begun', 0, null), attempts, at
from puzzle_searches
order by board;

drop table analyses;
drop table robot_turns;
drop table mornings;
drop table puzzle_days;
drop table puzzle_searches;
