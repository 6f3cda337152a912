import { execFileSync } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createTransport } from 'nodemailer';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openDatabase } from '../../src/store/database.ts';
import { migrate } from '../../src/store/migrate.ts';
import { openSqlite } from '../../src/store/sqlite.ts';
import { until } from '../support/ports.ts';
import { hasPostfix, type Postfix, startPostfix } from '../support/postfix.ts';
import { present } from '../support/present.ts';

const MIGRATIONS = fileURLToPath(new URL('../../migrations', import.meta.url));
const MAIN = fileURLToPath(new URL('../../dist/main.js', import.meta.url));
const here = present('postfix, and root to start it', hasPostfix());
/** A user of the system that is in no group of the program's. */
const USER = 'mail';

describe.skipIf(!here)('Postfix hands a letter over', () => {
  let folder: string;
  let postfix: Postfix;

  // The lines are those of docs/operating.md, but for the paths.
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'turnpost-'));
    chmodSync(folder, 0o711);
    const database = join(folder, 'turnpost.sqlite');
    const db = openDatabase(database);
    migrate(db, MIGRATIONS);
    db.close();
    const env = {
      TURNPOST_ADDRESS: 'games@turnpost.test',
      TURNPOST_IMAP_URL: 'none',
      TURNPOST_SMTP_URL: 'smtp://games:secret@127.0.0.1:25',
      TURNPOST_DATABASE: database,
    };
    const lines = Object.entries(env).map(([name, value]) => `${name}=${value}\n`);
    writeFileSync(join(folder, '.env'), lines.join(''));
    writeFileSync(
      join(folder, `${USER}.forward`),
      `"|cd ${folder} && exec ${process.execPath} ${MAIN} receive"\n`,
    );
    execFileSync('chown', ['-R', USER, folder]);
    postfix = await startPostfix({
      main: `
forward_path = ${folder}/$user.forward
local_recipient_maps =
transport_maps = inline:{games@turnpost.test=turnpost:}
turnpost_destination_recipient_limit = 1
`,
      master: `
turnpost unix - n n - 1 pipe
  flags=DR user=${USER} directory=${folder}
  argv=${process.execPath} ${MAIN} receive
`,
    });
  });
  afterAll(async () => {
    await postfix?.stop();
    rmSync(folder, { recursive: true });
  });

  const rows = () => {
    const db = openSqlite(join(folder, 'turnpost.sqlite'), { readonly: true });
    const raws = db.prepare('select raw from inbox order by id').pluck().all() as Buffer[];
    db.close();
    return raws.map((raw) => raw.toString('latin1'));
  };

  it.each([
    ['by a transport of its own', 'games+k3f@turnpost.test'],
    ['by a .forward file', `${USER}+k3f@turnpost.test`],
  ])('%s', async (_, to) => {
    const before = rows().length;
    const transport = createTransport({ host: '127.0.0.1', port: postfix.port, ignoreTLS: true });
    await transport.sendMail({ from: 'alice@home.test', to, subject: 'help', text: 'Hi' });
    transport.close();
    await until('the letter is stored', () => rows().length > before);
    const raw = rows().at(-1) ?? '';
    expect(raw).toMatch(/^Return-Path: <alice@home\.test>/m);
    expect(raw).toContain(`Delivered-To: ${to}`);
    expect(raw).toContain('Subject: help');
    expect(raw).not.toMatch(/^>?From /);
  });
});
