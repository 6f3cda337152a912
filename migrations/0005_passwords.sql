-- Passwords for letters in the classic spelling. No table holds one in clear.

create table passwords (
  player_id integer primary key references players,
  -- scrypt with its parameters and salt, as `service/scrypt.ts` writes it.
  hash text not null,
  changed_at integer not null
) strict;

-- The new password of a held command: its text says only `password ...`.
create table pending_passwords (
  held_id integer primary key references held,
  hash text not null
) strict;

-- Wrong passwords of the last hour.
create table wrong_passwords (
  id integer primary key,
  -- The userid as it was written, without case; there may be no such player.
  userid_key text not null,
  address_key text not null,
  at integer not null
) strict;

create index wrong_passwords_for on wrong_passwords (userid_key, at);
create index wrong_passwords_from on wrong_passwords (address_key, at);
create index wrong_passwords_at on wrong_passwords (at);

-- `insert or replace` deletes without asking the trigger of deletions.
create trigger admin_log_is_not_replaced before insert on admin_log
when exists (select 1 from admin_log where id = new.id)
begin
  select raise(abort, 'the admin log is append-only');
end;
