-- What the migrations of this folder come to: a new database is made of it.
-- npm run docs writes it anew.

create table address_requests (
  -- Never used again: lines that wait for a yes name it.
  id integer primary key autoincrement,
  player_id integer not null references players,
  address text not null,
  created_at integer not null
) strict;

create index address_requests_of_player on address_requests (player_id);

create table addresses (
  -- The address without case.
  address_key text primary key,
  address text not null,
  player_id integer not null references players,
  created_at integer not null,
  main integer not null default 1 check (main in (0, 1))
) strict, without rowid;

create unique index addresses_main on addresses (player_id) where main = 1;

create index addresses_of_player on addresses (player_id);

create table admin_log (
  id integer primary key,
  address text not null,
  act text not null,
  inbox_id integer not null references inbox,
  at integer not null
) strict;

create table "backups" (
  id integer primary key check (id = 1),
  -- By it the folder of the copies is named.
  database_id text,
  -- Of which server the database is.
  address text,
  -- The newest copy, and when it was begun.
  file text,
  made_at integer
) strict;

create table blocks (
  player_id integer not null references players,
  blocked_id integer not null references players,
  created_at integer not null,
  primary key (player_id, blocked_id)
) strict, without rowid;

create table board_offers (
  id integer primary key,
  board integer not null references matches,
  kind text not null check (kind in ('draw', 'undo')),
  player_id integer not null references players,
  -- Of the match when the offer was made.
  revision integer not null,
  state text not null check (state in ('open', 'accepted', 'declined', 'withdrawn', 'lapsed')),
  -- The letter that made it.
  inbox_id integer references inbox,
  created_at integer not null,
  ended_at integer
) strict;

create index board_offers_made on board_offers (board, player_id, created_at);

create unique index board_offers_open on board_offers (board) where state = 'open';

create table bounces (
  outbox_id integer primary key references outbox,
  address_key text not null,
  weight text not null check (weight in ('hard', 'soft')),
  -- RFC 3463, such as 5.1.1.
  status text not null,
  at integer not null
) strict;

create index bounces_of_address on bounces (address_key, at);

create table "challenges" (
  number integer primary key,
  challenger_id integer not null references players,
  -- Null as long as it is open to everybody; then whoever took it.
  challenged_id integer references players,
  rules text not null,
  cols integer not null,
  rows integer not null,
  first text not null check (first in ('me', 'them', 'random')),
  state text not null check (
    state in ('open', 'accepted', 'declined', 'withdrawn', 'countered', 'expired')
  ),
  created_at integer not null,
  ended_at integer,
  pace text,
  rated integer not null default 0 check (rated in (0, 1)),
  band text,
  hints integer not null default 0 check (hints in (0, 1)),
  shown integer,
  start text
) strict;

create index challenges_by on challenges (challenger_id);

create index challenges_open_by on challenges (challenger_id) where state = 'open';

create index challenges_open_since on challenges (created_at) where state = 'open';

create index challenges_open_to on challenges (challenged_id) where state = 'open';

create index challenges_to on challenges (challenged_id);

create table conditions (
  id integer primary key,
  kind text not null,
  -- What it is about; empty where a kind has no more than one.
  key text not null,
  state text not null,
  -- What the admins are told of it.
  why text not null,
  began_at integer not null,
  -- When something is to be done about it.
  due_at integer,
  ended_at integer,
  -- When a letter to the admins has told of it, and of its end.
  told_at integer,
  end_told_at integer
) strict;

create unique index conditions_now on conditions (kind, key) where ended_at is null;

create index conditions_untold on conditions (id) where told_at is null;

create index conditions_untold_ends on conditions (id)
where kind = 'alarm' and ended_at is not null and end_told_at is null;

create table counters (
  -- What is counted.
  kind text not null,
  -- Of whom: a player, the key of an address, a domain.
  key text not null,
  -- About what: another player, a board, held commands, a cause.
  other text,
  at integer not null,
  -- More than one where all of a span are counted in one row, from its first on.
  total integer not null default 1
) strict;

