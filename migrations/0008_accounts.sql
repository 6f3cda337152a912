-- A player may have several addresses. Letters go to the main one.
alter table addresses add column main integer not null default 1 check (main in (0, 1));

create unique index addresses_main on addresses (player_id) where main = 1;

-- When a player closed the account: the userid stays, because boards show it.
alter table players add column left_at integer;

-- What players have chosen. What is not here is as usual.
create table settings (
  player_id integer not null references players,
  name text not null,
  value text not null,
  primary key (player_id, name)
) strict, without rowid;

-- Addresses that somebody wants to add, until they say yes themselves.
create table address_requests (
  -- Never used again: lines that wait for a yes name it.
  id integer primary key autoincrement,
  player_id integer not null references players,
  address text not null,
  created_at integer not null
) strict;

create index address_requests_of_player on address_requests (player_id);

-- Whose words and challenges a player does not want.
create table blocks (
  player_id integer not null references players,
  blocked_id integer not null references players,
  created_at integer not null,
  primary key (player_id, blocked_id)
) strict, without rowid;

-- What players may do so many times a day, each time they did it.
create table acts (
  player_id integer not null references players,
  act text not null,
  at integer not null
) strict;

create index acts_of_player on acts (player_id, act, at);
create index acts_of_all on acts (act, at);

-- Nobody is invited twice, so an address is remembered for ever, but only as a hash.
create table invitations (
  address_hash blob primary key,
  inviter_id integer not null references players,
  rules text not null,
  cols integer not null,
  rows integer not null,
  first text not null,
  state text not null check (state in ('open', 'taken')),
  created_at integer not null
) strict, without rowid;

create index invitations_by on invitations (inviter_id);
