-- Ratings of players, one for each game that they have played a rated match of. All of it can be
-- computed anew from the matches, in the order of their ends.

create table ratings (
  player_id integer not null references players,
  rules text not null,
  rating real not null,
  deviation real not null,
  volatility real not null,
  -- How many matches have made it.
  matches integer not null,
  -- When the last of them ended.
  at integer not null,
  primary key (player_id, rules)
) strict, without rowid;

create index ratings_of_rules on ratings (rules);

-- What each match has changed, for both of its players.
create table rating_changes (
  board integer not null references matches,
  player_id integer not null references players,
  rules text not null,
  rating_before real not null,
  deviation_before real not null,
  volatility_before real not null,
  rating real not null,
  deviation real not null,
  volatility real not null,
  -- How many matches of the player this one makes.
  matches integer not null,
  at integer not null,
  primary key (board, player_id)
) strict, without rowid;

create index rating_changes_in_order on rating_changes (rules, at, board);
create index rating_changes_of_player on rating_changes (player_id, rules, at);

-- `1500-1800`: who may take up a challenge to everybody, by the rating in its game. Null: anybody.
alter table challenges add column band text;
