import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { AxeResults } from 'axe-core';
import { type BrowserContext, chromium, type Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { SAMPLES } from '../../sandbox/samples/samples.ts';
import { renderLetter } from '../../src/render/letter.ts';
import { ALICE, templates } from '../render/reader.ts';
import { newFolder } from '../support/run/folder.ts';
import { patienceMs } from '../support/run/patience.ts';
import { present } from '../support/run/present.ts';
import { full, throwDice } from '../support/run/seed.ts';

const CHROMIUM = '/usr/bin/chromium';
const AXE = createRequire(import.meta.url).resolve('axe-core/axe.min.js');
/** A letter is shown inside a mail program, which has landmarks and headings of its own. */
const PAGE_RULES = ['region', 'landmark-one-main', 'page-has-heading-one'];
const VIEWS = [
  { width: 640, colorScheme: 'light' },
  { width: 640, colorScheme: 'dark' },
  { width: 320, colorScheme: 'light' },
] as const;

describe.skipIf(!present('Chromium', existsSync(CHROMIUM)))('an HTML part in a browser', () => {
  let profile: string;
  let context: BrowserContext;
  let page: Page;

  beforeAll(async () => {
    profile = newFolder();
    context = await chromium.launchPersistentContext(profile, {
      executablePath: CHROMIUM,
      args: [
        '--no-sandbox',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
        '--no-first-run',
      ],
    });
    context.setDefaultTimeout(patienceMs);
    page = await context.newPage();
  });
  afterAll(() => context?.close());

  // The pages of commands differ in their words alone.
  const wanted = (name: string) =>
    full ||
    !name.startsWith('help-') ||
    ['help-forms', 'help-commands', 'help-challenge', 'help-queue'].includes(name);
  const letters = SAMPLES.filter(([name]) => wanted(name)).flatMap(([name, message]) => {
    const { html } = renderLetter(message, ALICE, templates);
    return html === undefined ? [] : [{ name, html }];
  });

  // Every fourth letter in one of the views, by chance which and in which.
  const turns = 4 * VIEWS.length;
  const first = throwDice('views of letters').upTo(turns);

  it.each(VIEWS)('has nothing that shuts a reader out: $width px, $colorScheme', async (view) => {
    await page.setViewportSize({ width: view.width, height: 600 });
    await page.emulateMedia({ colorScheme: view.colorScheme });
    const found: string[] = [];
    for (const [index, { name, html }] of letters.entries()) {
      if (!full && (index + first) % turns !== VIEWS.indexOf(view)) continue;
      await page.setContent(html);
      await page.addScriptTag({ path: AXE });
      const { violations } = (await page.evaluate(
        `axe.run(document, { resultTypes: ['violations'], rules: ${JSON.stringify(
          Object.fromEntries(PAGE_RULES.map((rule) => [rule, { enabled: false }])),
        )}})`,
      )) as AxeResults;
      for (const { id, nodes } of violations) found.push(`${name}: ${id} ${nodes[0]?.html}`);
      // Boards of more than 18 columns scroll in a box of their own; no letter is wider than the screen.
      const width = Number(await page.evaluate('document.documentElement.scrollWidth'));
      if (width > view.width) found.push(`${name} is ${width} px wide`);
    }
    expect(found).toEqual([]);
  });

  it('is readable without its style sheet', async () => {
    await page.setViewportSize({ width: 640, height: 600 });
    await page.emulateMedia({ colorScheme: 'dark' });
    const [letter] = letters;
    await page.setContent(letter?.html.replace(/<style>.*?<\/style>/gs, '') ?? '');
    const colours = await page.evaluate(
      `(({ color, backgroundColor }) => [color, backgroundColor])(getComputedStyle(document.body))`,
    );
    expect(colours).toEqual(['rgb(34, 29, 23)', 'rgb(255, 255, 255)']);
  });

  it('is a table of cells with names to a screen reader', async () => {
    await page.setContent(letters[0]?.html ?? '');
    const board = page.getByRole('table', { name: 'A board of 8 columns and 8 ranks' });
    await expect.poll(() => board.getByRole('row').count()).toBe(9);
    expect(await board.getByRole('img', { name: 'e4 black stone' }).count()).toBe(1);
    expect(await board.getByRole('columnheader').allTextContents()).toEqual([...'abcdefgh']);
    expect(await board.getByRole('rowheader').allTextContents()).toEqual([...'87654321']);
  });
});
