import { expect, it } from 'vitest';
import { walksOf } from '../../support/run/walks.ts';

it('a statement that reads all of a table that grows is known by its plan', () => {
  expect(walksOf('select 1 from outbox where inbox_id = ?')).toEqual(['SCAN outbox']);
  expect(walksOf('select 1 from outbox as one where one.kind = :kind')).toEqual(['SCAN one']);
  expect(walksOf('select min(created_at) from outbox')).toHaveLength(1);
  expect(walksOf('select 1 from outbox where id = ?')).toEqual([]);
  expect(walksOf("select 1 from outbox where state = 'sending'")).toEqual([]);
  expect(walksOf('select failures from destinations')).toEqual([]);
});
