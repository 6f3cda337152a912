import { existsSync, mkdirSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type BrowserContext, chromium, type Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { Mailbox } from '../../src/sandbox/mailbox.ts';
import { type PageOptions, startPage } from '../../src/sandbox/page.ts';
import type { PostOffice } from '../../src/sandbox/postoffice.ts';
import { present } from '../support/run/present.ts';
import {
  ALICE,
  BOB,
  CAROL,
  GAMES,
  GUIDE,
  makeCleanup,
  openBoxOf,
  openOffice,
  sendBoard,
  TOKEN,
  until,
} from './desk.ts';
import { HTML, MOVES, SUBJECT, TEXT } from './sample.ts';

const CHROMIUM = '/usr/bin/chromium';
const SCREENSHOTS = fileURLToPath(new URL('../../screenshots', import.meta.url));
const cleanup = makeCleanup();
afterEach(cleanup.run);

describe.skipIf(!present('Chromium', existsSync(CHROMIUM)))('the page in a browser', () => {
  let context: BrowserContext;
  let profile: string;

  beforeAll(async () => {
    mkdirSync(SCREENSHOTS, { recursive: true });
    profile = await mkdtemp(join(tmpdir(), 'turnpost-chromium-'));
    context = await chromium.launchPersistentContext(profile, {
      executablePath: CHROMIUM,
      args: [
        '--no-sandbox',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
        '--no-first-run',
      ],
      viewport: { width: 1280, height: 800 },
      timezoneId: 'UTC',
    });
  }, 30_000);

  afterAll(async () => {
    await context?.close();
    await rm(profile, { recursive: true, force: true });
  });

  /** The page with a board waiting for alice, and nothing that the browser complains of. */
  async function open(viewport = { width: 1280, height: 800 }) {
    const office = await openOffice(cleanup);
    await sendBoard(office, ALICE, { subject: 'Welcome', text: 'Welcome to the sandbox.\n' });
    await sendBoard(office, ALICE, { subject: SUBJECT, text: TEXT, html: HTML });
    const boxes: Record<string, Mailbox> = {};
    for (const address of [ALICE, BOB, CAROL])
      boxes[address] = await openBoxOf(office, address, cleanup);
    const tab = (name: string, about: string, address: string) => {
      const mailbox = boxes[address];
      if (!mailbox) throw new Error(`no mailbox of ${address}`);
      return { name, about, mailbox };
    };
    const options: PageOptions = {
      host: '127.0.0.1',
      port: 0,
      mailboxes: [
        tab('alice', 'a player: a board is waiting for her', ALICE),
        tab('bob', 'a player: alice’s opponent', BOB),
        tab('carol', 'a stranger who may sign up', CAROL),
      ],
      newLetterTo: GAMES,
      guide: GUIDE,
    };
    const page = await startPage(options);
    cleanup.add(page.stop);
    const visitor = await context.newPage();
    const complaints: string[] = [];
    visitor.on('pageerror', (error) => complaints.push(String(error)));
    visitor.on('console', (message) => {
      if (message.type() === 'error') complaints.push(message.text());
    });
    cleanup.add(() => visitor.close());
    await visitor.setViewportSize(viewport);
    await visitor.emulateMedia({ colorScheme: 'light' });
    await visitor.goto(page.url);
    await visitor.getByRole('link', { name: /^alice/ }).waitFor();
    return { office, visitor, complaints, page, options };
  }

  const shoot = (visitor: Page, name: string) =>
    visitor.screenshot({
      path: join(SCREENSHOTS, `sandbox-${name}.png`),
      animations: 'disabled',
    });
  const badge = (visitor: Page, name: string) =>
    visitor.getByRole('link', { name: new RegExp(`^${name}`) }).locator('.count');
  const field = (visitor: Page, name: string) =>
    visitor.getByRole('textbox', { name, exact: true });
  const openBoard = (visitor: Page) =>
    visitor.getByRole('link', { name: new RegExp(SUBJECT.slice(0, 14)) }).click();

  const openTab = async (visitor: Page, name: string) => {
    await visitor.getByRole('link', { name: new RegExp(`^${name}`) }).click();
    await visitor.getByRole('heading', { name, exact: true }).waitFor();
  };

  /** What the server does with a move: a new board for both. */
  async function playServer(office: PostOffice) {
    const games = await openBoxOf(office, GAMES, cleanup);
    games.onMail(async () => {
      for (const to of [ALICE, BOB])
        await sendBoard(office, to, { subject: SUBJECT, text: TEXT, html: HTML });
    });
    return games;
  }

  test('from the link of a move to the answers of both', async () => {
    const { office, visitor, complaints } = await open();
    const games = await playServer(office);
    await expect.poll(() => badge(visitor, 'alice').textContent()).toBe('2');
    await shoot(visitor, 'start');
    await openBoard(visitor);
    const letter = visitor.frameLocator('#html');
    await letter.getByRole('table', { name: 'board' }).waitFor();
    await shoot(visitor, 'letter');
    await letter.getByRole('link', { name: 'd4e4' }).click();
    await expect.poll(() => field(visitor, 'Text').inputValue()).toBe('d4e4\n');
    expect(await field(visitor, 'To').inputValue()).toBe(TOKEN);
    expect(await field(visitor, 'Subject').inputValue()).toBe(`Re: ${SUBJECT}`);
    expect(new URL(visitor.url()).hash).toBe('#/alice/INBOX-2');
    await shoot(visitor, 'composer');
    await visitor.getByRole('button', { name: 'Send' }).click();
    await expect.poll(() => badge(visitor, 'bob').textContent()).toBe('1');
    await expect.poll(() => visitor.title()).toBe('(3) Turnpost sandbox');
    const status = visitor.getByRole('status');
    await status.getByText(`New letter for bob, from Turnpost: ${SUBJECT}`).waitFor();
    await shoot(visitor, 'answers');
    const [sent] = await games.list();
    expect(sent?.letter).toMatchObject({ text: 'd4e4\n', subject: `Re: ${SUBJECT}` });
    expect(sent?.letter.references.at(-1)).toBe('board.12.4@turnpost.test');
    await openTab(visitor, 'bob');
    await openBoard(visitor);
    await letter.getByRole('table', { name: 'board' }).waitFor();
    await expect.poll(() => badge(visitor, 'bob').isHidden()).toBe(true);
    // The letter’s own picture from elsewhere and its script are refused, and say so.
    expect(complaints.filter((text) => !/spy\.png|script/i.test(text))).toEqual([]);
  });

  test('a letter runs no script, fetches nothing and leads nowhere', async () => {
    const { visitor } = await open();
    const asked: string[] = [];
    visitor.on('request', (request) => asked.push(request.url()));
    await openBoard(visitor);
    const letter = visitor.frameLocator('#html');
    const elsewhere = letter.getByText('a page elsewhere');
    await elsewhere.click();
    expect(await elsewhere.getAttribute('href')).toBeNull();
    expect(await visitor.title()).toMatch(/Turnpost sandbox$/);
    expect(asked.filter((url) => !url.startsWith('http://127.0.0.1:'))).toEqual([]);
    expect(
      await letter
        .locator('img')
        .evaluate((img) => (img as { naturalWidth?: number }).naturalWidth),
    ).toBe(0);
  });

  test('an answer by hand, sent with the keyboard', async () => {
    const { office, visitor } = await open();
    const games = await openBoxOf(office, GAMES, cleanup);
    await openBoard(visitor);
    await visitor.getByRole('button', { name: 'Answer' }).click();
    await field(visitor, 'Text').waitFor();
    await visitor.keyboard.type('e1e2');
    expect(await field(visitor, 'Text').inputValue()).toMatch(
      /^e1e2\n\nOn .* wrote:\n> Summary of Forms Board 12\n/,
    );
    await visitor.keyboard.press('Control+Enter');
    const sent = await until(async () => (await games.list())[0]);
    expect(sent?.letter.to).toEqual([{ name: 'Turnpost', address: TOKEN }]);
    await visitor.getByRole('link', { name: /^To Turnpost.*sent$/ }).waitFor();
    expect(await visitor.getByRole('button', { name: 'Send' }).isVisible()).toBe(false);
  });

  test('a letter that the post office refuses stays in the composer', async () => {
    const { visitor } = await open();
    await openTab(visitor, 'carol');
    await visitor.getByText('No letters yet.').waitFor();
    await visitor.getByRole('button', { name: 'New letter' }).click();
    expect(await field(visitor, 'To').inputValue()).toBe(GAMES);
    await field(visitor, 'To').fill('nobody@players.test');
    await field(visitor, 'Text').fill('signup carol');
    await visitor.getByRole('button', { name: 'Send' }).click();
    await visitor.getByText(/The post office did not take the letter: 550/).waitFor();
    await shoot(visitor, 'refused');
    await openTab(visitor, 'bob');
    expect(await field(visitor, 'Text').isVisible()).toBe(false);
    await openTab(visitor, 'carol');
    expect(await field(visitor, 'Text').inputValue()).toBe('signup carol');
    await visitor.getByRole('button', { name: 'Discard' }).click();
    expect(await field(visitor, 'Text').isVisible()).toBe(false);
  });

  test('the introduction can be hidden and stays so', async () => {
    const { visitor } = await open();
    await visitor.getByText(INTRO[0] ?? '').waitFor();
    await visitor.getByRole('button', { name: 'Hide' }).click();
    await visitor.reload();
    await visitor.getByRole('button', { name: 'What to do first' }).click();
    await visitor.getByText(INTRO[0] ?? '').waitFor();
  });

  test('a server that goes and comes back does not disturb a letter in writing', async () => {
    const { visitor, page, options } = await open();
    await openBoard(visitor);
    await visitor.getByRole('button', { name: 'Answer' }).click();
    await field(visitor, 'Text').fill('not sent yet');
    await page.stop();
    const offline = visitor.getByText(/The sandbox does not answer/);
    await offline.waitFor();
    await field(visitor, 'Text').press('Control+Enter');
    await visitor.getByText(/The letter is still here/).waitFor();
    const again = await startPage({ ...options, port: Number(new URL(page.url).port) });
    cleanup.add(again.stop);
    await offline.waitFor({ state: 'hidden' });
    await expect.poll(() => visitor.evaluate('document.activeElement.id')).toBe('draft-body');
    expect(await field(visitor, 'Text').inputValue()).toBe('not sent yet');
    await field(visitor, 'Text').press('Control+Enter');
    await visitor.getByRole('link', { name: /^To Turnpost.*sent$/ }).waitFor();
  });

  test('dark, narrow, and as text', async () => {
    const { visitor } = await open();
    await openBoard(visitor);
    await visitor
      .frameLocator('#html')
      .getByRole('link', { name: MOVES[0] ?? '' })
      .waitFor();
    await visitor.emulateMedia({ colorScheme: 'dark' });
    await shoot(visitor, 'letter-dark');
    await visitor.getByRole('button', { name: 'Text' }).click();
    await visitor.getByText('Summary of Forms Board 12').waitFor();
    await shoot(visitor, 'text-dark');
    await visitor.emulateMedia({ colorScheme: 'light' });
    await shoot(visitor, 'text');
    await visitor.setViewportSize({ width: 1024, height: 768 });
    await shoot(visitor, 'medium');
    await visitor.getByRole('button', { name: 'Hide' }).click();
    await shoot(visitor, 'medium-hidden');
    await visitor.getByRole('button', { name: 'Answer' }).click();
    await field(visitor, 'Text').waitFor();
    await shoot(visitor, 'medium-answer');
    await visitor.getByRole('button', { name: 'Discard' }).click();
    await visitor.getByRole('button', { name: 'What to do first' }).click();
    await visitor.setViewportSize({ width: 360, height: 740 });
    await shoot(visitor, 'narrow-text');
    await visitor.getByRole('button', { name: 'HTML' }).click();
    await visitor.frameLocator('#html').getByRole('link', { name: 'd4e4' }).click();
    await visitor.getByRole('button', { name: 'Send' }).waitFor();
    await shoot(visitor, 'narrow-composer');
    await visitor.getByRole('button', { name: 'Discard' }).click();
    await visitor.getByRole('link', { name: 'Letters of alice' }).click();
    await visitor.getByRole('link', { name: /Welcome/ }).waitFor();
    await shoot(visitor, 'narrow-list');
    await openBoard(visitor);
    await visitor.frameLocator('#html').getByRole('table').waitFor();
    await shoot(visitor, 'narrow-letter');
    const overflow = await visitor.evaluate('document.documentElement.scrollWidth');
    expect(overflow).toBe(360);
  });
});
