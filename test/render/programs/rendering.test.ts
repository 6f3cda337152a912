import { existsSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { SAMPLES } from '../../../sandbox/samples/samples.ts';
import { present } from '../../support/run/present.ts';
import { throwDice } from '../../support/run/seed.ts';
import { CHROMIUM, type Glass, openGlass, type SeenBoard } from './browser.ts';
import { COLUMNS, SCREENS } from './columns.ts';
import { type Shown, shownLetters } from './letters.ts';

describe.skipIf(!present('Chromium', existsSync(CHROMIUM)))('a letter in mail programs', () => {
  const dice = throwDice('letters in mail programs');
  let glass: Glass;
  let letters: readonly Shown[];

  beforeAll(async () => {
    glass = await openGlass();
    // Pages of help differ in their words alone.
    const isHelp = ([name]: readonly [string, unknown]) => name.startsWith('help-');
    letters = await shownLetters([
      ...dice.sample(
        SAMPLES.filter((each) => !isHelp(each)),
        5,
      ),
      ...dice.sample(SAMPLES.filter(isHelp), 1),
    ]);
  });
  afterAll(() => glass?.close());

  it.each(dice.sample(COLUMNS, 5))('fits, is read and is touched: $name', async (column) => {
    await glass.show(letters, [column]);
    expect(await glass.faults()).toEqual([]);
  });

  it.each(dice.sample(SCREENS, 2))('has stones that are what they are: $name', async (column) => {
    const boards = await shownLetters(
      dice.sample(
        SAMPLES.filter(([, { kind }]) => kind === 'board' || kind === 'show'),
        3,
      ),
    );
    await glass.show(boards, [column]);
    expect((await glass.boards()).flatMap(confused)).toEqual([]);
  });
});

/** What is wrong with the stones of a board, as they are seen. */
function confused({ letter, width, cells }: SeenBoard): readonly string[] {
  const of = (side: string) => cells.filter(({ shows }) => shows === side);
  const darkest = Math.min(...of('white').map(({ stone }) => stone));
  const lightest = Math.max(...of('black').map(({ stone }) => stone));
  const lost = of('white').filter(
    ({ drawn, stone, ground }) => drawn === 'picture' && stone <= ground,
  );
  return [
    ...(darkest - lightest < 0.3
      ? [`a white stone of ${darkest}, a black one of ${lightest}`]
      : []),
    ...(lost.length > 0 ? [`${lost.length} white stones are darker than their cells`] : []),
  ].map((fault) => `${letter}, ${width} px: ${fault}`);
}
