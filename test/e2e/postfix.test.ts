import { execFileSync } from 'node:child_process';
import { chmodSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createTransport, type SendMailOptions } from 'nodemailer';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { migrate, openDatabase, openSqlite } from '../../src/store/file/database.ts';
import { blockWith, indentedBlocks } from '../docs/pages.ts';
import { keptLetters } from '../support/desk/kept-letters.ts';
import { newFolder } from '../support/run/folder.ts';
import { present } from '../support/run/present.ts';
import { throwDice } from '../support/run/seed.ts';
import { until } from '../support/servers/ports.ts';
import { hasPostfix, type Postfix, startPostfix } from '../support/servers/postfix.ts';

const MIGRATIONS = fileURLToPath(new URL('../../migrations', import.meta.url));
const DIST = fileURLToPath(new URL('../../dist', import.meta.url));
const here = present('postfix, and root to start it', hasPostfix());
/** A user of the system that is in no group of the program's. */
const USER = 'mail';
/** No user of any system has this name. */
const ADDRESS = 'brettspiele@example.org';

const blocks = indentedBlocks('docs/mail-server.md', 'E-mail by a pipe');

/** What of main.cf says that there is such an address, on a machine that has it in `mydestination`. */
const DOORS: readonly [string, string, string][] = [
  ['whose users have that domain', 'example.org', 'local_recipient_maps'],
  ['that has that domain for the games alone', 'mx.turnpost.test', 'virtual_mailbox_domains'],
];

describe.skipIf(!here).each(throwDice('doors of Postfix').sample(DOORS, 1))(
  'Postfix on a machine %s',
  (_, destination, door) => {
    let folder: string;
    let postfix: Postfix;

    /** As a reader is told to: an address, a folder, a user and a path of one's own. */
    const own = (block: string): string =>
      block
        .replaceAll('games@example.org', ADDRESS)
        .replaceAll('/srv/turnpost', folder)
        .replaceAll('user=turnpost', `user=${USER}`)
        .replaceAll('/usr/bin/node', process.execPath);

    beforeAll(async () => {
      folder = newFolder();
      chmodSync(folder, 0o711);
      symlinkSync(DIST, join(folder, 'dist'));
      const database = join(folder, 'turnpost.sqlite');
      const db = openDatabase(database);
      migrate(db, MIGRATIONS);
      db.close();
      const env = {
        TURNPOST_ADDRESS: ADDRESS,
        TURNPOST_IMAP_URL: 'none',
        TURNPOST_SMTP_URL: 'smtp://games:secret@127.0.0.1:25',
        TURNPOST_DATABASE: database,
      };
      const lines = Object.entries(env).map(([name, value]) => `${name}=${value}\n`);
      writeFileSync(join(folder, '.env'), lines.join(''), { mode: 0o600 });
      writeFileSync(join(folder, `${USER}.forward`), own(blockWith(blocks, '"|cd ')));
      execFileSync('chown', ['-hR', USER, folder]);
      // Whoever sends is a stranger, for whom nothing is relayed.
      const machine = `
mydestination = ${destination}
mynetworks = 192.0.2.1
forward_path = ${folder}/$user.forward
`;
      const main = ['transport_maps', door, 'message_size_limit'].map((name) =>
        own(blockWith(blocks, name)),
      );
      postfix = await startPostfix({
        main: machine + main.join(''),
        master: own(blockWith(blocks, 'argv=')),
      });
    });
    afterAll(() => postfix?.stop());

    const rows = () => {
      const db = openSqlite(join(folder, 'turnpost.sqlite'), { readonly: true });
      const letters = keptLetters(db);
      db.close();
      return letters.map((raw) => raw.toString('latin1'));
    };

    const send = async (letter: SendMailOptions) => {
      const transport = createTransport({ host: '127.0.0.1', port: postfix.port, ignoreTLS: true });
      try {
        await transport.sendMail({
          from: 'alice@home.test',
          subject: 'help',
          text: 'Hi',
          ...letter,
        });
      } finally {
        transport.close();
      }
    };

    const isStored = async (letter: SendMailOptions): Promise<string> => {
      const before = rows().length;
      await send(letter);
      await until('the letter is stored', () => rows().length > before);
      return rows().at(-1) ?? '';
    };

    it.each([
      ['its address', ADDRESS],
      ['a tagged address', ADDRESS.replace('@', '+k3f@')],
    ])('hands a letter to %s over', async (_name, to) => {
      const raw = await isStored({ to });
      expect(raw).toMatch(/^Return-Path: <alice@home\.test>/m);
      expect(raw).toContain(`Delivered-To: ${to}`);
      expect(raw).toContain('Subject: help');
      expect(raw).not.toMatch(/^>?From /);
    });

    it('hands a report over, and keeps its empty sender', async () => {
      const to = ADDRESS.replace('@', '+k3f@');
      const raw = await isStored({ to, envelope: { from: '', to } });
      expect(raw).toMatch(/^Return-Path: <>\r?$/m);
    });

    it('takes a letter of nearly a megabyte, and refuses a larger one', async () => {
      const lines = (count: number) => `${'x'.repeat(71)}\n`.repeat(count);
      expect((await isStored({ to: ADDRESS, text: lines(13_000) })).length).toBeGreaterThan(
        900_000,
      );
      await expect(send({ to: ADDRESS, text: lines(14_500) })).rejects.toThrow(/552|552 5\.3\.4/);
    });

    it('refuses other addresses, as before', async () => {
      for (const to of ['nobody-at-all@example.org', 'brettspiele@other.example']) {
        await expect(send({ to })).rejects.toThrow(/User unknown|Relay access denied/);
      }
    });

    // Only there is a user of the machine somebody at the domain.
    if (destination !== 'example.org') return;

    it('hands over what a .forward file asks for', async () => {
      const to = `${USER}+k3f@example.org`;
      const raw = await isStored({ to });
      expect(raw).toContain(`Delivered-To: ${to}`);
      expect(raw).not.toMatch(/^>?From /);
      const report = await isStored({ to, envelope: { from: '', to } });
      expect(report).toMatch(/^Return-Path: <>\r?$/m);
    });
  },
);