create index counters_of_key on counters (key, kind, at);

create index counters_of_kind on counters (kind, at);

create table destinations (
  domain text primary key,
  failures integer not null,
  next_at integer not null
) strict, without rowid;

create table downtimes (
  id integer primary key,
  began_at integer not null,
  ended_at integer not null,
  check (began_at < ended_at)
) strict;

create index downtimes_by_end on downtimes (ended_at);

create table held (
  id integer primary key,
  address_key text not null,
  -- JSON: the command lines, and where they were written.
  lines text not null,
  place_number integer,
  comment text not null,
  inbox_id integer not null references inbox,
  state text not null check (state in ('waiting', 'confirmed')),
  created_at integer not null,
  expires_at integer not null,
  proof text,
  dropped_at integer,
  language text not null default 'en',
  question integer,
  revisions text
) strict;

create index held_by_address on held (address_key, created_at);

create unique index held_by_question on held (question);

create index held_waiting on held (expires_at) where state = 'waiting';

create table inbox (
  id integer primary key,
  mailbox text not null,
  uidvalidity integer not null,
  uid integer not null,
  raw blob,
  raw_hash blob,
  fingerprint blob,
  state text not null check (
    state in ('stored', 'done', 'refused', 'ignored', 'held', 'put-aside')
  ),
  reason text,
  attempts integer not null default 0,
  received_at integer not null,
  finished_at integer,
  -- When the server's copy was flagged and moved.
  filed_at integer,
  grouped integer not null default 0,
  same_as integer references inbox,
  cut_bytes integer,
  reported_at integer,
  token text,
  arrived_at integer,
  packed integer not null default 0 check (packed in (0, 1)),
  came_bytes integer,
  boot text not null default '',
  restarts integer not null default 0,
  sender_key text,
  unique (mailbox, uidvalidity, uid)
) strict;

create index inbox_by_fingerprint on inbox (fingerprint);

create index inbox_by_hash on inbox (raw_hash);

create index inbox_of_sender on inbox (sender_key) where sender_key is not null;

create index inbox_put_aside on inbox (id) where state = 'put-aside';

create index inbox_stored on inbox (id) where state = 'stored';

create index inbox_to_prune on inbox (finished_at) where raw is not null and state <> 'stored';

create index inbox_unfiled on inbox (id) where filed_at is null and state <> 'stored';

create index inbox_unreported on inbox (id) where state = 'put-aside' and reported_at is null;

