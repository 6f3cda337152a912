-- Nobody needs a password any more. Who had one is told so once, in the next letter.

insert into settings (player_id, name, value)
select player_id, 'passwords', 'gone' from passwords;

drop table passwords;
drop table pending_passwords;
drop table password_places;
drop table wrong_passwords;
