-- What went wrong with the operator's own templates, so that the admins hear of it once.

create table template_troubles (
  -- A file of the folder, such as `en/player.welcome.txt.eta`, or the kind of letter it was for.
  place text primary key,
  error text not null,
  seen_at integer not null,
  reported_at integer
) strict;
