-- What the migrations of this folder come to, to be read. It is never run.

CREATE TABLE activity (
  player_id integer primary key references players,
  day integer not null
) strict;

CREATE TABLE address_requests (
  -- Never used again: lines that wait for a yes name it.
  id integer primary key autoincrement,
  player_id integer not null references players,
  address text not null,
  created_at integer not null
) strict;

CREATE INDEX address_requests_of_player on address_requests (player_id);

CREATE TABLE addresses (
  -- The address without case.
  address_key text primary key,
  address text not null,
  player_id integer not null references players,
  created_at integer not null
, main integer not null default 1 check (main in (0, 1))) strict, without rowid;

CREATE UNIQUE INDEX addresses_main on addresses (player_id) where main = 1;

CREATE INDEX addresses_of_player on addresses (player_id);

CREATE TRIGGER admin_log_is_kept before update on admin_log
begin
  select raise(abort, 'the admin log is append-only');
end;

CREATE TRIGGER admin_log_is_not_replaced before insert on admin_log
when exists (select 1 from admin_log where id = new.id)
begin
  select raise(abort, 'the admin log is append-only');
end;

CREATE TRIGGER admin_log_stays before delete on admin_log
begin
  select raise(abort, 'the admin log is append-only');
end;

CREATE TABLE admin_log (
  id integer primary key,
  address text not null,
  act text not null,
  inbox_id integer not null references inbox,
  at integer not null
) strict;

CREATE TABLE backups (
  id integer primary key check (id = 1),
  -- The newest, and when it was begun.
  file text,
  made_at integer,
  -- While none can be made: since when and why, and when the admins were told.
  failing_since integer,
  error text,
  reported_at integer
, database_id text, address text, amiss text, amiss_told_at integer) strict;

CREATE TABLE blocks (
  player_id integer not null references players,
  blocked_id integer not null references players,
  created_at integer not null,
  primary key (player_id, blocked_id)
) strict, without rowid;

