import type { Socket } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { type Access, AccessError, type Account, troubleText } from '../../src/post/account.ts';
import { openMailbox } from '../../src/post/imap.ts';
import { openSubmission } from '../../src/post/smtp.ts';
import { type Answer, type LineServer, startLines } from '../support/servers/lines.ts';

let server: LineServer;
let heard: string[];
afterEach(() => server.stop());

/** An account at a server that answers each line by what it is told. */
async function accountWith(greeting: string, answer: Answer, access: Access): Promise<Account> {
  heard = [];
  server = await startLines(greeting, (line, socket) => {
    heard.push(line);
    return answer(line, socket);
  });
  const user = 'a,b=c@x.test';
  return { host: '127.0.0.1', port: server.port, secure: false, user, pass: '', path: '', access };
}

/** Tokens that count up, with what the supply was told. */
function counting(): Access & { readonly told: string[] } {
  let count = 0;
  const told: string[] = [];
  return {
    told,
    async token(_, refused) {
      told.push(refused === undefined ? 'asked' : `refused ${refused}`);
      count++;
      return `token-${count}`;
    },
    taken: () => void told.push('taken'),
  };
}

const decoded = (line: string): string =>
  Buffer.from(line.split(' ').at(-1) ?? '', 'base64').toString('latin1');
const isRight = (line: string, right: string) => decoded(line).includes(`Bearer ${right}\x01\x01`);
/** The base64 of a small JSON, as servers say why not. */
const WHY = Buffer.from('{"status":"invalid_token"}').toString('base64');

/** An SMTP server that takes one token, and says no in one of the two ways that servers have. */
const smtp =
  (mechanisms: string, right: string, no: string, drops = false) =>
  (line: string, socket: Socket) => {
    const [verb = ''] = line.split(' ');
    if (verb === 'EHLO') return `250-x\r\n250 AUTH ${mechanisms}`;
    if (verb === 'AUTH') {
      if (isRight(line, right)) return '235 2.7.0 ok';
      if (drops) setImmediate(() => socket.end());
      return no;
    }
    // The word that ends a login, and no line of a letter.
    if (/^(?:AQ==)?$/.test(line) && heard.at(-2)?.startsWith('AUTH')) return '535 5.7.8 no';
    if (verb === 'DATA') return '354 go on';
    return line === '.' || /MAIL|RCPT/.test(verb) ? '250 ok' : '';
  };
const letter = { from: 'a@x.test', to: 'b@x.test', raw: Buffer.from('Subject: x\r\n\r\nHi\r\n') };

