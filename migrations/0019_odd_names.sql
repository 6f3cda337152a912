-- Players whose userid can be taken for the server, a command or an address on the web, from before
-- nobody got such a one, so that the admins hear of each once.

create table odd_names (
  player_id integer primary key references players (id),
  reported_at integer
) strict;
