-- The board as one picture is a way to see a board, and no longer one to get mail.

insert into settings (player_id, name, value)
select player_id, 'board', 'picture'
from settings
where name = 'mail' and value = 'picture'
on conflict do nothing;

delete from settings
where name = 'mail' and value = 'picture';
