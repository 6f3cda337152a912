import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { migrate, openDatabase } from '../../../src/store/file/database.ts';
import { dueLetters } from '../../../src/store/letters/leases.ts';
import { unreportedAside, unreportedFailures } from '../../../src/store/letters/probes.ts';

const MIGRATIONS = fileURLToPath(new URL('../../../migrations', import.meta.url));
let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'turnpost-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

it('a database from before goes on sending, and nobody hears of what failed long ago', () => {
  const old = join(folder, 'old');
  mkdirSync(old);
  for (const name of readdirSync(MIGRATIONS).filter((each) => each < '0006')) {
    cpSync(join(MIGRATIONS, name), join(old, name));
  }
  const db = openDatabase(join(folder, 'a.sqlite'));
  migrate(db, old);
  for (const [id, state] of ['failed', 'composed', 'sent'].entries()) {
    db.prepare(
      `insert into outbox (id, address, address_key, language, kind, facts, reply_token, message_id,
        automatic, state, envelope_from, raw, retry_at, created_at)
      values (?, 'a@x.test', 'a@x.test', 'en', 'notice', '{}', '', ?, 'auto-generated', ?, 'g@t.test',
        x'00', 0, 5)`,
    ).run(id + 1, `m${id}@t.test`, state);
  }
  db.exec(`insert into inbox (mailbox, uidvalidity, uid, state, received_at)
    values ('INBOX', 1, 1, 'put-aside', 5)`);
  migrate(db, MIGRATIONS);
  expect(dueLetters(db, 10, 9).map(({ id }) => id)).toEqual([2]);
  expect(unreportedFailures(db)).toEqual([]);
  expect(unreportedAside(db)).toEqual([]);
  expect(db.pragma('foreign_key_check')).toEqual([]);
  db.close();
});
