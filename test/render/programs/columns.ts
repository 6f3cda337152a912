import { type Lack, limitProblems } from './lacks.ts';

/** A way in which a letter is looked at: with which screen, and in what kind of program. */
export interface Column {
  readonly name: string;
  readonly screen: 'light' | 'dark' | 'forced dark';
  /** In CSS pixels. */
  readonly widths: readonly number[];
  readonly lacks: readonly Lack[];
}

const PHONE = 320;
const DESK = 640;

/**
 * A program in the light; what it does in the dark it does with colours of its own, as the forced dark
 * does.
 */
const program = (
  name: string,
  facts: string,
  width: number,
  more: readonly Lack[] = [],
): Column => ({
  name,
  screen: 'light',
  widths: [width],
  lacks: [...limitProblems(facts), ...more],
});

const plain = (name: string, screen: Column['screen'], ...lacks: readonly Lack[]): Column => ({
  name,
  screen,
  widths: [DESK, PHONE],
  lacks,
});

/** A program that keeps everything, on each kind of screen. */
export const SCREENS: readonly Column[] = [
  plain('light', 'light'),
  plain('dark', 'dark'),
  plain('forced dark', 'forced dark'),
];

/** Every way in which every letter must be right. */
export const COLUMNS: readonly Column[] = [
  ...SCREENS,
  plain('no style sheet', 'dark', { what: 'sheets' }),
  plain('no pictures', 'light', { what: 'pictures' }),
  program('Outlook, Word', 'outlook-word', DESK, [{ what: 'as Word' }]),
  program('Outlook, web', 'outlook-web', DESK),
  program('Outlook, phone', 'outlook-phone', PHONE),
  program('Gmail, web', 'gmail-web', DESK),
  program('Gmail, phone', 'gmail-phone', PHONE),
  program("Gmail, another host's mail", 'gmail-phone', PHONE, [{ what: 'sheets' }]),
  program('Yahoo, web', 'yahoo-web', DESK),
  program('Yahoo, phone', 'yahoo-phone', PHONE),
  program('Samsung', 'samsung', PHONE),
  program('Apple, desk', 'apple-desk', DESK),
  program('Apple, phone', 'apple-phone', PHONE),
  program('GMX', 'gmx', DESK),
];
