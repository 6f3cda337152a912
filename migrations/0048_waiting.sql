-- What waits on a board for a player, in one table.
create table waiting (
  board integer not null references matches,
  player_id integer not null references players,
  -- Moves in advance, a move to be confirmed, news for the letter of the day, a spectator.
  kind text not null check (kind in ('queue', 'submitted', 'untold', 'watch')),
  -- Of the match that it was made on; 0 for a spectator.
  revision integer not null,
  -- Of moves in advance as the command is written, of news JSON as in the outbox, of a spectator what
  -- of the match is to be told.
  facts text not null,
  primary key (board, player_id, kind)
) strict, without rowid;

create index waiting_of_player on waiting (player_id, kind);

insert into waiting (board, player_id, kind, revision, facts)
select board, player_id, 'queue', revision, replies from queued_moves
union all
select board, player_id, 'submitted', revision, move from submitted_moves
union all
select board, player_id, 'untold', json_extract(facts, '$.revision'), facts from untold
union all
select board, player_id, 'watch', 0, what from watches;

drop table queued_moves;
drop table submitted_moves;
drop table untold;
drop table watches;
