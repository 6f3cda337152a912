-- What is amiss about who reads the mailbox; no row while it is ours.
create table fence (
  id integer primary key check (id = 1),
  -- Another has it, or nobody can be kept from it.
  state text not null check (state in ('lost', 'none')),
  -- Who that is, or why.
  said text not null,
  since integer not null
) strict;
