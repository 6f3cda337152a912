-- Positions that players have asked the solver about.
create table analyses (
  id integer primary key,
  player_id integer not null references players,
  -- The command in the server's own spelling, and the position it is about.
  understood text not null,
  position text not null,
  inbox_id integer not null references inbox,
  -- The letter that asked: its answer goes into the same thread.
  message_id text,
  address text not null,
  state text not null check (state in ('waiting', 'done', 'failed')),
  attempts integer not null default 0,
  created_at integer not null,
  finished_at integer
) strict;

create index analyses_waiting on analyses (id) where state = 'waiting';
create index analyses_of_player on analyses (player_id, created_at);

-- The position that stands on a running board, in the form that its mirror images share.
alter table matches add column position_key blob;

create index matches_running_position on matches (position_key) where ending is null;
