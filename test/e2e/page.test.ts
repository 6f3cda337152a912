import { existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openSandbox, type Sandbox } from '../../sandbox/open.ts';
import { patienceMs } from '../support/run/patience.ts';
import { present } from '../support/run/present.ts';
import { throwDice } from '../support/run/seed.ts';

const CHROMIUM = '/usr/bin/chromium';
/** A cell of a board, which is a whole move in Minefield. */
const SCREENSHOTS = fileURLToPath(new URL('../../screenshots', import.meta.url));
const PHONE = { viewport: { width: 320, height: 568 }, hasTouch: true, isMobile: true };

describe.skipIf(!present('Chromium', existsSync(CHROMIUM)))('the sandbox in a browser', () => {
  const dice = throwDice('the sandbox in a browser');
  let sandbox: Sandbox;
  let browser: Browser;
  let complaints: string[];

  beforeAll(async () => {
    mkdirSync(SCREENSHOTS, { recursive: true });
    browser = await chromium.launch({
      executablePath: CHROMIUM,
      args: [
        '--no-sandbox',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
        '--no-first-run',
      ],
    });
  });
  afterAll(() => browser?.close());
  // What one test has played is nothing that the next may need.
  beforeEach(async () => {
    sandbox = await openSandbox({ mode: 'sandbox', port: 0, log: 'error' });
  });
  afterEach(() => sandbox?.stop());

  /** A visitor who comes for the first time. */
  async function visit(options: BrowserContextOptions): Promise<Page> {
    const context = await browser.newContext(options);
    context.setDefaultTimeout(patienceMs);
    const page = await context.newPage();
    complaints = [];
    page.on('pageerror', (error) => complaints.push(String(error)));
    page.on('console', (message) => {
      if (message.type() === 'error') complaints.push(message.text());
    });
    await page.goto(sandbox.url);
    return page;
  }
  const shoot = (page: Page, name: string) =>
    page.screenshot({ path: join(SCREENSHOTS, `game-${name}.png`) });
  const letterIn = (page: Page) => page.frameLocator('#html');
  /** The first words do not count: they are shown in lists of letters alone. */
  const shown = (page: Page, text: string | RegExp) =>
    letterIn(page).getByText(text).filter({ visible: true }).first();
  const step = (page: Page, number: number) => page.locator('#step-lines li').nth(number - 1);
  /** Waits until the server has said so. */
  const ticked = (page: Page, number: number) =>
    page.locator(`#step-lines li.ticked[data-number="${number}"]`).waitFor({ state: 'attached' });
  const next = (page: Page) => page.locator('#step-lines [aria-current="step"]');
  const send = (page: Page) => page.getByRole('button', { name: 'Send' });
  const stones = (page: Page) => letterIn(page).locator('table a:has(img)');
  /** A tap on a stone, or on a cell, and the number of its first move where it has several. */
  const writeMove = async (page: Page, touch: Touch) => {
    await touch(stones(page).first());
    const text = page.getByRole('textbox', { name: 'Text' });
    await text.waitFor();
    if (!(await text.inputValue()).includes('\n1) ')) return;
    await text.press('ControlOrMeta+End');
    await page.keyboard.type('1');
  };

  it.runIf(dice.takes())('ticks each of its nine steps off, and keeps them', async () => {
    const page = await visit({ viewport: { width: 1280, height: 900 } });
    const click: Touch = (control) => control.click();
    const isNext = async (number: number) => {
      await expect.poll(() => next(page).getAttribute('data-number')).toBe(String(number));
      await step(page, number).getByRole('button').click();
    };

    // 1: the board is open already.
    await expect.poll(() => next(page).getAttribute('data-number')).toBe('1');
    await writeMove(page, click);
    await shoot(page, 'answer');
    await send(page).click();
    await ticked(page, 1);
    await isNext(2);
    await ticked(page, 2);
    await shown(page, 'alice').waitFor();
    await isNext(3);
    await writeMove(page, click);
    // A move alone is no word.
    await page.getByRole('textbox', { name: 'Text' }).press('ControlOrMeta+End');
    await page.keyboard.type('\nMind the edge.');
    await send(page).click();
    await ticked(page, 3);
    await isNext(4);
    await shown(page, 'Mind the edge.').waitFor();
    await ticked(page, 4);
    await isNext(5);
    await writeMove(page, click);
    await send(page).click();
    await ticked(page, 5);
    await isNext(6);
    await send(page).click();
    await ticked(page, 6);
    await page.reload();
    await isNext(7);
    await page.getByRole('heading', { name: 'Answer from carol' }).waitFor();
    await send(page).click();
    await ticked(page, 7);
    await isNext(8);
    await letterIn(page)
      .getByRole('link', { name: /^accept \d+$/ })
      .first()
      .click();
    await page.locator('#composer').waitFor();
    await send(page).click();
    await ticked(page, 8);
    await shoot(page, 'eight-steps');
    expect(await playOn(page, ['alice', 'carol'], click)).toBe(true);
    await ticked(page, 9);
    await page.getByText('9 of 9 done').waitFor();
    await page.getByText('That was all of it.').waitFor();
    await shoot(page, 'nine-steps');
    expect(complaints).toEqual([]);
    await page.context().close();
  });

  type Touch = (control: ReturnType<Page['locator']>) => Promise<void>;

  /**
   * Plays the board that has just come in to its end: the notice of whoever is to move, a move in the
   * letter, Send.
   *
   * @returns whether it has come to an end
   */
  async function playOn(page: Page, movers: readonly string[], touch: Touch): Promise<boolean> {
    let open = await page.locator('#list-title').textContent();
    for (let ply = 0; ply < 40; ply++) {
      const mover = movers[ply % 2] ?? '';
      const notice = page.locator('#news p', {
        hasText: open === mover ? 'New board: open' : `New board for ${mover}: open`,
      });
      const link = notice.getByRole('link');
      const id = (await link.getAttribute('href'))?.replace('#', '');
      await touch(link);
      open = mover;
      await page.locator(`#html[src*="${id}/"]:not([aria-busy])`).waitFor();
      if ((await stones(page).count()) === 0) return shown(page, /won/).isVisible();
      await writeMove(page, touch);
      await touch(send(page));
      await page.locator('#composer').waitFor({ state: 'hidden' });
    }
    return false;
  }

  const tap: Touch = (control) => control.tap();
  const opens = (page: Page, what: string) =>
    tap(page.locator('#news p', { hasText: what }).getByRole('link'));
  const accepts = async (page: Page) => {
    await tap(
      letterIn(page)
        .getByRole('link', { name: /^accept \d+$/ })
        .first(),
    );
    await tap(send(page));
    await page.locator('#composer').waitFor({ state: 'hidden' });
  };

  it.runIf(dice.takes())(
    'takes a game from the challenge to its end by taps alone, 320 pixels wide',
    async () => {
      const page = await visit(PHONE);
      // A move and a name make carol a player, who challenges alice.
      await tap(page.getByRole('link', { name: 'Letters of alice' }));
      for (const number of [5, 6, 7]) {
        if (number > 5) await tap(page.getByRole('link', { name: 'Letters of carol' }));
        if (!(await step(page, number).isVisible()))
          await tap(page.getByRole('button', { name: 'All steps' }));
        await tap(step(page, number).getByRole('button'));
        if (number === 5) await writeMove(page, tap);
        await tap(send(page));
        await ticked(page, number);
      }
      await opens(page, 'New letter for alice: open');
      await accepts(page);
      expect(await playOn(page, ['alice', 'carol'], tap)).toBe(true);
      expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(320);
      await shoot(page, 'over');
      expect(complaints).toEqual([]);
      await page.context().close();
    },
  );
});
