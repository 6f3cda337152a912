import { spawn } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { resolve } from 'node:path';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { PACKAGE_ROOT } from '../../../src/package-root.ts';
import { newFolder } from '../../support/run/folder.ts';
import { type LineServer, startLines } from '../../support/servers/lines.ts';

/** What a person reads while servers do not work: lines of our own, and no word of a library or of Node.js. */

const PASSWORD = 'open "sesame"';
let folder: string;
beforeAll(() => {
  folder = newFolder();
});

/** Runs the built program. @returns each line of both outputs */
async function init(imap: string, smtp: string, ...more: readonly string[]) {
  const args = ['init', '--yes', '--address', 'games@example.org', '--password-stdin', ...more];
  const child = spawn(
    process.execPath,
    [resolve(PACKAGE_ROOT, 'dist/main.js'), ...args, '--imap', imap, '--smtp', smtp],
    { cwd: folder, env: { PATH: process.env['PATH'] } },
  );
  let said = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk: Buffer) => {
      said += chunk.toString('utf8');
    });
  }
  child.stdin.end(`${PASSWORD}\n`);
  const code = await new Promise((ended) => child.once('close', ended));
  expect(code, said).toBe(1);
  expect(readdirSync(folder)).toEqual([]);
  expect(said).not.toContain('sesame');
  return said.trimEnd().split('\n');
}

/** @param causes one for each server */
function expectOurs(lines: readonly string[], ...causes: readonly RegExp[]): void {
  const odd = /[^\x20-\x7e]|\bat (?:async |new |file:|node:|Object\.)|\(node:\d|Warning:|Error:/;
  const [last, ...findings] = lines.toReversed();
  expect(last).toBe('Nothing was written. With --no-try the settings are written without a test.');
  expect(lines.filter((line) => odd.test(line))).toEqual([]);
  expect(findings.filter((line) => !/^(?:warn|wrong) {2}[a-z ]+: \S/.test(line))).toEqual([]);
  for (const cause of causes) expect(lines.join('\n')).toMatch(cause);
}

const started: LineServer[] = [];
afterEach(async () => {
  for (const each of started.splice(0)) await each.stop();
});
async function plain(...spoken: Parameters<typeof startLines>): Promise<number> {
  const server = await startLines(...spoken);
  started.push(server);
  return server.port;
}

const tagOf = (line: string) => line.split(' ')[0];
const imapAnswer = (login: (tag: string) => string | undefined) => (line: string) => {
  const tag = tagOf(line) ?? '';
  if (/LOGIN|AUTHENTICATE/i.test(line)) return login(tag);
  const offer = /CAPABILITY/i.test(line) ? '* CAPABILITY IMAP4rev1 AUTH=PLAIN SASL-IR\r\n' : '';
  return `${offer}${tag} OK done`;
};
const smtpAnswer = (login: string | undefined) => (line: string) => {
  if (/^EHLO/i.test(line)) return '250-x\r\n250 AUTH PLAIN LOGIN';
  return /^AUTH/i.test(line) ? login : '250 ok';
};

describe('the screen of turnpost init has our lines alone where a server', () => {
  it('refuses the password, in words that are not meant for a screen', async () => {
    const nasty = '\u001b[2J\u001b]0;title\u0007 Error: no\r';
    const imap = await plain(
      '* OK ready',
      imapAnswer((tag) => `${tag} NO [AUTHENTICATIONFAILED] ${nasty}`),
    );
    const smtp = await plain('220 ready', smtpAnswer(`535 5.7.8 ${nasty}`));
    const lines = await init(`imap://127.0.0.1:${imap}`, `smtp://127.0.0.1:${smtp}`);
    expectOurs(
      lines.map((line) => line.replace('Error: no', 'no')),
      /imap: 127\.0\.0\.1 does not accept the user or the password/,
      /smtp: 127\.0\.0\.1 does not accept the user or the password/,
    );
  });

  it('closes in the middle of the login', async () => {
    const imap = await plain(
      '* OK ready',
      imapAnswer(() => undefined),
    );
    const smtp = await plain('220 ready', smtpAnswer(undefined));
    const lines = await init(`imap://127.0.0.1:${imap}`, `smtp://127.0.0.1:${smtp}`);
    expectOurs(lines, /wrong {2}imap:/, /wrong {2}smtp:/);
  });
});
