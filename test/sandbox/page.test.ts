import { request } from 'node:http';
import { afterEach, describe, expect, test } from 'vitest';
import { type Page, startPage } from '../../sandbox/page.ts';
import {
  ALICE,
  BOB,
  GUIDE,
  makeCleanup,
  openBoxOf,
  openOffice,
  sendBoard,
  TOKEN,
  until,
} from './desk.ts';
import { HTML } from './sample.ts';

const cleanup = makeCleanup();
afterEach(cleanup.run);

async function open() {
  const office = await openOffice(cleanup);
  const mailboxes = [
    { name: 'alice', about: 'a player', mailbox: await openBoxOf(office, ALICE, cleanup) },
    { name: 'bob', about: 'another', mailbox: await openBoxOf(office, BOB, cleanup) },
  ];
  const page = await startPage({
    host: '127.0.0.1',
    port: 0,
    mailboxes,
    newLetterTo: 'games@turnpost.test',
    guide: GUIDE,
  });
  cleanup.add(page.stop);
  return { office, page };
}

const get = (page: Page, path: string) => fetch(new URL(path, page.url));
type Json = Readonly<Record<string, unknown>>;
const read = async (page: Page, path: string) => (await (await get(page, path)).json()) as Json;
const list = async (page: Page, name: string) =>
  (await (await get(page, `/api/mailboxes/${name}`)).json()) as readonly Json[];
