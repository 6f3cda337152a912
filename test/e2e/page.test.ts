import { existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type BrowserContext, chromium, type Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openSandbox, type Sandbox } from '../../src/sandbox/open.ts';
import { present } from '../support/run/present.ts';
import { throwDice } from '../support/run/seed.ts';

const CHROMIUM = '/usr/bin/chromium';
/** A link that plays: a slide, a capture, a jump, or one cell. */
const MOVE = /^[a-d][1-4](?:[x-][a-d][1-4])?$/;
const SCREENSHOTS = fileURLToPath(new URL('../../screenshots', import.meta.url));

describe.skipIf(!present('Chromium', existsSync(CHROMIUM)))('the sandbox in a browser', () => {
  let sandbox: Sandbox;
  let profile: string;
  let context: BrowserContext;

  beforeAll(async () => {
    mkdirSync(SCREENSHOTS, { recursive: true });
    profile = mkdtempSync(join(tmpdir(), 'turnpost-chromium-'));
    sandbox = await openSandbox({ mode: 'sandbox', port: 0, log: 'error' });
    context = await chromium.launchPersistentContext(profile, {
      executablePath: CHROMIUM,
      args: [
        '--no-sandbox',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
        '--no-first-run',
      ],
      viewport: { width: 1280, height: 900 },
    });
  });
  afterAll(async () => {
    await context?.close();
    await sandbox?.stop();
    rmSync(profile, { recursive: true, force: true });
  });

  const shoot = (page: Page, name: string) =>
    page.screenshot({ path: join(SCREENSHOTS, `game-${name}.png`) });
  const tab = (page: Page, name: string) =>
    page.getByRole('link', { name: new RegExp(`^${name}\\b`) });
  /** Opens the newest letter, again and again until it is the one that says this. */
  const opensNewest = (page: Page, text: string | RegExp) =>
    expect
      .poll(
        async () => {
          await page.locator('#letters a').first().click();
          return page.frameLocator('#html').getByText(text).first().isVisible();
        },
        { timeout: 30_000, interval: 300 },
      )
      .toBe(true);
  const send = (page: Page) => page.getByRole('button', { name: 'Send' }).click();

  it('is played by clicking: three plies, then a stranger signs up', async () => {
    const page = await context.newPage();
    const complaints: string[] = [];
    page.on('pageerror', (error) => complaints.push(String(error)));
    await page.goto(sandbox.url);

    let move = '';
    for (const [ply, name] of [
      [1, 'alice'],
      [2, 'bob'],
      [3, 'alice'],
    ] as const) {
      await tab(page, name).click();
      const letter = page.frameLocator('#html');
      await opensNewest(page, `, ply ${ply}:`);
      if (ply < 3) await shoot(page, `board-${ply}`);
      const link = letter.getByRole('link', { name: /^[a-f][1-6][x-][a-f][1-6]$/ }).first();
      move = (await link.textContent()) ?? '';
      await link.click();
      await expect
        .poll(() => page.getByRole('textbox', { name: 'Text' }).inputValue())
        .toBe(`${move}\n`);
      if (ply === 1) await shoot(page, 'answer');
      await send(page);
      await page.locator('#letters .sent:visible').first().waitFor();
    }
    await tab(page, 'bob').click();
    await opensNewest(page, `alice played ${move}.`);
    await shoot(page, 'board-4');

    await tab(page, 'carol').click();
    await page.getByRole('button', { name: 'New letter' }).click();
    await page.getByRole('textbox', { name: 'Subject' }).fill('signup carol');
    await send(page);
    await page.locator('#letters').getByText('please confirm').click();
    await page.frameLocator('#html').getByRole('link', { name: 'yes' }).click();
    await send(page);
    await page.locator('#letters').getByText('welcome, carol').click();
    await page.frameLocator('#html').getByText('Your account is open.').waitFor();
    await shoot(page, 'welcome');
    expect(complaints).toEqual([]);
  });

  const GAMES = [
    ['Forms', 'forms', '3x2'],
    ['Forms (original)', 'forms-original', '3x2'],
    ['Minefield', 'minefield', '4x4'],
  ] as const;
  it.each(throwDice('games that are clicked').sample(GAMES, 1))(
    'plays %s to the end by clicking',
    async (name, rules, size) => {
      const page = await context.newPage();
      await page.goto(sandbox.url);
      await tab(page, 'alice').click();
      await page.getByRole('button', { name: 'New letter' }).click();
      await page
        .getByRole('textbox', { name: 'Subject' })
        .fill(`challenge bob ${rules} -size=${size} -first=me`);
      await send(page);
      await opensNewest(page, `challenge bob ${rules}`);
      await page.frameLocator('#html').getByRole('link', { name: 'yes', exact: true }).click();
      await send(page);
      await tab(page, 'bob').click();
      await opensNewest(page, new RegExp(`${name.replace(/[()]/g, '.')} \\(`));
      const accept = page.frameLocator('#html').getByRole('link', { name: /^accept \d+$/ });
      const board = ((await accept.textContent()) ?? '').slice('accept '.length);
      await accept.click();
      await send(page);
      let over = false;
      for (let ply = 1; ply <= 40 && !over; ply++) {
        const [mover, other] = ply % 2 === 1 ? ['alice', 'bob'] : ['bob', 'alice'];
        await tab(page, mover).click();
        await opensNewest(page, new RegExp(`Board ${board}, `));
        await opensNewest(page, new RegExp(`, ply ${ply}:`));
        await page.frameLocator('#html').getByRole('link', { name: MOVE }).first().click();
        await send(page);
        await tab(page, other).click();
        await opensNewest(page, new RegExp(`, ply ${ply + 1}:|(?:has|have) won`));
        over = await page
          .frameLocator('#html')
          .getByText(/(?:has|have) won/)
          .isVisible();
      }
      expect(over).toBe(true);
      await shoot(page, `over-${rules}`);
      await page.close();
    },
    240_000,
  );
});
