import type { Browser, BrowserContextOptions, Locator, Page } from 'playwright-core';

/** A sandbox in a browser, for pictures of it. */

export const CHROMIUM = '/usr/bin/chromium';

/** A ply that a player sends, with words below it. */
interface SentPly {
  readonly name: string;
  readonly move: string;
  readonly word: string;
}

/** Plies behind which the stone on f1 has one move only, so that one tap on it is that move. */
export const PLIES: readonly SentPly[] = [
  { name: 'alice', move: 'd1xe1', word: 'Good luck!' },
  { name: 'bob', move: 'c5xc4', word: 'You too. Mind the left edge.' },
];
/** A move as a link writes it. */
const MOVE = /^[a-f][1-6][x-][a-f][1-6]$/;

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
  await page.frameLocator('#html').getByRole('link', { name: move, exact: true }).click();
  const text = page.locator('#draft-body');
  await text.waitFor();
  await text.fill(`${(await text.inputValue()).trimEnd()}\n${word}`);
  await page.locator('#send').click();
  await page.locator('#news p').nth(1).waitFor();
}

/**
 * A stone of the board that has one move.
 *
 * @throws Error when every stone has more
 */
export async function stoneWithOneMove(page: Page): Promise<Locator> {
  const stones = await page.frameLocator('#html').locator('table a:has(img)').all();
  for (const stone of stones) {
    const body = /[?&]body=([^&]*)/.exec((await stone.getAttribute('href')) ?? '')?.[1] ?? '';
    if (MOVE.test(decodeURIComponent(body).trim())) return stone;
  }
  throw new Error('no stone has just one move');
}
