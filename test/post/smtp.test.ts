import { afterEach, describe, expect, it } from 'vitest';
import { type Handover, openSubmission } from '../../src/post/smtp.ts';
import { type LineServer, startLines } from '../support/servers/lines.ts';

let lines: LineServer;
afterEach(() => lines.stop());

/** A submission server that answers each verb with the line it is given. */
async function startServer(replies: Readonly<Record<string, string>>, port = 0): Promise<number> {
  let inData = false;
  const answer = (line: string) => {
    if (inData && line !== '.') return '';
    const verb = inData ? 'end' : (line.split(/[ :]/)[0] ?? '').toUpperCase();
    inData = verb === 'DATA' && !replies['DATA'];
    const usual = { EHLO: '250-x\r\n250 AUTH PLAIN', AUTH: '235 ok', DATA: '354 go' }[verb];
    return replies[verb] ?? usual ?? '250 ok';
  };
  lines = await startLines(replies['greeting'] ?? '220 ready', answer, { port });
  return lines.port;
}

async function send(replies: Readonly<Record<string, string>>): Promise<Handover> {
  const port = await startServer(replies);
  const account = { host: '127.0.0.1', port, secure: false, user: 'u', pass: 'p', path: '' };
  const submission = openSubmission(account);
  const raw = Buffer.from('Subject: x\r\n\r\nHi\r\n');
  const handover = await submission.send({ from: 'games@x.test', to: 'alice@x.test', raw });
  submission.close();
  return handover;
}

describe('what a submission server says of a letter', () => {
  it.each([
    [{}, 'taken'],
    [{ greeting: '554 too many connections' }, 'unreachable'],
    [{ greeting: '421 come back later' }, 'unreachable'],
    [{ AUTH: '535 wrong password' }, 'unreachable'],
    [{ MAIL: '550 not your address' }, 'sender-refused'],
    [{ MAIL: '451 too busy' }, 'unreachable'],
    [{ RCPT: '550 no such user' }, 'refused'],
    [{ RCPT: '450 greylisted' }, 'later'],
    [{ DATA: '451 try again' }, 'later'],
    [{ end: '554 looks like spam' }, 'refused'],
    [{ end: '452 disk full' }, 'later'],
  ] as const)('%j is read as %s', async (replies, kind) => {
    expect((await send(replies)).kind).toBe(kind);
  });

  it('is kept as codes, without a word of it', async () => {
    expect(await send({ RCPT: '452 4.2.2 the mailbox of alice@x.test is full' })).toEqual({
      kind: 'later',
      error: 'EENVELOPE 452 4.2.2',
      status: '4.2.2',
    });
    expect(await send({ end: '554 eve writes: 5.7.1' })).toEqual({
      kind: 'refused',
      error: 'EMESSAGE 554',
    });
  });
});

const account = (port: number) => ({
  ...{ host: '127.0.0.1', port, secure: false, user: 'u', pass: 'p', path: '' },
});
const letter = {
  ...{ from: 'games@x.test', to: 'alice@x.test', raw: Buffer.from('Subject: x\r\n\r\nHi\r\n') },
};

describe('a connection', () => {
  /** Sends letters one after the other, then closes. Returns what each connection was told. */
  async function talk(replies: Readonly<Record<string, string>>, letters: number) {
    const port = await startServer(replies);
    const told: string[][] = [];
    lines.server.on('connection', (socket) => {
      const verbs: string[] = [];
      told.push(verbs);
      socket.on('data', (chunk) => verbs.push(chunk.toString().split(/[ \r]/)[0] ?? ''));
    });
    const submission = openSubmission(account(port));
    for (let sent = 0; sent < letters; sent++) await submission.send(letter);
    submission.close();
    await expect.poll(() => told.every((verbs) => verbs.includes('QUIT'))).toBe(true);
    return told.map((verbs) => verbs.filter((verb) => /^(?:EHLO|MAIL|QUIT)$/.test(verb)).join(' '));
  }

  it('takes one letter after the other, and is left with a word', async () => {
    expect(await talk({}, 3)).toEqual(['EHLO MAIL MAIL MAIL QUIT']);
  });

  it('takes a hundred letters and no more', async () => {
    const [first, second] = await talk({}, 101);
    expect(first?.match(/MAIL/g)).toHaveLength(100);
    expect(second).toBe('EHLO MAIL QUIT');
  });

  it('is left behind a letter that was refused', async () => {
    expect(await talk({ RCPT: '550 no such user' }, 2)).toEqual([
      'EHLO MAIL QUIT',
      'EHLO MAIL QUIT',
    ]);
  });
});

