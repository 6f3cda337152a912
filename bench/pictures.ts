import { mkdirSync, writeFileSync } from 'node:fs';
import { Resvg } from '@resvg/resvg-js';
import gifenc from 'gifenc';
import { type Browser, chromium, type Locator, type Page } from 'playwright-core';
import { openSandbox } from '../sandbox/open.ts';
import { say } from './median.ts';
import { CHROMIUM, opened, PLIES, play, stoneOn, visit } from './pictures/sandbox-page.ts';

/**
 * Takes the pictures of README.md from a sandbox, in which a match is played for some plies first: a
 * letter on a phone beside its text, and a stone of a board that is tapped, whose move is sent.
 *
 *   npm run pictures
 */
const FOLDER = 'docs/pictures';
const PHONE = { width: 360, height: 640 };
const TELEPHONE = { viewport: PHONE, hasTouch: true, isMobile: true, deviceScaleFactor: 1 };
const SCREEN = { viewport: { width: 1280, height: 1400 }, deviceScaleFactor: 1.5 };
const COLOURS = 64;

interface Frame {
  readonly png: Buffer;
  readonly ms: number;
}

const sandbox = await openSandbox({ mode: 'sandbox', port: 0, log: 'error' });
const browser = await chromium.launch({ executablePath: CHROMIUM, args: ['--no-sandbox'] });
mkdirSync(FOLDER, { recursive: true });
try {
  const page = await visit(sandbox.url, browser, SCREEN);
  for (const ply of PLIES) await play(page, ply);
  write('letter.png', await letterBesideText(page));
  write('move.gif', animate(await aMove(browser)));
} finally {
  await browser.close();
  await sandbox.stop();
}

function write(name: string, bytes: Uint8Array): void {
  writeFileSync(`${FOLDER}/${name}`, bytes);
  say(`${FOLDER}/${name}, ${bytes.length} bytes`);
}

/** The newest board of alice on a phone, and what a reader of text sees of it. */
async function letterBesideText(page: Page): Promise<Buffer> {
  await page.locator('#news p', { hasText: 'alice' }).getByRole('link').click();
  await page.locator('#html[src*="/alice/"]:not([aria-busy])').waitFor();
  await page.locator('#on-320').click();
  await page.mouse.move(0, 0);
  const phone = await page.locator('#screen').screenshot({ animations: 'disabled' });
  await page.locator('#as-text').click();
  const text = (await page.locator('#text').textContent()) ?? '';
  const poster = await page.context().newPage();
  await poster.setContent(`<!doctype html><style>
    body { margin: 0; display: inline-flex; align-items: center; gap: 28px; padding: 8px; background: #fff }
    img { width: 344px; border-radius: 38px }
    pre { margin: 0; padding: 18px 22px; border-radius: 8px; background: #15181a; color: #e4e7e8;
      font: 12.5px/1.35 'DejaVu Sans Mono', monospace }
    </style><img alt="" src="data:image/png;base64,${phone.toString('base64')}"><pre></pre>`);
  await poster.locator('pre').evaluate((pre, shown) => {
    pre.textContent = shown;
  }, text.trimEnd());
  return poster.locator('body').screenshot();
}

/** The board, the tap, the answer, and the board that comes back. */
async function aMove(from: Browser): Promise<readonly Frame[]> {
  const page = await visit(sandbox.url, from, TELEPHONE);
  const frames: Frame[] = [];
  const take = async (ms: number) => {
    frames.push({ png: await page.screenshot({ animations: 'disabled' }), ms });
  };
  const tap = async (control: Locator, ms: number) => {
    await take(ms);
    const box = await control.boundingBox();
    if (!box) throw new Error('what is to be tapped cannot be seen');
    await page.evaluate(`{
      const finger = document.createElement('div');
      finger.id = 'finger';
      Object.assign(finger.style, { position: 'fixed', zIndex: 9, width: '40px', height: '40px',
        borderRadius: '50%', background: 'rgb(22 104 197 / 45%)', pointerEvents: 'none',
        left: '${box.x + box.width / 2 - 20}px', top: '${box.y + box.height / 2 - 20}px' });
      document.body.append(finger);
    }`);
    await take(500);
    await page.evaluate("document.getElementById('finger').remove()");
    await control.tap();
  };
  const board = page.frameLocator('#html').getByRole('table').first();
  await board.scrollIntoViewIfNeeded();
  await tap(stoneOn(page, 'c2'), 2200);
  await page.locator('#composer').waitFor();
  await take(1400);
  await page.keyboard.type('3');
  await tap(page.locator('#send'), 1400);
  const notice = page.getByText('New board: open');
  await notice.waitFor();
  await tap(page.locator('#news p', { has: notice }).getByRole('link'), 1200);
  await page.locator('#news p', { has: notice }).waitFor({ state: 'detached' });
  await opened(page);
  // That of the other player lies over the board.
  await page.locator('#news button').tap();
  await board.scrollIntoViewIfNeeded();
  await take(3000);
  return frames;
}

/** One palette for all frames, so that nothing flickers. */
function animate(frames: readonly Frame[]): Uint8Array {
  const pictures = frames.map(({ png, ms }) => ({ ...pixelsOf(png), ms }));
  const all = Buffer.concat(pictures.map(({ rgba }) => rgba));
  const palette = gifenc.quantize(new Uint8Array(all), COLOURS);
  const gif = gifenc.GIFEncoder();
  for (const { rgba, width, height, ms } of pictures)
    gif.writeFrame(gifenc.applyPalette(rgba, palette), width, height, { palette, delay: ms });
  gif.finish();
  return gif.bytes();
}

function pixelsOf(png: Buffer) {
  const { width, height } = PHONE;
  const href = `data:image/png;base64,${png.toString('base64')}`;
  const { pixels } = new Resvg(
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">
      <image width="${width}" height="${height}" href="${href}"/></svg>`,
  ).render();
  return { rgba: new Uint8Array(pixels), width, height };
}
