-- What is kept of the words of a letter that went out, to know them again where an answer quotes them:
-- the hashes of the lines of its parts, in their order.
create table traces (
  outbox_id integer primary key references outbox,
  reply_token text not null,
  text blob not null,
  -- Null: it has no such part.
  html blob
) strict;
create index traces_of_token on traces (reply_token, outbox_id);

-- A token that has ended answers nothing.
create trigger traces_end_with_tokens after update of epoch, left_at on players
begin
  delete from traces
  where outbox_id in (select id from outbox where player_id = new.id);
end;
