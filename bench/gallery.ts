import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium } from 'playwright-core';
import { makeGallery } from '../src/sandbox/gallery.ts';
import { say } from './median.ts';

/**
 * Takes a picture of every letter as HTML: by day, by night, and 320 pixels wide.
 *
 *   npm run gallery
 *   npm run gallery board
 *   npm run gallery board de
 */
const CHROMIUM = '/usr/bin/chromium';
const SCREENSHOTS = 'screenshots/gallery';
const VIEWS = [
  { name: 'light', width: 640, dark: false },
  { name: 'dark', width: 640, dark: true },
  { name: 'narrow', width: 320, dark: false },
] as const;

const [only = '', language] = process.argv.slice(2);
const files = await makeGallery(undefined, language);
mkdirSync(SCREENSHOTS, { recursive: true });
const profile = mkdtempSync(join(tmpdir(), 'turnpost-chromium-'));
const context = await chromium.launchPersistentContext(profile, {
  executablePath: CHROMIUM,
  args: ['--no-sandbox', '--disable-background-networking', '--disable-component-update'],
});
const page = await context.newPage();
for (const [file, content] of files) {
  const [name = '', ending] = file.split(/\.(?=html$)/);
  if (ending !== 'html' || name.endsWith('.dark') || name === 'index') continue;
  if (!name.startsWith(only)) continue;
  const widths: string[] = [];
  for (const view of VIEWS) {
    await page.emulateMedia({ colorScheme: view.dark ? 'dark' : 'light' });
    await page.setViewportSize({ width: view.width, height: 200 });
    await page.setContent(String(content));
    await page.screenshot({ path: `${SCREENSHOTS}/${name}.${view.name}.png`, fullPage: true });
    const width = await page.evaluate('document.documentElement.scrollWidth');
    if (Number(width) > view.width) widths.push(`${view.name} is ${width} px wide`);
  }
  say([name, `${Buffer.byteLength(String(content))} bytes`, ...widths].join(', '));
}
await context.close();
rmSync(profile, { recursive: true });
