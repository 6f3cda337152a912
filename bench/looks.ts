import { mkdirSync, writeFileSync } from 'node:fs';
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core';
import { openSandbox } from '../sandbox/open.ts';
import { SAMPLES } from '../sandbox/samples/samples.ts';
import type { Message } from '../src/intent.ts';
import { shownLetters } from '../test/render/programs/letters.ts';
import { composed } from '../test/support/desk/composed.ts';
import { firstScreen } from '../test/support/process/mutt.ts';
import { say } from './median.ts';
import { CHROMIUM, PLIES, play, stoneOn, visit } from './pictures/sandbox-page.ts';

/**
 * Takes the pictures of docs/letters.md: letters of the gallery, as a telephone, a dark screen, a screen
 * reader and a terminal show them, and a list and an answer of a sandbox.
 *
 *   npm run pictures
 */
const FOLDER = 'docs/pictures/letters';
const WIDTH = 360;
const TELEPHONE: BrowserContextOptions = {
  viewport: { width: WIDTH, height: 640 },
  hasTouch: true,
  isMobile: true,
  deviceScaleFactor: 1.5,
};
const SCREEN: BrowserContextOptions = {
  viewport: { width: 1000, height: 700 },
  deviceScaleFactor: 1.5,
};
/** The gallery has names and numbers as long as they can be, which people have not. */
const LONGEST = { userid: 'a2345678901234567890', board: '1234567' };
/** Of a board with a comment, down to its third rank. */
const LINES_ALOUD = 9;

mkdirSync(FOLDER, { recursive: true });
const browser = await chromium.launch({ executablePath: CHROMIUM, args: ['--no-sandbox'] });
try {
  await takeLetters(browser);
  await takeSandbox(browser);
} finally {
  await browser.close();
}

function write(name: string, png: Uint8Array): void {
  writeFileSync(`${FOLDER}/${name}.png`, png);
  say(`${FOLDER}/${name}.png, ${png.length} bytes`);
}

async function takeLetters(from: Browser): Promise<void> {
  const context = await from.newContext(TELEPHONE);
  const page = await context.newPage();
  const protocol = await context.newCDPSession(page);
  const show = async (name: string, pictures: 'pictures' | 'no pictures' = 'pictures') => {
    await page.setContent(await htmlOf(name, pictures));
    await page.waitForLoadState('networkidle');
  };
  /** So much of a letter as fits on the screen, or less. */
  const top = (height: number) =>
    page.screenshot({ clip: { x: 0, y: 0, width: WIDTH, height }, fullPage: true });

  await show('board');
  write('board', await top(560));
  write('footer', await page.locator('p').last().screenshot());
  write('aloud', await asText(from, await aloud(page)));
  await page.emulateMedia({ colorScheme: 'dark' });
  write('dark', await top(560));
  await page.emulateMedia({ colorScheme: 'light' });
  await protocol.send('Emulation.setAutoDarkModeOverride', { enabled: true });
  write('forced-dark', await top(560));
  await protocol.send('Emulation.setAutoDarkModeOverride', { enabled: false });
  await show('board', 'no pictures');
  write('no-pictures', await top(560));
  await show('board-missed');
  write('record', await page.locator('table', { hasText: 'd3-d2' }).last().screenshot());
  await show('morning-daily');
  write('day', await top(640));
  write('mutt', await asText(from, await inMutt('board')));
  await context.close();
}

function messageOf(name: string): Message {
  const sample = SAMPLES.find(([each]) => each === name);
  if (!sample) throw new Error(`the gallery has no ${name}`);
  return sample[1];
}

/** A letter of the gallery with its pictures in it. */
async function htmlOf(name: string, pictures: 'pictures' | 'no pictures'): Promise<string> {
  const [letter] = await shownLetters([[name, messageOf(name)]]);
  if (!letter) throw new Error(`${name} has no HTML part`);
  return letter.html
    .replace(/src="cid:([^"]*)"/g, (_, cid) => {
      const png = pictures === 'pictures' ? letter.pictures[cid] : '';
      return `src="data:image/png;base64,${png}"`;
    })
    .replaceAll(LONGEST.userid, 'dora')
    .replaceAll(LONGEST.board, '14');
}

/** What a screen reader is given of the beginning of a letter, a line each. */
async function aloud(page: Page): Promise<string> {
  const lines = (await page.locator('body').ariaSnapshot()).split('\n');
  return lines
    .filter((line) => /- '?(?:heading|paragraph|text|table|row\b)/.test(line))
    .map((line) => line.replace(/^[ -]*'?\w+:? "?|"?(?: \[level=\d\])?"?:?'?$/g, ''))
    .slice(0, LINES_ALOUD)
    .join('\n');
}

async function inMutt(name: string): Promise<string> {
  const { raw, rendered } = await composed(name, messageOf(name));
  const [first = ''] = rendered.text.split('\n');
  return firstScreen(raw, first);
}

/** Lines of text as a terminal shows them. */
async function asText(from: Browser, text: string): Promise<Buffer> {
  const page = await from.newPage({ viewport: { width: 720, height: 200 } });
  await page.setContent(`<!doctype html><style>
    body { margin: 0; display: inline-block }
    pre { margin: 0; width: 80ch; padding: 14px 18px; white-space: pre-wrap; background: #15181a; color: #e4e7e8;
      font: 13px/1.35 'DejaVu Sans Mono', monospace }
    </style><pre></pre>`);
  await page.locator('pre').evaluate((pre, shown) => {
    pre.textContent = shown;
  }, text.trimEnd());
  const picture = await page.locator('pre').screenshot();
  await page.close();
  return picture;
}

/** The list of letters with one's turn in it, a conversation of it, and an answer that is written. */
async function takeSandbox(from: Browser): Promise<void> {
  const sandbox = await openSandbox({ mode: 'sandbox', port: 0, log: 'error' });
  try {
    const page = await visit(sandbox.url, from, SCREEN);
    for (const ply of PLIES) await play(page, ply);
    await page.goto(`${sandbox.url}#/alice`);
    // What tells of new letters goes with it.
    await page.reload();
    const list = page.locator('#letters');
    await list.getByText('Your move').first().waitFor();
    write('list', await list.screenshot());
    await list.locator('button').first().click();
    write('thread', await list.screenshot());
    const phone = await visit(sandbox.url, from, TELEPHONE);
    const board = phone.frameLocator('#html').getByRole('table').first();
    await board.scrollIntoViewIfNeeded();
    await stoneOn(phone, 'c2').tap();
    await phone.locator('#composer').waitFor();
    await phone.keyboard.type('3');
    write('answer', await phone.screenshot());
  } finally {
    await sandbox.stop();
  }
}
