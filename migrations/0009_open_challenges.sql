-- Challenges to everybody, and the other ways in which a challenge can end. Nothing refers to
-- challenges by a foreign key, so the table is made anew and its rows are moved.

create table challenges_anew (
  number integer primary key,
  challenger_id integer not null references players,
  -- Null as long as it is open to everybody; then whoever took it.
  challenged_id integer references players,
  rules text not null,
  cols integer not null,
  rows integer not null,
  first text not null check (first in ('me', 'them', 'random')),
  state text not null check (
    state in ('open', 'accepted', 'declined', 'withdrawn', 'countered', 'expired')
  ),
  created_at integer not null,
  ended_at integer
) strict;

insert into challenges_anew
  (number, challenger_id, challenged_id, rules, cols, rows, first, state, created_at, ended_at)
select number, challenger_id, challenged_id, rules, cols, rows, first, state, created_at, ended_at
from challenges;

drop table challenges;
alter table challenges_anew rename to challenges;

create index challenges_open_by on challenges (challenger_id) where state = 'open';
create index challenges_open_to on challenges (challenged_id) where state = 'open';
create index challenges_open_since on challenges (created_at) where state = 'open';

-- Spectators: who gets every board of a match, or only its end.
create table watches (
  board integer not null references matches,
  player_id integer not null references players,
  what text not null check (what in ('boards', 'result')),
  since integer not null,
  primary key (board, player_id)
) strict, without rowid;

create index watches_of_player on watches (player_id);

-- Finished matches, newest first: of a game, and of a player.
create index matches_finished on matches (rules, changed_at) where ending is not null;
create index matches_finished_black on matches (black_id, changed_at) where ending is not null;
create index matches_finished_white on matches (white_id, changed_at) where ending is not null;

-- Players whose commands an admin has stopped. Their address still gets letters.
create table suspended_players (
  player_id integer primary key references players,
  since integer not null
) strict;

-- Letters that did not get through, for the lists of admins.
create index outbox_failed on outbox (id) where state = 'failed';
create index inbox_put_aside on inbox (id) where state = 'put-aside';
