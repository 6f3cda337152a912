-- Every letter that goes out is charged to whoever has caused it, with what that has shown of itself.

create table ledger (
  outbox_id integer primary key references outbox,
  -- The player who is charged; null where that is nobody, or nothing shows who it was.
  causer_id integer references players,
  proof text not null check (
    proof in ('none', 'sender', 'token', 'password', 'confirmed', 'admin', 'clock')
  ),
  account text not null check (account in ('answer', 'question', 'board', 'notice')),
  address_key text not null,
  -- When the letter came in that has caused it.
  at integer not null,
  -- Null until it is frozen.
  bytes integer
) strict;

create index ledger_of_address on ledger (address_key, account, at);

-- Letters of one queue to an address keep their order; queues take turns, those of precedence 0 first.
alter table outbox add column queue text not null default 'old';
alter table outbox add column precedence integer not null default 1 check (precedence in (0, 1));

update outbox
set queue = iif(kind = 'board' and board is not null, 'board ' || board, 'clock'), precedence = 0
where state in ('intended', 'composed', 'waiting', 'sending');

drop index outbox_unsent_to;

create index outbox_unsent_to on outbox (address_key, queue, id)
where state in ('composed', 'waiting');

-- With what proof a position was handed to the solver, whose answer is a letter like any other.
alter table analyses add column proof text not null default 'token';

-- To whom a player did it, where that is somebody.
alter table acts add column other_id integer references players;

-- When the mail server got the letter, where it said so: it may have waited there. Null: when we did.
alter table inbox add column arrived_at integer;
