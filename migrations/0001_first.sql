-- Times are UTC milliseconds. Raw letters, keys and texts of letters are the only blobs.

create table players (
  id integer primary key,
  userid text not null,
  -- Two userids that a reader could confuse have the same key.
  userid_key text not null unique,
  language text not null,
  created_at integer not null
) strict;

create table addresses (
  -- The address without case.
  address_key text primary key,
  address text not null,
  player_id integer not null references players,
  created_at integer not null
) strict, without rowid;

create index addresses_of_player on addresses (player_id);

-- Challenges and matches share one sequence of numbers.
create table challenges (
  number integer primary key,
  challenger_id integer not null references players,
  challenged_id integer not null references players,
  rules text not null,
  cols integer not null,
  rows integer not null,
  first text not null check (first in ('me', 'them', 'random')),
  state text not null check (state in ('open', 'accepted', 'declined')),
  created_at integer not null,
  ended_at integer
) strict;

create index challenges_open_by on challenges (challenger_id) where state = 'open';
create index challenges_open_to on challenges (challenged_id) where state = 'open';

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
  changed_at integer not null
) strict;

create index matches_active_black on matches (black_id) where ending is null;
create index matches_active_white on matches (white_id) where ending is null;

-- What changed a match, other than its plies, with the letter that asked for it.
create table match_events (
  board integer not null references matches,
  revision integer not null,
  event text not null,
  inbox_id integer references inbox,
  at integer not null,
  primary key (board, revision)
) strict, without rowid;

create table mailboxes (
  name text primary key,
  uidvalidity integer not null,
  -- Letters with a higher UID have not been fetched.
  last_uid integer not null
) strict, without rowid;

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
  unique (mailbox, uidvalidity, uid)
) strict;

create index inbox_stored on inbox (id) where state = 'stored';
create index inbox_unfiled on inbox (id) where filed_at is null and state <> 'stored';
create index inbox_by_hash on inbox (raw_hash);
create index inbox_by_fingerprint on inbox (fingerprint);

-- Commands that wait for the `yes` of the address that they seemed to come from.
create table held (
  id integer primary key,
  address_key text not null,
  -- JSON: the command lines, and where they were written.
  lines text not null,
  place_number integer,
  place_revision integer,
  comment text not null,
  inbox_id integer not null references inbox,
  state text not null check (state in ('waiting', 'confirmed')),
  created_at integer not null,
  expires_at integer not null
) strict;

create index held_by_address on held (address_key, created_at);

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
  raw blob,
  attempts integer not null default 0,
  retry_at integer not null,
  last_error text,
  created_at integer not null,
  sent_at integer
) strict;

create index outbox_intended on outbox (id) where state = 'intended';
create index outbox_due on outbox (retry_at) where state in ('composed', 'waiting');
create index outbox_sending on outbox (id) where state = 'sending';
create index outbox_thread on outbox (player_id, board, id);
create index outbox_by_address on outbox (address_key, created_at);

create table admin_log (
  id integer primary key,
  address text not null,
  act text not null,
  inbox_id integer not null references inbox,
  at integer not null
) strict;

create trigger admin_log_is_kept before update on admin_log
begin
  select raise(abort, 'the admin log is append-only');
end;

create trigger admin_log_stays before delete on admin_log
begin
  select raise(abort, 'the admin log is append-only');
end;
