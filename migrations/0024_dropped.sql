-- A request that was answered with a no is not asked about again.
alter table held add column dropped_at integer;
