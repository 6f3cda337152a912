-- An answer for which the hour has no room is a letter that is due later.
insert into outbox
  (inbox_id, player_id, userid, address, address_key, language, kind, facts, reply_token,
    message_id, in_reply_to, automatic, state, retry_at, created_at, queue, causer_id,
    proof, account, caused_at)
select inbox_id, player_id, userid, address, late.address_key,
  coalesce(
    (select value from settings where settings.player_id = late.player_id and name = 'language'),
    language, 'en'),
  'answer',
  json_object(
    'sections', json(iif(sections = '[]', '[{"says":[{"code":"late-more","facts":{}}]}]', sections)),
    'choices', json((
      select json_group_object(name, value) from settings
      where settings.player_id = late.player_id and name <> 'passwords'
    ))),
  -- That of the newest letter about the account: those of one player are all the same.
  coalesce(
    (select reply_token from outbox
    where outbox.player_id = late.player_id and reply_token glob 'a[abcd]*'
    order by outbox.id desc
    limit 1), ''),
  'turnpost.' || lower(hex(randomblob(10)))
    || (select substr(message_id, instr(message_id, '@')) from outbox order by id desc limit 1),
  message_id, iif(message_id is null, 'auto-generated', 'auto-replied'), 'intended', 0, came_at,
  coalesce('player ' || player_id, proof), player_id, proof, 'answer', came_at
from kept_answers as late
left join players on players.id = player_id
where exists (select 1 from outbox)
  -- It may have changed hands.
  and player_id is (select player_id from addresses where addresses.address_key = late.address_key)
order by came_at, late.id;

drop table kept_answers;