describe('a submission server that goes away', () => {
  it('is connected to anew when it is back, without a word of ours', async () => {
    const port = await startServer({});
    const submission = openSubmission(account(port));
    expect((await submission.send(letter)).kind).toBe('taken');
    await lines.stop();
    expect((await submission.send(letter)).kind).toBe('unreachable');
    await startServer({}, port);
    expect((await submission.send(letter)).kind).toBe('taken');
    submission.close();
  });

  it('is cut off when it dawdles, and the letter is not said twice behind our back', async () => {
    let ends = 0;
    const port = await startServer({ end: '' });
    lines.server.on('connection', (socket) => {
      socket.on('data', (chunk) => {
        if (chunk.toString().includes('\r\n.\r\n')) ends++;
        // A word now and then, so that no timeout of the socket notices.
        const timer = setInterval(() => socket.write('250-'), 50);
        socket.on('close', () => clearInterval(timer));
      });
    });
    const submission = openSubmission(account(port), 300, 300);
    expect(await submission.send(letter)).toMatchObject({ kind: 'unreachable' });
    expect(ends).toBeLessThanOrEqual(1);
    const begun = ends;
    await new Promise((resolve) => setTimeout(resolve, 600));
    expect(ends).toBe(begun);
    submission.close();
  });

  it('is believed when it takes its time for the letter as a whole', async () => {
    let ends = 0;
    const port = await startServer({ end: '' });
    lines.server.on('connection', (socket) => {
      socket.on('data', (chunk) => {
        if (!chunk.toString().includes('\r\n.\r\n')) return;
        ends++;
        setTimeout(() => socket.write('250 2.0.0 at last\r\n'), 900);
      });
    });
    const submission = openSubmission(account(port), 300);
    expect(await submission.send(letter)).toEqual({ kind: 'taken' });
    expect(ends).toBe(1);
    submission.close();
  });

  it('may have the letter when it says nothing to its end, and has not before', async () => {
    const port = await startServer({ end: '' });
    const submission = openSubmission(account(port), 300, 300);
    expect(await submission.send(letter)).toMatchObject({
      kind: 'unreachable',
      replyMissing: true,
    });
    submission.close();
    await lines.stop();
    const other = openSubmission(account(await startServer({ RCPT: '' })), 300, 300);
    expect(await other.send(letter)).toEqual({ kind: 'unreachable', error: expect.any(String) });
    other.close();
  });

  it('is cut off when the way is closed, and nothing is begun afterwards', async () => {
    const port = await startServer({ end: '' });
    const submission = openSubmission(account(port));
    const handover = submission.send(letter);
    setTimeout(() => submission.close(), 200);
    expect(await handover).toMatchObject({ kind: 'unreachable', replyMissing: true });
    expect(await submission.send(letter)).toMatchObject({ kind: 'unreachable' });
  });

  it('gets no second copy when it breaks off after the end of the data', async () => {
    let ends = 0;
    const port = await startServer({ end: '' });
    lines.server.on('connection', (socket) => {
      socket.on('data', (chunk) => {
        if (!chunk.toString().includes('\r\n.\r\n')) return;
        ends++;
        socket.destroy();
      });
    });
    const submission = openSubmission(account(port));
    expect(await submission.send(letter)).toMatchObject({ kind: 'unreachable' });
    await new Promise((resolve) => setTimeout(resolve, 600));
    expect(ends).toBe(1);
    submission.close();
  });
});
