import { expect, it } from 'vitest';
import type { Database } from '../../../src/store/file/database.ts';
import { emptyInbox, emptyOutbox } from '../../../src/store/file/prune.ts';
import { openDesk } from '../../support/desk/desk.ts';

it('what is old is found without looking at all the rest', () => {
  const desk = openDesk();
  const { db } = desk.shell;
  const texts: string[] = [];
  const listening = {
    prepare: (text: string) => texts.push(text) && db.prepare(text),
  } as unknown as Database;
  for (const empty of [emptyInbox, emptyOutbox]) empty(listening, 0, 1);
  const plans = texts.map((text) =>
    (db.prepare(`explain query plan ${text}`).all(0, 1) as { detail: string }[])
      .map(({ detail }) => detail)
      .join('\n'),
  );
  expect(plans[0]).toContain('inbox_to_prune');
  expect(plans[1]).toContain('outbox_to_prune');
  desk.close();
});
