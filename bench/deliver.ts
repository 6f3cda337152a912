import { mkdtempSync, rmSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { openSubmission } from '../src/post/smtp.ts';
import { say } from '../src/sentence.ts';
import { compose } from '../src/service/delivery/compose.ts';
import { deliver } from '../src/service/delivery/deliver.ts';
import { intendLetter } from '../src/service/do/intend.ts';
import { openShell } from '../src/service/process/open.ts';
import { transact } from '../src/store/file/database.ts';

/**
 * How many letters a second leave the outbox, from a full one to an empty one: leases, submission
 * over the pool, results. The server on loopback answers every letter after a pause, as one over a
 * network does.
 *
 *   npm run bench deliver
 */
const LETTERS = 2_000;
const PEOPLE = 400;
const DOMAINS = 40;

const { signal } = new AbortController();
for (const pauseMs of [0, 20]) {
  const folder = mkdtempSync(join(tmpdir(), 'turnpost-bench-'));
  const { port, stop } = await startServer(pauseMs);
  const shell = openShell({
    address: 'games@turnpost.test',
    database: join(folder, 'turnpost.sqlite'),
    admins: new Set(),
    secret: undefined,
    plus: true,
    templates: undefined,
    log: 'error',
  });
  transact(shell.db, () => {
    for (let letter = 0; letter < LETTERS; letter++) {
      const person = letter % PEOPLE;
      const address = `p${person}@d${person % DOMAINS}.test`;
      const to = { playerId: undefined, userid: undefined, address, language: 'en' };
      const message = { kind: 'notice', facts: { says: [say('no-games')] } } as const;
      intendLetter(shell, { to, message, reply: { purpose: 'none' } }, 'clock');
    }
  });
  await compose(shell, signal);
  const submission = openSubmission({
    ...{ host: '127.0.0.1', port, secure: false, user: 'u', pass: 'p', path: '' },
  });
  await submission.verify();
  const from = performance.now();
  await deliver(shell, submission, signal);
  const seconds = (performance.now() - from) / 1_000;
  const left = shell.db.prepare("select count(*) from outbox where state <> 'sent'").pluck().get();
  process.stdout.write(
    `server that takes ${pauseMs} ms a letter: ${(LETTERS / seconds).toFixed(0)} letters a second, ` +
      `${left} left\n`,
  );
  submission.close();
  stop();
  shell.db.close();
  rmSync(folder, { recursive: true });
}

/** The least that a submission server has to say. */
async function startServer(pauseMs: number) {
  const server = createServer((socket) => {
    socket.setNoDelay(true);
    socket.on('error', () => undefined);
    socket.write('220 ready\r\n');
    let buffered = '';
    let inData = false;
    socket.on('data', (chunk) => {
      const lines = (buffered + chunk.toString('latin1')).split('\r\n');
      buffered = lines.pop() ?? '';
      for (const line of lines) {
        if (inData && line !== '.') continue;
        const verb = inData ? 'end' : (line.split(/[ :]/)[0] ?? '').toUpperCase();
        inData = verb === 'DATA';
        const usual = { EHLO: '250-x\r\n250 AUTH PLAIN', AUTH: '235 ok', DATA: '354 go' }[verb];
        const answer = () => socket.write(`${usual ?? '250 ok'}\r\n`);
        if (verb === 'end' && pauseMs > 0) setTimeout(answer, pauseMs);
        else answer();
      }
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { port: (server.address() as AddressInfo).port, stop: () => server.close() };
}
