import { expect, it } from 'vitest';
import { composeLimits } from '../../../src/server-limits.ts';
import { frozenRaw, keepForTry } from '../../../src/store/letters/leases.ts';
import { openBoard, openDesk } from '../../support/desk/desk.ts';
import { frozenLetters } from '../../support/stored/letters.ts';

it('the first try takes the bytes from memory, any other from the database: the same', async () => {
  const desk = openDesk();
  await openBoard(desk, 'forms -size=4x4');
  const { db } = desk.shell;
  const id = Math.max(...frozenLetters(db));
  const stored = frozenRaw(db, id);
  const kept = Uint8Array.from(stored);
  keepForTry(db, id, kept);
  expect(frozenRaw(db, id)).toBe(kept);
  expect(frozenRaw(db, id)).toEqual(stored);
  // The oldest goes where there is no room for all.
  keepForTry(db, id, kept);
  keepForTry(db, id + 1, new Uint8Array(composeLimits.keptBytes));
  expect(frozenRaw(db, id)).not.toBe(kept);
  expect(frozenRaw(db, id)).toEqual(stored);
  desk.close();
});