describe('a submission server', () => {
  it.each([
    ['XOAUTH2, and says why not', 'PLAIN XOAUTH2', `334 ${WHY}`],
    ['XOAUTH2, and says no', 'XOAUTH2 OAUTHBEARER', '535 5.7.8 no'],
    ['OAUTHBEARER, and says why not', 'OAUTHBEARER', `334 ${WHY}`],
    ['OAUTHBEARER, and says no', 'PLAIN OAUTHBEARER', '535 5.7.8 no'],
  ])('gets a new token when it refuses one: %s', async (_, mechanisms, no) => {
    const access = counting();
    const account = await accountWith('220 ready', smtp(mechanisms, 'token-2', no), access);
    const submission = openSubmission(account, 5_000, 5_000);
    expect(await submission.send(letter)).toEqual({ kind: 'taken' });
    expect(await submission.send(letter)).toEqual({ kind: 'taken' });
    submission.close();
    expect(access.told).toEqual(['asked', 'refused token-1', 'taken']);
    const logins = heard.filter((line) => line.startsWith('AUTH'));
    expect(logins).toHaveLength(2);
    expect(
      decoded(logins[0] ?? '').startsWith(
        /XOAUTH2/.test(mechanisms) ? 'user=a,b=c@' : 'n,a=a=2Cb=3Dc@',
      ),
    ).toBe(true);
  });

  it.each([['XOAUTH2'], ['OAUTHBEARER']])(
    'that refuses every token is tried twice and no more: %s',
    async (mechanism) => {
      const access = counting();
      const answer = smtp(mechanism, 'none', `334 ${WHY}`);
      const submission = openSubmission(await accountWith('220 ready', answer, access), 5_000);
      const error = await submission.verify().catch((thrown) => thrown);
      expect(error).toBeInstanceOf(AccessError);
      expect(troubleText(error)).toMatch(/^cannot be logged in to: it refuses the access token/);
      submission.close();
      expect(heard.filter((line) => line.startsWith('AUTH'))).toHaveLength(2);
      expect(access.told).toEqual(['asked', 'refused token-1']);
    },
  );

  it('that drops who is refused has had the old token for the last time', async () => {
    const access = counting();
    const answer = smtp('XOAUTH2', 'token-2', '535 no', true);
    const submission = openSubmission(await accountWith('220 ready', answer, access), 5_000);
    expect(await submission.send(letter)).toMatchObject({ kind: 'unreachable' });
    expect(access.told).toEqual(['asked', 'refused token-1']);
    submission.close();
  });

  it('that is only busy makes no new token', async () => {
    const access = counting();
    const answer = smtp('XOAUTH2', 'none', '454 4.7.0 later');
    const submission = openSubmission(await accountWith('220 ready', answer, access), 5_000);
    expect(await submission.send(letter)).toMatchObject({ kind: 'unreachable' });
    expect(access.told).toEqual(['asked']);
    submission.close();
  });

  it('that takes no tokens is told', async () => {
    const account = await accountWith('220 ready', smtp('PLAIN LOGIN', '', ''), counting());
    const submission = openSubmission(account, 5_000);
    expect(await submission.send(letter)).toEqual({
      kind: 'unreachable',
      error: 'it offers no login by an access token, neither XOAUTH2 nor OAUTHBEARER',
    });
    submission.close();
    expect(heard.filter((line) => line.startsWith('AUTH'))).toEqual([]);
  });

  it('is let go while the token is still awaited', async () => {
    const access: Access = { token: () => new Promise(() => undefined), taken: () => undefined };
    const account = await accountWith('220 ready', smtp('XOAUTH2', '', ''), access);
    const submission = openSubmission(account, 60_000);
    const handover = submission.send(letter);
    setTimeout(() => submission.close(), 50);
    expect(await handover).toMatchObject({ kind: 'unreachable' });
  });
});

describe('an IMAP server', () => {
  const imap = (capability: string, right: string) => (line: string) => {
    const [tag = '', verb = ''] = line.split(' ');
    if (verb === 'CAPABILITY') return `* CAPABILITY IMAP4rev1 SASL-IR ${capability}\r\n${tag} OK`;
    if (verb === 'AUTHENTICATE') {
      return isRight(line, right) ? `${tag} OK in` : `${tag} NO [AUTHENTICATIONFAILED] no`;
    }
    if (verb === 'SELECT') return `* 0 EXISTS\r\n* OK [UIDVALIDITY 1] ok\r\n${tag} OK`;
    return `${tag} OK done`;
  };
  const open = (account: Account, signal = new AbortController().signal) =>
    openMailbox(account, { signal, onMail: () => undefined, onClose: () => undefined });

  it.each([['AUTH=XOAUTH2'], ['AUTH=OAUTHBEARER'], ['AUTH=XOAUTH2 AUTH=OAUTHBEARER']])(
    'gets a new token when it refuses one: %s',
    async (capability) => {
      const access = counting();
      (await open(await accountWith('* OK hi', imap(capability, 'token-2'), access))).close();
      expect(access.told).toEqual(['asked', 'refused token-1', 'taken']);
    },
  );

  it('that refuses every token is tried twice and no more', async () => {
    const access = counting();
    const account = await accountWith('* OK hi', imap('AUTH=XOAUTH2', 'none'), access);
    await expect(open(account)).rejects.toThrow(AccessError);
    expect(access.told).toEqual(['asked', 'refused token-1']);
  });

  it('that takes no tokens is told', async () => {
    const account = await accountWith('* OK hi', imap('AUTH=PLAIN', ''), counting());
    await expect(open(account)).rejects.toThrow('it offers no login by an access token');
  });

  it('is let go while the token is still awaited', async () => {
    const access: Access = { token: () => new Promise(() => undefined), taken: () => undefined };
    const stop = new AbortController();
    const opened = open(
      await accountWith('* OK hi', imap('AUTH=XOAUTH2', ''), access),
      stop.signal,
    );
    stop.abort();
    await expect(opened).rejects.toThrow('dropped');
  });
});
