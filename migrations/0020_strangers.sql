-- What an address was told of that it is not to be told again too soon: what this server is, and that
-- a letter with one of its tokens could not be used.
create table told (
  address_key text not null,
  what text not null,
  told_at integer not null,
  primary key (address_key, what)
) strict, without rowid;

create index told_what on told (what, told_at);

-- An invitation has a number, which the token of its letter names, and can be turned down.
create table numbered_invitations (
  number integer primary key,
  address_hash blob not null unique,
  -- Of the very address that the letter went to, as it is the one that the token proves; null where
  -- none went out, or one without a token.
  letter_hash blob,
  -- In which language it was written.
  language text not null,
  inviter_id integer not null references players,
  rules text not null,
  cols integer not null,
  rows integer not null,
  first text not null,
  state text not null check (state in ('open', 'taken', 'declined')),
  created_at integer not null
) strict;

insert into numbered_invitations
  (address_hash, language, inviter_id, rules, cols, rows, first, state, created_at)
select address_hash, 'en', inviter_id, rules, cols, rows, first, state, created_at
from invitations
order by created_at;

drop table invitations;
alter table numbered_invitations rename to invitations;
create index invitations_by on invitations (inviter_id);
