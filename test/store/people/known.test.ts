import { expect, it } from 'vitest';
import { MIGRATIONS } from '../../../src/service/shell/shell.ts';
import { type Database, migrate, openSqlite } from '../../../src/store/file/database.ts';
import { queriesOf } from '../../../src/store/reading/reading.ts';

it('is found out by indexes, however many matches, challenges and letters there are', () => {
  const db = openSqlite(':memory:');
  migrate(db, MIGRATIONS);
  const asked: string[] = [];
  const listening = new Proxy(db, {
    get(target, name) {
      if (name !== 'prepare') return Reflect.get(target, name);
      return (text: string) => {
        asked.push(text);
        return target.prepare(text);
      };
    },
  }) as Database;
  expect(queriesOf(listening, 0).isKnown(1)).toBe(false);
  const plans = asked.flatMap((text) =>
    (
      db.prepare(`explain query plan ${text}`).all(
        text
          .split('?')
          .slice(1)
          .map(() => 1),
      ) as readonly { detail: string }[]
    ).map(({ detail }) => detail),
  );
  expect(plans.some((step) => step.includes('SEARCH matches'))).toBe(true);
  expect(plans.filter((step) => /^SCAN (?!CONSTANT)/.test(step))).toEqual([]);
  db.close();
});