create table "invitations" (
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

create index invitations_by on invitations (inviter_id);

create table jobs (
  id integer primary key,
  kind text not null check (kind in ('morning', 'puzzle', 'analysis', 'robot', 'search')),
  -- The player or the board of which a kind has one at most; null for a question to the solver.
  key integer,
  -- When it is to be done; 0: at once; null: never, or it is done.
  due_at integer,
  -- Tries that were begun; of the robot those that have failed.
  attempts integer not null default 0,
  -- JSON: what it is about, and what it has come to.
  facts text not null default '{}',
  -- Whose it is, and the letter that has asked for it.
  player_id integer references players,
  inbox_id integer references inbox,
  message_id text,
  address text,
  proof text,
  -- When that letter came in, or a search was begun.
  at integer,
  unique (kind, key)
) strict;

create index jobs_due on jobs (kind, due_at) where due_at is not null;

create index jobs_of_player on jobs (player_id, kind);

create index jobs_searched on jobs (at) where kind = 'search';

create table letter_bytes (
  outbox_id integer primary key references outbox,
  -- The hashes of the lines of its parts, in their order, by which its words are known again where an
  -- answer quotes them. Null: its token has ended, or it has none, or no such part.
  reply_token text,
  trace_text blob,
  trace_html blob,
  packed integer not null default 0 check (packed in (0, 1)),
  -- As they are sent, the same on every try; null: they are not needed any more.
  raw blob
) strict;

create index letter_bytes_kept on letter_bytes (outbox_id) where raw is not null;

create index letter_bytes_of_token on letter_bytes (reply_token, outbox_id)
where reply_token is not null;

create table letter_counts (
  way text not null check (way in ('in', 'out')),
  state text not null,
  letters integer not null,
  primary key (way, state)
) strict, without rowid;

create table mailboxes (
  name text primary key,
  uidvalidity integer not null,
  -- Letters with a higher UID have not been fetched.
  last_uid integer not null
) strict, without rowid;

create table match_events (
  board integer not null references matches,
  revision integer not null,
  event text not null,
  inbox_id integer references inbox,
  at integer not null,
  primary key (board, revision)
) strict, without rowid;

create table matches (
  board integer primary key,
  rules text not null,
  black_id integer not null references players,
  white_id integer not null references players,
  -- Position notation of the first position, and every ply after it with blanks between.
  start text not null,
  moves text not null default '',
  -- Seconds from the start or the ply before to each ply, in base 36, with blanks between.
  times text not null default '',
  revision integer not null,
  winner text check (winner in ('black', 'white')),
  -- How it ended; null while it goes on.
  ending text,
  started_at integer not null,
  changed_at integer not null,
  position_key blob,
  pace text,
  rated integer not null default 0 check (rated in (0, 1)),
  robot integer check (robot between 1 and 5),
  hints integer not null default 0 check (hints in (0, 1)),
  shown text not null default '',
  days text,
  due_at integer,
  reminded_day integer,
  announced_at integer
) strict;

create index matches_active_black on matches (black_id) where ending is null;

create index matches_active_white on matches (white_id) where ending is null;

create index matches_by_end on matches (changed_at) where ending is not null;

create index matches_due on matches (due_at) where due_at is not null;

create index matches_finished on matches (rules, changed_at) where ending is not null;

create index matches_finished_black on matches (black_id, changed_at) where ending is not null;

create index matches_finished_white on matches (white_id, changed_at) where ending is not null;

create index matches_running_position on matches (position_key) where ending is null;

create table newcomers (
  id integer primary key,
  inbox_id integer not null references inbox,
  message_id text,
  address text not null,
  address_key text not null,
  language text not null,
  proof text not null check (proof in ('none', 'sender')),
  -- JSON: what answers it.
  answer text not null,
  line text not null,
  domain text not null,
  -- The lowest of a line is answered first.
  lot real not null,
  came_at integer not null
) strict;

create index newcomers_by_lot on newcomers (line, lot);

create index newcomers_by_time on newcomers (came_at);

create index newcomers_of_address on newcomers (address_key);

create index newcomers_of_domain on newcomers (line, domain);

create table outbox (
  id integer primary key,
  inbox_id integer references inbox,
  player_id integer references players,
  address text not null,
  address_key text not null,
  language text not null,
  kind text not null,
  board integer,
  -- JSON: everything that the letter shows.
  facts text not null,
  reply_token text not null,
  message_id text not null unique,
  in_reply_to text,
  automatic text not null check (automatic in ('auto-replied', 'auto-generated')),
  state text not null check (
    state in ('intended', 'composed', 'sending', 'waiting', 'sent', 'failed')
  ),
  envelope_from text,
  attempts integer not null default 0,
  retry_at integer not null,
  last_error text,
  created_at integer not null,
  sent_at integer,
  leased_at integer,
  first_tried_at integer,
  reported_at integer,
  queue text not null default 'old',
  precedence integer not null default 1 check (precedence in (0, 1)),
  userid text,
  causer_id integer references players,
  proof text check (
  proof in ('none', 'sender', 'token', 'password', 'confirmed', 'admin', 'clock')
),
  account text check (
  account in ('answer', 'question', 'board', 'notice')
),
  caused_at integer,
  bytes integer
) strict;

create index outbox_by_address on outbox (address_key, created_at);

create index outbox_charged on outbox (address_key, account, caused_at);

create index outbox_due on outbox (retry_at) where state in ('composed', 'waiting');

create index outbox_failed on outbox (id) where state = 'failed';

create index outbox_intended on outbox (id) where state = 'intended';

create index outbox_of_causer on outbox (causer_id) where causer_id is not null;

create index outbox_reports on outbox (created_at) where kind = 'report';

create index outbox_sending on outbox (id) where state = 'sending';

create index outbox_sent on outbox (sent_at) where state = 'sent';

create index outbox_sent_to on outbox (address_key, sent_at) where state = 'sent';

create index outbox_thread on outbox (player_id, board, id);

create index outbox_to_prune on outbox (created_at)
where facts <> 'null' and state in ('sent', 'failed');

create index outbox_unreported on outbox (id) where state = 'failed' and reported_at is null;

create index outbox_unsent_to on outbox (address_key, queue, id)
where state in ('composed', 'waiting');

create table players (
  id integer primary key,
  userid text not null,
  -- Two userids that a reader could confuse have the same key.
  userid_key text not null unique,
  language text not null,
  created_at integer not null,
  left_at integer,
  epoch integer not null default 0,
  active_day integer,
  suspended_at integer,
  first_board integer references matches,
  lessons integer,
  unnamed integer not null default 0 check (unnamed in (0, 1))
) strict;

create index players_here on players (coalesce(active_day, created_at / 86400000) desc, userid)
where suspended_at is null and left_at is null;

create table probes (
  id integer primary key,
  -- Our address and the host of its mailbox; each is asked once.
  configuration text not null unique,
  message_id text not null,
  state text not null check (state in ('asked', 'works', 'stripped', 'bounced', 'silent')),
  asked_at integer not null,
  ended_at integer,
  reported_at integer,
  authserv text,
  hops integer
) strict;

create table puzzle_attempts (
  player_id integer not null references players,
  number integer not null references puzzles,
  state text not null check (state in ('open', 'solved', 'failed', 'given-up')),
  -- Right moves and the replies to them, with blanks between.
  moves text not null default '',
  wrong integer not null default 0,
  hinted integer not null default 0 check (hinted in (0, 1)),
  -- Grows with each answer that was judged; a letter names the one that it showed.
  revision integer not null,
  given_at integer not null,
  shown integer,
  primary key (player_id, number)
) strict, without rowid;

create index puzzle_attempts_by_time on puzzle_attempts (player_id, given_at);

create table puzzle_standings (
  player_id integer primary key references players,
  rating real not null,
  deviation real not null,
  volatility real not null,
  tried integer not null,
  solved integer not null,
  streak integer not null,
  longest integer not null,
  at integer not null
) strict;

create table puzzles (
  number integer primary key,
  rules text not null,
  -- With all that is needed to judge an answer, as JSON.
  puzzle text not null,
  -- One text for all forms of its position that are the same game.
  position text not null,
  source text not null,
  -- Of the puzzle: it wins against whoever does not solve it.
  rating real not null,
  deviation real not null,
  volatility real not null,
  tried integer not null default 0,
  made_at integer not null
) strict;

create index puzzles_by_position on puzzles (position);

create table "rate_limits" (
  name text primary key,
  used_until integer not null
) strict, without rowid;

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

create table refusals (
  outbox_id integer primary key references outbox,
  domain text not null,
  error text not null,
  at integer not null,
  -- When it was to be tried once more, because another letter was taken; null before.
  again_at integer
) strict;

create table server (
  key text primary key,
  value any not null
) strict, without rowid;

create table settings (
  player_id integer not null references players,
  name text not null,
  value text not null,
  primary key (player_id, name)
) strict, without rowid;

create table vacations (
  id integer primary key,
  player_id integer not null references players,
  from_day integer not null,
  to_day integer not null,
  -- Whether the player asked for it, or letters did not get through.
  cause text not null check (cause in ('player', 'bounce')),
  created_at integer not null,
  check (from_day <= to_day)
) strict;

create index vacations_of_player on vacations (player_id, to_day);

create table waiting (
  board integer not null references matches,
  player_id integer not null references players,
  -- Moves in advance, a move to be confirmed, news for the letter of the day, a spectator.
  kind text not null check (kind in ('queue', 'submitted', 'untold', 'watch')),
  -- Of the match that it was made on; 0 for a spectator.
  revision integer not null,
  -- Of moves in advance as the command is written, of news JSON as in the outbox, of a spectator what
  -- of the match is to be told.
  facts text not null,
  primary key (board, player_id, kind)
) strict, without rowid;

create index waiting_of_player on waiting (player_id, kind);

create trigger admin_log_is_kept before update on admin_log
when new.id <> old.id or new.inbox_id <> old.inbox_id or new.at <> old.at
  or new.address not in (old.address, '(an address)')
  or new.act <> old.act and instr(new.act, '(an address)') = 0
begin
  select raise(abort, 'the admin log is append-only');
end;

create trigger admin_log_is_not_replaced before insert on admin_log
when exists (select 1 from admin_log where id = new.id)
begin
  select raise(abort, 'the admin log is append-only');
end;

create trigger admin_log_stays before delete on admin_log
begin
  select raise(abort, 'the admin log is append-only');
end;

create trigger inbox_changes after update of state on inbox
when new.state <> old.state
begin
  update letter_counts set letters = letters - 1 where way = 'in' and state = old.state;
  update letter_counts set letters = letters + 1 where way = 'in' and state = new.state;
end;

create trigger inbox_comes after insert on inbox
begin
  update letter_counts set letters = letters + 1 where way = 'in' and state = new.state;
end;

create trigger letter_bytes_end after update on letter_bytes
when new.raw is null and new.reply_token is null
begin
  delete from letter_bytes where outbox_id = new.outbox_id;
end;

create trigger outbox_changes after update of state on outbox
when new.state <> old.state
begin
  update letter_counts set letters = letters - 1 where way = 'out' and state = old.state;
  update letter_counts set letters = letters + 1 where way = 'out' and state = new.state;
end;

create trigger outbox_comes after insert on outbox
begin
  update letter_counts set letters = letters + 1 where way = 'out' and state = new.state;
end;

create trigger outbox_is_emptied after update of facts on outbox when new.facts = 'null'
begin
  update letter_bytes set raw = null where outbox_id = new.id;
end;

create trigger outbox_says_goodbye after update of state on outbox
when new.player_id is null and new.kind = 'notice' and new.state in ('sent', 'failed')
  and new.facts ->> '$.says[0].code' = 'signed-off'
begin
  update outbox set address = '', address_key = '', facts = 'null' where id = new.id;
  update inbox set raw = null, sender_key = null where id = new.inbox_id;
end;

create trigger traces_end_with_tokens after update of epoch, left_at on players
begin
  update letter_bytes
  set reply_token = null, trace_text = null, trace_html = null
  where outbox_id in (select id from outbox where player_id = new.id);
end;

insert into backups (id, database_id) values (1, lower(hex(randomblob(8))));

insert into letter_counts (way, state, letters) values ('in', 'done', 0);

insert into letter_counts (way, state, letters) values ('in', 'held', 0);

insert into letter_counts (way, state, letters) values ('in', 'ignored', 0);

insert into letter_counts (way, state, letters) values ('in', 'put-aside', 0);

insert into letter_counts (way, state, letters) values ('in', 'refused', 0);

insert into letter_counts (way, state, letters) values ('in', 'stored', 0);

insert into letter_counts (way, state, letters) values ('out', 'composed', 0);

insert into letter_counts (way, state, letters) values ('out', 'failed', 0);

insert into letter_counts (way, state, letters) values ('out', 'intended', 0);

insert into letter_counts (way, state, letters) values ('out', 'sending', 0);

insert into letter_counts (way, state, letters) values ('out', 'sent', 0);

insert into letter_counts (way, state, letters) values ('out', 'waiting', 0);

insert into server (key, value) values ('decided-at', 0);
