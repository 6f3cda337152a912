import { existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type BrowserContext, chromium, type Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openSandbox, type Sandbox } from '../../src/sandbox/open.ts';
import { present } from '../support/present.ts';

const CHROMIUM = '/usr/bin/chromium';
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
  const opensNewest = (page: Page, text: string) =>
    expect
      .poll(
        async () => {
          await page.locator('#letters a').first().click();
          return page.frameLocator('#html').getByText(text).isVisible();
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
      await opensNewest(page, `ply ${ply}.`);
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
    await opensNewest(page, `alice played ${move} (#3)`);
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
});
