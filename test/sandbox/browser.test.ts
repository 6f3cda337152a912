import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { AxeResults } from 'axe-core';
import { type BrowserContext, chromium, type Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { Mailbox } from '../../sandbox/mailbox.ts';
import { type PageOptions, startPage } from '../../sandbox/page.ts';
import type { PostOffice } from '../../sandbox/postoffice.ts';
import { patienceMs } from '../support/run/patience.ts';
import { present } from '../support/run/present.ts';
import { throwDice } from '../support/run/seed.ts';
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
import { ATTACHMENTS, HTML, SUBJECT, TEXT } from './sample.ts';

const CHROMIUM = '/usr/bin/chromium';
const AXE = createRequire(import.meta.url).resolve('axe-core/axe.min.js');
const poll = <T>(look: () => T) => expect.poll(look);

const cleanup = makeCleanup();
afterEach(cleanup.run);

describe.skipIf(!present('Chromium', existsSync(CHROMIUM)))('the page in a browser', () => {
  const dice = throwDice('the page in a browser');
  let context: BrowserContext;
  let profile: string;

  beforeAll(async () => {
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
    context.setDefaultTimeout(patienceMs);
  });

  afterAll(async () => {
    await context?.close();
    await rm(profile, { recursive: true, force: true });
  });

  /** The page with a board waiting for alice, and nothing that the browser complains of. */
  async function open(viewport = { width: 1280, height: 800 }) {
    const office = await openOffice(cleanup);
    const welcome = { messageId: '<welcome@turnpost.test>', references: [], subject: 'Welcome' };
    await sendBoard(office, ALICE, { ...welcome, text: 'Welcome to the sandbox.\n' });
    await sendBoard(office, ALICE, {
      subject: SUBJECT,
      text: TEXT,
      html: HTML,
      attachments: ATTACHMENTS,
    });
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
    await visitor.frameLocator('#html').getByRole('table', { name: 'board' }).waitFor();
    return { office, visitor, complaints, page, options };
  }

  const badge = (visitor: Page, name: string) =>
    visitor.getByRole('link', { name: new RegExp(`^${name}`) }).locator('.count');
  const field = (visitor: Page, name: string) =>
    visitor.getByRole('textbox', { name, exact: true });
  const inList = (visitor: Page) => visitor.locator('#letters');
  /** What axe has against the page as it stands; the letter in it is tested on its own. */
  async function auditOf(visitor: Page) {
    // The page's own rules let in no script of others.
    await visitor.evaluate(await readFile(AXE, 'utf8'));
    const { violations } = (await visitor.evaluate(
      "axe.run({ exclude: ['iframe'] }, { resultTypes: ['violations'] })",
    )) as AxeResults;
    return violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`);
  }

  const openTab = async (visitor: Page, name: string) => {
    await visitor.getByRole('link', { name: new RegExp(`^${name}`) }).click();
    await visitor.getByRole('heading', { name, exact: true }).waitFor();
  };

  /** What the server does with a move: a new board for both. */
  async function playServer(office: PostOffice) {
    const games = await openBoxOf(office, GAMES, cleanup);
    games.onMail(async () => {
      for (const to of [ALICE, BOB])
        await sendBoard(office, to, {
          subject: SUBJECT,
          text: TEXT,
          html: HTML,
          attachments: ATTACHMENTS,
        });
    });
    return games;
  }

  test('from the link of a move to the answers of both', async () => {
    const { office, visitor, complaints } = await open();
    const games = await playServer(office);
    await poll(() => badge(visitor, 'alice').textContent()).toBe('1');
    const letter = visitor.frameLocator('#html');
    await letter.getByRole('link', { name: 'd4e4' }).click();
    await poll(() => field(visitor, 'Text').inputValue()).toBe('d4e4\n');
    expect(await field(visitor, 'To').inputValue()).toBe(TOKEN);
    expect(await field(visitor, 'Subject').inputValue()).toBe(`Re: ${SUBJECT}`);
    expect(new URL(visitor.url()).hash).toBe('#/alice/INBOX-2');
    await visitor.getByRole('button', { name: 'Send' }).click();
    await poll(() => badge(visitor, 'bob').textContent()).toBe('1');
    await poll(() => visitor.title()).toBe('(3) Turnpost sandbox');
    await visitor.getByText('New board: open').waitFor();
    await visitor.getByText('New board for bob: open').waitFor();
    const [sent] = await games.list();
    expect(sent?.letter).toMatchObject({ text: 'd4e4\n', subject: `Re: ${SUBJECT}` });
    expect(sent?.letter.references.at(-1)).toBe('board.12.4@turnpost.test');
    await visitor.locator('#news p', { hasText: 'for bob' }).getByRole('link').click();
    await visitor.getByRole('heading', { name: 'bob', exact: true }).waitFor();
    await letter.getByRole('table', { name: 'board' }).waitFor();
    expect(await visitor.getByText('New board for bob').isVisible()).toBe(false);
    await poll(() => badge(visitor, 'bob').isHidden()).toBe(true);
    // The letter’s own picture from elsewhere and its script are refused, and say so.
    expect(complaints.filter((text) => !/spy\.png|script/i.test(text))).toEqual([]);
  });

  test('a letter runs no script, fetches nothing and leads nowhere', async () => {
    const { visitor } = await open();
    const asked: string[] = [];
    visitor.on('request', (request) => asked.push(request.url()));
    await visitor.reload();
    const letter = visitor.frameLocator('#html');
    const elsewhere = letter.getByText('a page elsewhere');
    await elsewhere.click();
    expect(await elsewhere.getAttribute('href')).toBeNull();
    expect(await visitor.title()).toMatch(/Turnpost sandbox$/);
    expect(asked.filter((url) => !url.startsWith('http://127.0.0.1:'))).toEqual([]);
    expect(
      await letter
        .locator('img[src*="spy"]')
        .evaluate((img) => (img as { naturalWidth?: number }).naturalWidth),
    ).toBe(0);
  });

  test('an answer by hand, sent with the keyboard', async () => {
    const { office, visitor } = await open();
    const games = await openBoxOf(office, GAMES, cleanup);
    await visitor.getByRole('button', { name: 'Answer' }).click();
    await field(visitor, 'Text').waitFor();
    await visitor.keyboard.type('e1e2');
    expect(await field(visitor, 'Text').inputValue()).toMatch(
      /^e1e2\n\nOn .* wrote:\n> Summary of Forms Board 12\n/,
    );
    await visitor.keyboard.press('Control+Enter');
    const sent = await until(async () => (await games.list())[0]);
    expect(sent?.letter.to).toEqual([{ name: 'Turnpost', address: TOKEN }]);
    await inList(visitor)
      .getByRole('button', { name: /^2 letters/ })
      .waitFor();
    expect(await visitor.getByRole('button', { name: 'Send' }).isVisible()).toBe(false);
  });

  test.runIf(dice.takes())(
    'a letter that the post office refuses stays in the composer',
    async () => {
      const { visitor } = await open();
      await openTab(visitor, 'carol');
      await visitor.getByText('No letters yet.').waitFor();
      await visitor.getByRole('button', { name: 'New letter' }).click();
      expect(await field(visitor, 'To').inputValue()).toBe(GAMES);
      await field(visitor, 'To').fill('nobody@players.test');
      await field(visitor, 'Text').fill('signup carol');
      await visitor.getByRole('button', { name: 'Send' }).click();
      await visitor.getByText(/The post office did not take the letter: 550/).waitFor();
      await openTab(visitor, 'bob');
      expect(await field(visitor, 'Text').isVisible()).toBe(false);
      await openTab(visitor, 'carol');
      expect(await field(visitor, 'Text').inputValue()).toBe('signup carol');
      await visitor.getByRole('button', { name: 'Discard' }).click();
      expect(await field(visitor, 'Text').isVisible()).toBe(false);
    },
  );

  test.runIf(dice.takes())('the steps can be hidden and stay so', async () => {
    const { visitor } = await open();
    await visitor.getByText('Open the mailbox of alice.').waitFor();
    await visitor.getByText('1 of 2 done').waitFor();
    await visitor.getByRole('button', { name: 'Hide' }).click();
    await visitor.reload();
    await visitor.getByRole('button', { name: 'What to do first' }).click();
    await visitor.getByText('Open the mailbox of alice.').waitFor();
  });

  test.runIf(dice.takes())('letters of one conversation are a line, with their count', async () => {
    const { office, visitor } = await open();
    const answer = {
      messageId: '<board.12.5@turnpost.test>',
      inReplyTo: 'board.12.4@turnpost.test',
    };
    await sendBoard(office, ALICE, { ...answer, references: [], subject: `Re: ${SUBJECT}` });
    const newest = inList(visitor).getByRole('link').first();
    await poll(() => newest.textContent()).toContain(`Re: ${SUBJECT}`);
    expect(await inList(visitor).getByRole('link').count()).toBe(2);
    const older = inList(visitor).getByRole('button', { name: '2 letters of this conversation' });
    await older.press('Enter');
    expect(await older.getAttribute('aria-expanded')).toBe('true');
    expect(await inList(visitor).getByRole('link').count()).toBe(3);
    await older.press('Enter');
    expect(await inList(visitor).getByRole('link').count()).toBe(2);
  });

  test.runIf(dice.takes())('a letter on a phone, and in the dark', async () => {
    const { visitor } = await open();
    const frame = visitor.locator('#html');
    const colour = () =>
      visitor.evaluate(`(({ contentWindow, contentDocument }) =>
        contentWindow.getComputedStyle(contentDocument.querySelector('b')).color
      )(document.getElementById('html'))`);
    const widthOf = async () => (await frame.boundingBox())?.width;
    for (const [name, width] of [
      ['Phone', 390],
      ['320 px', 320],
    ] as const) {
      await visitor.getByRole('button', { name, exact: true }).click();
      await poll(widthOf).toBe(width);
    }
    expect(await colour()).not.toBe('rgb(1, 255, 1)');
    const dark = visitor.getByRole('button', { name: 'Dark' });
    await dark.click();
    await poll(colour).toBe('rgb(1, 255, 1)');
    expect(await auditOf(visitor)).toEqual([]);
    await visitor.emulateMedia({ colorScheme: 'dark' });
    await dark.click();
    await poll(colour).not.toBe('rgb(1, 255, 1)');
    expect(await auditOf(visitor)).toEqual([]);
  });

  test.runIf(dice.takes())(
    'pictures are where the letter has them; source and files can be had',
    async () => {
      const { visitor } = await open();
      const pictures = visitor.frameLocator('#html').locator('img[src^="data:image/png"]');
      await poll(() => pictures.count()).toBe(4);
      const sizes = await pictures.evaluateAll((all) =>
        all.map((each) => (each as { naturalWidth?: number }).naturalWidth),
      );
      expect(sizes).toEqual([1, 1, 1, 1]);
      const keep = async (name: RegExp | string) => {
        const download = visitor.waitForEvent('download');
        await visitor.getByRole('link', { name }).click();
        return download;
      };
      const eml = await keep('.eml');
      expect(eml.suggestedFilename()).toBe('INBOX-2.eml');
      const raw = await readFile(await eml.path(), 'utf8');
      expect(raw).toContain('Message-ID: <board.12.4@turnpost.test>');
      const record = await keep(/^record/);
      expect(record.suggestedFilename()).toMatch(/^record .12.\.html$/);
      expect(await readFile(await record.path(), 'utf8')).toBe('<script>1</script>');
      // The two that the letter shows stand below its other parts only.
      expect(await visitor.locator('#attachments li').count()).toBe(1);
      await visitor.getByRole('button', { name: 'Text', exact: true }).click();
      const thumbnail = visitor.locator('#attachments img').first();
      await poll(() =>
        thumbnail.evaluate((img) => (img as { naturalWidth?: number }).naturalWidth),
      ).toBe(1);
      await visitor.getByRole('button', { name: 'Source' }).click();
      await poll(async () =>
        (await visitor.locator('#source').textContent())?.split(/\r?\n/),
      ).toEqual(raw.split(/\r?\n/));
      expect(await auditOf(visitor)).toEqual([]);
    },
  );

  const VIEWS = [
    [1280, 'light'],
    [320, 'dark'],
  ] as const;
  test.runIf(dice.takes()).each(dice.sample(VIEWS, 1))(
    'axe has nothing against any state: %i px wide, %s',
    async (width, colorScheme) => {
      const { visitor } = await open({ width, height: 568 });
      await visitor.emulateMedia({ colorScheme });
      const found: string[] = [];
      const audit = async (state: string) => {
        found.push(...(await auditOf(visitor)).map((each) => `${state}: ${each}`));
        if (Number(await visitor.evaluate('document.documentElement.scrollWidth')) > width)
          found.push(`${state} is too wide`);
      };
      await audit('letter');
      await visitor.getByText('Headers').click();
      await visitor.getByRole('button', { name: 'Text' }).click();
      await audit('text');
      await visitor.getByRole('button', { name: 'HTML' }).click();
      await visitor.frameLocator('#html').getByRole('link', { name: 'd4e4' }).click();
      await audit('composer');
      await visitor.getByRole('button', { name: 'Send' }).click();
      await visitor.locator('#composer').waitFor({ state: 'hidden' });
      if (width === 320) await visitor.getByRole('link', { name: 'Letters of alice' }).click();
      await inList(visitor)
        .getByRole('button', { name: /^2 letters/ })
        .click();
      await audit('list');
      if (width === 320) await visitor.getByRole('button', { name: 'All steps' }).click();
      await audit('steps');
      expect(found).toEqual([]);
    },
  );

  test.runIf(dice.takes())('a server that comes back disturbs no letter in writing', async () => {
    const { visitor, page, options } = await open();
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
    await poll(() => visitor.evaluate('document.activeElement.id')).toBe('draft-body');
    expect(await field(visitor, 'Text').inputValue()).toBe('not sent yet');
    await field(visitor, 'Text').press('Control+Enter');
    await inList(visitor)
      .getByRole('button', { name: /^2 letters/ })
      .waitFor();
  });
});
