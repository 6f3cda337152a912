-- What players offer one another on a board: at most one offer is open on each.
create table board_offers (
  id integer primary key,
  board integer not null references matches,
  kind text not null check (kind in ('draw', 'undo')),
  player_id integer not null references players,
  -- Of the match when the offer was made.
  revision integer not null,
  state text not null check (state in ('open', 'accepted', 'declined', 'withdrawn', 'lapsed')),
  -- The letter that made it.
  inbox_id integer references inbox,
  created_at integer not null,
  ended_at integer
) strict;

create unique index board_offers_open on board_offers (board) where state = 'open';
create index board_offers_made on board_offers (board, player_id, created_at);

-- Words for the other player that came without a move; the words themselves are not kept.
create table says (
  id integer primary key,
  board integer not null references matches,
  player_id integer not null references players,
  inbox_id integer references inbox,
  at integer not null
) strict;

create index says_made on says (board, player_id, at);

-- Moves that wait: for a `confirm` of their own, or for the other player's move. Either kind is
-- good for one revision of its board and void at any other.
create table submitted_moves (
  board integer not null references matches,
  player_id integer not null references players,
  revision integer not null,
  move text not null,
  primary key (board, player_id)
) strict, without rowid;

create table queued_moves (
  board integer not null references matches,
  player_id integer not null references players,
  revision integer not null,
  -- As the command is written: `if e4xe5 then c4xc5; a1xa2`.
  replies text not null,
  primary key (board, player_id)
) strict, without rowid;

-- The position that a challenge begins from, where it is not the ordinary first one.
create table challenge_starts (
  number integer primary key,
  start text not null
) strict;
