import type { Browser, BrowserContextOptions, Locator, Page } from 'playwright-core';

/** A sandbox in a browser, for pictures of it. */

export const CHROMIUM = '/usr/bin/chromium';

/** A ply that a player sends, with words below it. */
interface SentPly {
  readonly name: string;
  readonly move: string;
  readonly word: string;
}

/** The first plies of a match. */
export const PLIES: readonly SentPly[] = [
  { name: 'alice', move: 'd1xe1', word: 'Good luck!' },
  { name: 'bob', move: 'c5xc4', word: 'You too. Mind the left edge.' },
];

/** Opens the page of a sandbox, and waits for the letter that it shows first. */
export async function visit(
  url: string,
  from: Browser,
  options: BrowserContextOptions,
): Promise<Page> {
  const context = await from.newContext({ colorScheme: 'light', ...options });
  const page = await context.newPage();
  // The letter is what is looked at.
  await context.addInitScript("localStorage.setItem('turnpost-steps-hidden', 'yes')");
  await page.goto(url);
  await opened(page);
  return page;
}

/** Waits until a letter is shown. */
export async function opened(page: Page): Promise<void> {
  await page.locator('#html[src]:not([aria-busy])').waitFor();
}

/** Plays a ply with words below it, and waits until the new board has come to both. */
export async function play(page: Page, { name, move, word }: SentPly): Promise<void> {
  await page.getByRole('link', { name: new RegExp(`^${name}\\b`) }).click();
  await page.locator('#letters a').first().click();
  await page.locator(`#html[src*="/${name}/"]:not([aria-busy])`).waitFor();
  await stoneOn(page, move.slice(0, 2)).click();
  const text = page.locator('#draft-body');
  await text.waitFor();
  await text.fill(`${move}\n${word}`);
  await page.locator('#send').click();
  await page.locator('#news p').nth(1).waitFor();
}

/** The stone on a cell, of which the reply lists several moves. */
export const stoneOn = (page: Page, cell: string): Locator =>
  page.frameLocator('#html').locator(`table a[href*="%5B${cell}%5D"]`);