CREATE TABLE board_offers (
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

CREATE INDEX board_offers_made on board_offers (board, player_id, created_at);

CREATE UNIQUE INDEX board_offers_open on board_offers (board) where state = 'open';

CREATE TABLE bounces (
  outbox_id integer primary key references outbox,
  address_key text not null,
  weight text not null check (weight in ('hard', 'soft')),
  -- RFC 3463, such as 5.1.1.
  status text not null,
  at integer not null
) strict;

CREATE INDEX bounces_of_address on bounces (address_key, at);

CREATE TABLE challenge_starts (
  number integer primary key,
  start text not null
) strict;

CREATE TABLE "challenges" (
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
  ended_at integer
, pace text, rated integer not null default 0 check (rated in (0, 1)), band text, hints integer not null default 0 check (hints in (0, 1)), shown integer) strict;

CREATE INDEX challenges_by on challenges (challenger_id);

CREATE INDEX challenges_open_by on challenges (challenger_id) where state = 'open';

CREATE INDEX challenges_open_since on challenges (created_at) where state = 'open';

CREATE INDEX challenges_open_to on challenges (challenged_id) where state = 'open';

CREATE INDEX challenges_to on challenges (challenged_id);

CREATE TABLE conditions (
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

CREATE UNIQUE INDEX conditions_now on conditions (kind, key) where ended_at is null;

CREATE INDEX conditions_untold on conditions (id) where told_at is null;

CREATE INDEX conditions_untold_ends on conditions (id)
where kind = 'alarm' and ended_at is not null and end_told_at is null;

CREATE TABLE counters (
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

CREATE INDEX counters_of_key on counters (key, kind, at);

CREATE INDEX counters_of_kind on counters (kind, at);

CREATE TABLE destinations (
  domain text primary key,
  failures integer not null,
  next_at integer not null
) strict, without rowid;

CREATE TABLE downtimes (
  id integer primary key,
  began_at integer not null,
  ended_at integer not null,
  check (began_at < ended_at)
) strict;

CREATE INDEX downtimes_by_end on downtimes (ended_at);

CREATE TABLE first_boards (
  player_id integer primary key references players,
  board integer not null unique references matches,
  -- How many of the lessons were told; null when no more are.
  lessons integer,
  -- The server has named its player, and has not told it yet.
  unnamed integer not null check (unnamed in (0, 1))
) strict;

CREATE TABLE held (
  id integer primary key,
  address_key text not null,
  -- JSON: the command lines, and where they were written.
  lines text not null,
  place_number integer,
  comment text not null,
  inbox_id integer not null references inbox,
  state text not null check (state in ('waiting', 'confirmed')),
  created_at integer not null,
  expires_at integer not null
, proof text, dropped_at integer, language text not null default 'en', question integer, revisions text) strict;

CREATE INDEX held_by_address on held (address_key, created_at);

CREATE UNIQUE INDEX held_by_question on held (question);

CREATE TRIGGER inbox_changes after update of state on inbox
when new.state <> old.state
begin
  update letter_counts set letters = letters - 1 where way = 'in' and state = old.state;
  update letter_counts set letters = letters + 1 where way = 'in' and state = new.state;
end;

CREATE TRIGGER inbox_comes after insert on inbox
begin
  update letter_counts set letters = letters + 1 where way = 'in' and state = new.state;
end;

CREATE TABLE inbox (
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
  filed_at integer, grouped integer not null default 0, same_as integer references inbox, cut_bytes integer, reported_at integer, token text, arrived_at integer, packed integer not null default 0 check (packed in (0, 1)), came_bytes integer, boot text not null default '', restarts integer not null default 0,
  unique (mailbox, uidvalidity, uid)
) strict;

CREATE INDEX inbox_by_fingerprint on inbox (fingerprint);

CREATE INDEX inbox_by_hash on inbox (raw_hash);

CREATE INDEX inbox_put_aside on inbox (id) where state = 'put-aside';

CREATE INDEX inbox_stored on inbox (id) where state = 'stored';

CREATE INDEX inbox_to_prune on inbox (finished_at) where raw is not null and state <> 'stored';

CREATE INDEX inbox_unfiled on inbox (id) where filed_at is null and state <> 'stored';

CREATE INDEX inbox_unreported on inbox (id) where state = 'put-aside' and reported_at is null;

CREATE TABLE "invitations" (
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

CREATE INDEX invitations_by on invitations (inviter_id);

CREATE TABLE jobs (
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

CREATE INDEX jobs_due on jobs (kind, due_at) where due_at is not null;

CREATE INDEX jobs_of_player on jobs (player_id, kind);

CREATE INDEX jobs_searched on jobs (at) where kind = 'search';

CREATE TRIGGER letter_bytes_end after update on letter_bytes
when new.raw is null and new.reply_token is null
begin
  delete from letter_bytes where outbox_id = new.outbox_id;
end;

CREATE TABLE letter_bytes (
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

CREATE INDEX letter_bytes_kept on letter_bytes (outbox_id) where raw is not null;

CREATE INDEX letter_bytes_of_token on letter_bytes (reply_token, outbox_id)
where reply_token is not null;

CREATE TABLE letter_counts (
  way text not null check (way in ('in', 'out')),
  state text not null,
  letters integer not null,
  primary key (way, state)
) strict, without rowid;

CREATE TABLE mailboxes (
  name text primary key,
  uidvalidity integer not null,
  -- Letters with a higher UID have not been fetched.
  last_uid integer not null
) strict, without rowid;

CREATE TABLE match_events (
  board integer not null references matches,
  revision integer not null,
  event text not null,
  inbox_id integer references inbox,
  at integer not null,
  primary key (board, revision)
) strict, without rowid;

CREATE TABLE matches (
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
  changed_at integer not null
, position_key blob, pace text, rated integer not null default 0 check (rated in (0, 1)), robot integer check (robot between 1 and 5), hints integer not null default 0 check (hints in (0, 1)), shown text not null default '', days text, due_at integer, reminded_day integer, announced_at integer) strict;

CREATE INDEX matches_active_black on matches (black_id) where ending is null;

CREATE INDEX matches_active_white on matches (white_id) where ending is null;

CREATE INDEX matches_by_end on matches (changed_at) where ending is not null;

CREATE INDEX matches_due on matches (due_at) where due_at is not null;

CREATE INDEX matches_finished on matches (rules, changed_at) where ending is not null;

CREATE INDEX matches_finished_black on matches (black_id, changed_at) where ending is not null;

CREATE INDEX matches_finished_white on matches (white_id, changed_at) where ending is not null;

CREATE INDEX matches_running_position on matches (position_key) where ending is null;

CREATE TABLE newcomers (
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

CREATE INDEX newcomers_by_lot on newcomers (line, lot);

CREATE INDEX newcomers_by_time on newcomers (came_at);

CREATE INDEX newcomers_of_address on newcomers (address_key);

CREATE INDEX newcomers_of_domain on newcomers (line, domain);

CREATE TRIGGER outbox_changes after update of state on outbox
when new.state <> old.state
begin
  update letter_counts set letters = letters - 1 where way = 'out' and state = old.state;
  update letter_counts set letters = letters + 1 where way = 'out' and state = new.state;
end;

CREATE TRIGGER outbox_comes after insert on outbox
begin
  update letter_counts set letters = letters + 1 where way = 'out' and state = new.state;
end;

CREATE TRIGGER outbox_is_emptied after update of facts on outbox when new.facts = 'null'
begin
  update letter_bytes set raw = null where outbox_id = new.id;
end;

CREATE TABLE outbox (
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
  sent_at integer
, leased_at integer, first_tried_at integer, reported_at integer, queue text not null default 'old', precedence integer not null default 1 check (precedence in (0, 1)), userid text, causer_id integer references players, proof text check (
  proof in ('none', 'sender', 'token', 'password', 'confirmed', 'admin', 'clock')
), account text check (
  account in ('answer', 'question', 'board', 'notice')
), caused_at integer, bytes integer) strict;

CREATE INDEX outbox_by_address on outbox (address_key, created_at);

CREATE INDEX outbox_charged on outbox (address_key, account, caused_at);

CREATE INDEX outbox_due on outbox (retry_at) where state in ('composed', 'waiting');

CREATE INDEX outbox_failed on outbox (id) where state = 'failed';

CREATE INDEX outbox_intended on outbox (id) where state = 'intended';

CREATE INDEX outbox_of_causer on outbox (causer_id) where causer_id is not null;

CREATE INDEX outbox_reports on outbox (created_at) where kind = 'report';

CREATE INDEX outbox_sending on outbox (id) where state = 'sending';

CREATE INDEX outbox_sent on outbox (sent_at) where state = 'sent';

CREATE INDEX outbox_sent_to on outbox (address_key, sent_at) where state = 'sent';

CREATE INDEX outbox_thread on outbox (player_id, board, id);

CREATE INDEX outbox_to_prune on outbox (created_at)
where facts <> 'null' and state in ('sent', 'failed');

CREATE INDEX outbox_unreported on outbox (id) where state = 'failed' and reported_at is null;

CREATE INDEX outbox_unsent_to on outbox (address_key, queue, id)
where state in ('composed', 'waiting');

CREATE TRIGGER traces_end_with_tokens after update of epoch, left_at on players
begin
  update letter_bytes
  set reply_token = null, trace_text = null, trace_html = null
  where outbox_id in (select id from outbox where player_id = new.id);
end;

CREATE TABLE players (
  id integer primary key,
  userid text not null,
  -- Two userids that a reader could confuse have the same key.
  userid_key text not null unique,
  language text not null,
  created_at integer not null
, left_at integer, epoch integer not null default 0) strict;

CREATE TABLE probes (
  id integer primary key,
  -- Our address and the host of its mailbox; each is asked once.
  configuration text not null unique,
  message_id text not null,
  state text not null check (state in ('asked', 'works', 'stripped', 'bounced', 'silent')),
  asked_at integer not null,
  ended_at integer,
  reported_at integer
, authserv text, hops integer) strict;

CREATE TABLE puzzle_attempts (
  player_id integer not null references players,
  number integer not null references puzzles,
  state text not null check (state in ('open', 'solved', 'failed', 'given-up')),
  -- Right moves and the replies to them, with blanks between.
  moves text not null default '',
  wrong integer not null default 0,
  hinted integer not null default 0 check (hinted in (0, 1)),
  -- Grows with each answer that was judged; a letter names the one that it showed.
  revision integer not null,
  given_at integer not null, shown integer,
  primary key (player_id, number)
) strict, without rowid;

CREATE INDEX puzzle_attempts_by_time on puzzle_attempts (player_id, given_at);

CREATE TABLE puzzle_standings (
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

CREATE TABLE puzzles (
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

CREATE INDEX puzzles_by_position on puzzles (position);

CREATE TABLE "rate_limits" (
  name text primary key,
  used_until integer not null
) strict, without rowid;

CREATE TABLE rating_changes (
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

CREATE INDEX rating_changes_in_order on rating_changes (rules, at, board);

CREATE INDEX rating_changes_of_player on rating_changes (player_id, rules, at);

CREATE TABLE ratings (
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

CREATE INDEX ratings_of_rules on ratings (rules);

CREATE TABLE refusals (
  outbox_id integer primary key references outbox,
  domain text not null,
  error text not null,
  at integer not null,
  -- When it was to be tried once more, because another letter was taken; null before.
  again_at integer
) strict;

CREATE TABLE server (
  key text primary key,
  value any not null
) strict, without rowid;

CREATE TABLE settings (
  player_id integer not null references players,
  name text not null,
  value text not null,
  primary key (player_id, name)
) strict, without rowid;

CREATE TABLE sqlite_sequence(name,seq);

CREATE TABLE suspended_players (
  player_id integer primary key references players,
  since integer not null
) strict;

CREATE TABLE suspensions (
  id integer primary key,
  address_key text not null,
  began_at integer not null,
  ends_at integer not null,
  -- When and why it was lifted; null while it lasts.
  lifted_at integer,
  lifted_by text check (lifted_by in ('letter', 'time')),
  reported_at integer,
  check ((lifted_at is null) = (lifted_by is null))
) strict;

CREATE UNIQUE INDEX suspensions_now on suspensions (address_key) where lifted_at is null;

CREATE INDEX suspensions_of_address on suspensions (address_key, began_at);

CREATE TABLE vacations (
  id integer primary key,
  player_id integer not null references players,
  from_day integer not null,
  to_day integer not null,
  -- Whether the player asked for it, or letters did not get through.
  cause text not null check (cause in ('player', 'bounce')),
  created_at integer not null,
  check (from_day <= to_day)
) strict;

CREATE INDEX vacations_of_player on vacations (player_id, to_day);

CREATE TABLE waiting (
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

CREATE INDEX waiting_of_player on waiting (player_id, kind);
