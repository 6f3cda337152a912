-- Answers beyond those of an hour, until there is room for one letter with all of them.
create table kept_answers (
  id integer primary key,
  -- The newest letter that has had this answer.
  inbox_id integer not null references inbox,
  message_id text,
  player_id integer references players,
  -- Where it goes.
  address text not null,
  address_key text not null,
  proof text not null,
  came_at integer not null,
  -- JSON; an empty list stands for all those that are too many for one letter.
  sections text not null,
  weight integer not null,
  letters integer not null default 1
) strict;
create index kept_answers_to on kept_answers (address_key);

-- Addresses that are not registered, from which the right password of a player has come.
create table password_places (
  player_id integer not null references players,
  address_key text not null,
  at integer not null,
  primary key (player_id, address_key)
) strict, without rowid;

-- The names that nobody gets, as a hash, with which userids were last compared, and up to which player.
create table compared_names (
  id integer primary key check (id = 1),
  reserved blob not null,
  player_id integer not null
) strict;
