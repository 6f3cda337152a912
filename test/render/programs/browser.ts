import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium, type Page } from 'playwright-core';
import { PACKAGE_ROOT } from '../../../src/package-root.ts';
import { patienceMs } from '../../support/run/patience.ts';
import type { Column } from './columns.ts';
import type { Lack } from './lacks.ts';
import type { Shown } from './letters.ts';

export const CHROMIUM = '/usr/bin/chromium';
const IN_PAGE = `${PACKAGE_ROOT}test/render/programs/in-page.js`;

/** A cell of a board: what stands on it, and how light its middle and its edge are, from 0 to 1. */
interface SeenCell {
  readonly shows: 'white' | 'black' | 'other';
  readonly drawn: 'picture' | 'sign';
  readonly stone: number;
  readonly ground: number;
}

export interface SeenBoard {
  readonly letter: string;
  readonly width: number;
  readonly cells: readonly SeenCell[];
}

/** A browser that shows letters as mail programs do. */
export interface Glass {
  /** Shows letters in columns of one kind of screen, in each of their widths, beside each other. */
  show(letters: readonly Shown[], columns: readonly Column[]): Promise<void>;
  /** What is wrong with the letters that are shown, each a sentence. */
  faults(): Promise<readonly string[]>;
  boards(): Promise<readonly SeenBoard[]>;
  /** A picture of all that is shown. */
  picture(): Promise<Buffer>;
  close(): Promise<void>;
}

interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** @throws Error when Chromium cannot be started */
export async function openGlass(): Promise<Glass> {
  const profile = mkdtempSync(join(tmpdir(), 'turnpost-chromium-'));
  const context = await chromium.launchPersistentContext(profile, {
    executablePath: CHROMIUM,
    args: [
      '--no-sandbox',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      '--no-first-run',
    ],
    viewport: { width: 2000, height: 800 },
  });
  context.setDefaultTimeout(patienceMs);
  const blank = async (): Promise<Page> => {
    const page = await context.newPage();
    await page.setContent('<!doctype html><title>letters</title>');
    await page.addScriptTag({ path: IN_PAGE });
    return page;
  };
  const page = await blank();
  const protocol = await context.newCDPSession(page);
  return {
    async show(letters, columns) {
      const screen = columns[0]?.screen;
      await page.emulateMedia({ colorScheme: screen === 'dark' ? 'dark' : 'light' });
      await protocol.send('Emulation.setAutoDarkModeOverride', {
        enabled: screen === 'forced dark',
      });
      const frames = letters.flatMap((letter) =>
        columns.flatMap((column) => framesOf(letter, column)),
      );
      await page.evaluate(call('showLetters', frames));
    },
    faults: () => page.evaluate(call('faultsOfLetters')),
    async boards() {
      const boards = (await page.evaluate(call('boardsOfLetters'))) as readonly {
        name: string;
        width: number;
        box: Box;
        cells: readonly Box[];
      }[];
      const seen: SeenBoard[] = [];
      for (const { name, width, box, cells } of boards) {
        const png = await page.screenshot({ fullPage: true, clip: box });
        const light = call('lightOfStones', png.toString('base64'), cells);
        seen.push({ letter: name, width, cells: await page.evaluate(light) });
      }
      return seen;
    },
    picture: () => page.screenshot({ fullPage: true }),
    async close() {
      await context.close();
      rmSync(profile, { recursive: true, force: true });
    },
  };
}

/** A letter in each width of a column. */
const framesOf = ({ name, html, pictures }: Shown, { name: column, widths, lacks }: Column) =>
  widths.map((width) => ({ name, column, html: asRead(html, lacks), pictures, width, lacks }));

/** What a program changes before there are elements. */
function asRead(html: string, lacks: readonly Lack[]): string {
  const isLacking = (what: Lack['what']) => lacks.some((lack) => lack.what === what);
  const read = isLacking('doctype') ? html.replace(/^<!doctype html>/i, '') : html;
  return isLacking('as Word') ? asWordReads(read) : read;
}

/** Word reads what conditional comments hold for it, and not what they keep from it. */
const asWordReads = (html: string): string =>
  html
    .replace(/<!--\[if mso\]>(.*?)<!\[endif\]-->/gs, '$1')
    .replace(/<xml.*?<\/xml>/gs, '')
    .replace(/<!--\[if !mso\]><!-->.*?<!--<!\[endif\]-->/gs, '');

/** A call of what the page holds. */
const call = (name: string, ...values: readonly unknown[]): string =>
  `${name}(${values.map((value) => JSON.stringify(value)).join(', ')})`;