const post = (page: Page, path: string, body: unknown, headers = {}) =>
  fetch(new URL(path, page.url), {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', ...headers },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  });

/** `fetch` cannot set Host, which is the point. */
const statusFor = (page: Page, host: string): Promise<number | undefined> =>
  new Promise((resolve, reject) => {
    const { port } = new URL(page.url);
    request({ host: '127.0.0.1', port, path: '/api/welcome', headers: { host } }, (response) => {
      response.resume();
      resolve(response.statusCode);
    })
      .on('error', reject)
      .end();
  });

const DRAFT = { to: BOB, subject: 'hi', body: 'hello\n', references: [] };

describe('the gallery', () => {
  test('shows every kind of letter in each of its parts', async () => {
    const { page } = await open();
    const index = await get(page, '/gallery/');
    expect(index.headers.get('content-type')).toBe('text/html; charset=utf-8');
    const names = [...(await index.text()).matchAll(/src="([^"]+)"/g)].map(([, name]) => name);
    expect(names).toContain('board.html');
    expect(names).toContain('board.dark.html');
    expect(names).toContain('board.png');
    for (const name of new Set(names)) {
      const letter = await get(page, `/gallery/${name}`);
      expect([name, letter.status]).toEqual([name, 200]);
      if (!name?.endsWith('.html')) continue;
      expect(letter.headers.get('content-security-policy')).toContain('sandbox');
    }
    expect(await (await get(page, '/gallery/board.dark.html')).text()).toContain('@media all');
    expect(await (await get(page, '/gallery/board.txt')).text()).toMatch(
      /^Subject: Forms Board 12/,
    );
    expect((await get(page, '/gallery/gallery.css')).status).toBe(200);
    expect((await get(page, '/gallery/nothing.html')).status).toBe(404);
  });
});

describe('other pages', () => {
  test('a name that somebody has pointed at this machine is refused', async () => {
    const { page } = await open();
    const { host, port } = new URL(page.url);
    expect(await statusFor(page, host)).toBe(200);
    expect(await statusFor(page, `localhost:${port}`)).toBe(200);
    expect(await statusFor(page, `evil.test:${port}`)).toBe(403);
    expect(await statusFor(page, '127.0.0.1')).toBe(403);
  });

  test.each(['https://evil.test', 'null', 'http://127.0.0.1:1'])(
    'a letter posted from %s is refused',
    async (origin) => {
      const { page } = await open();
      const answer = await post(page, '/api/mailboxes/alice', DRAFT, { Origin: origin });
      expect(answer.status).toBe(403);
      expect(await list(page, 'bob')).toEqual([]);
    },
  );

  test('what a form of another page can post is refused', async () => {
    const { page } = await open();
    const headers = { 'Content-Type': 'text/plain' };
    expect((await post(page, '/api/mailboxes/alice', DRAFT, headers)).status).toBe(415);
  });

  test.each(['/', '/page.js', '/api/welcome', '/nothing'])(
    'rules go along with %s',
    async (path) => {
      const { page } = await open();
      const { headers } = await get(page, path);
      expect(headers.get('content-security-policy')).toMatch(
        /^default-src 'none'; script-src 'self';/,
      );
      expect(headers.get('cache-control')).toBe('no-store');
      expect(headers.get('x-content-type-options')).toBe('nosniff');
    },
  );
});

describe('the mailboxes', () => {
  test('the welcome says who there is', async () => {
    const { office, page } = await open();
    await sendBoard(office, ALICE);
    expect(await read(page, '/api/welcome')).toEqual({
      steps: [
        { text: 'Open the mailbox of alice.', mailbox: 'alice', done: false },
        {
          text: 'As carol, write: signup carol',
          mailbox: 'carol',
          line: 'signup carol',
          done: false,
        },
      ],
      newLetterTo: 'games@turnpost.test',
      mailboxes: [
        { name: 'alice', about: 'a player', address: ALICE, unread: 1 },
        { name: 'bob', about: 'another', address: BOB, unread: 0 },
      ],
    });
  });

  test('a letter is listed, read, answered and marked', async () => {
    const { office, page } = await open();
    await sendBoard(office, ALICE, { html: HTML });
    const [listed] = await list(page, 'alice');
    expect(listed).toMatchObject({ id: 'INBOX-1', sent: false, seen: false });
    expect(listed).not.toHaveProperty('text');
    const letter = await read(page, '/api/mailboxes/alice/INBOX-1');
    expect(letter).toMatchObject({ hasHtml: true, text: expect.stringContaining('your turn') });
    expect(letter).not.toHaveProperty('html');
    const html = await get(page, '/api/mailboxes/alice/INBOX-1/html');
    expect(html.headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(html.headers.get('content-security-policy')).toMatch(
      /default-src 'none'; style-src 'unsafe-inline'/,
    );
    expect(await html.text()).toContain('<table');
    const link = encodeURIComponent(`mailto:${TOKEN}?body=e4e5`);
    const draft = await get(page, `/api/mailboxes/alice/INBOX-1/answer?link=${link}`);
    expect(await draft.json()).toMatchObject({ to: TOKEN, body: 'e4e5' });
    await post(page, '/api/mailboxes/alice/INBOX-1/seen', {});
    expect(await list(page, 'alice')).toMatchObject([{ seen: true }]);
  });

  test('a letter is sent, and an open page hears of it', async () => {
    const { page } = await open();
    const events = (await get(page, '/api/events')).body;
    if (!events) throw new Error('no events');
    const heard: unknown[] = [];
    const queries = (async () => {
      for await (const chunk of events.pipeThrough(new TextDecoderStream()))
        for (const [, json = ''] of chunk.matchAll(/^data: (.*)$/gm)) heard.push(JSON.parse(json));
    })();
    expect((await post(page, '/api/mailboxes/alice', DRAFT)).status).toBe(201);
    await until(() => heard.length >= 2);
    expect(heard).toContainEqual({
      mailbox: 'alice',
      unread: 0,
      arrived: [],
      done: [true, false],
    });
    expect(heard).toContainEqual({
      mailbox: 'bob',
      unread: 1,
      arrived: [expect.objectContaining({ id: 'INBOX-1', subject: 'hi', thread: 'INBOX-1' })],
      done: expect.arrayContaining([false]),
    });
    await page.stop();
    await queries;
  });

  test.each([
    ['no recipient', { ...DRAFT, to: ' ' }, 422, { code: 'no-recipient' }],
    ['nobody there', { ...DRAFT, to: 'x@players.test' }, 422, { code: 'refused' }],
    ['no subject', { to: BOB }, 400, { code: 'wrong-draft' }],
    ['a header in an id', { ...DRAFT, inReplyTo: 'a\r\nBcc: x' }, 400, { code: 'wrong-draft' }],
    ['no JSON', '{', 400, undefined],
    ['too long', { ...DRAFT, body: 'x'.repeat(256 * 1024) }, 413, undefined],
  ])('%s is a problem', async (_name, draft, status, said) => {
    const { page } = await open();
    const answer = await post(page, '/api/mailboxes/alice', draft);
    expect(answer.status).toBe(status);
    if (said) expect(await answer.json()).toMatchObject(said);
  });

  test.each(
    (
      '/api /api/ /api/mailboxes /api/mailboxes/dave /api/mailboxes/alice/ ' +
      '/api/mailboxes/alice/INBOX-9 /api/mailboxes/alice/INBOX-9/html ' +
      '/page.html /../package.json /%2e%2e/package.json'
    ).split(' '),
  )('there is nothing at %s', async (path) => {
    const { page } = await open();
    expect((await get(page, path)).status).toBe(404);
  });

  test('a letter without HTML has none to show', async () => {
    const { office, page } = await open();
    await sendBoard(office, ALICE);
    expect((await get(page, '/api/mailboxes/alice/INBOX-1/html')).status).toBe(404);
  });
});

test('a busy port is an error with its code', async () => {
  const { page } = await open();
  const port = Number(new URL(page.url).port);
  const second = startPage({
    host: '127.0.0.1',
    port,
    mailboxes: [],
    newLetterTo: '',
    guide: GUIDE,
  });
  await expect(second).rejects.toMatchObject({ code: 'EADDRINUSE' });
});
