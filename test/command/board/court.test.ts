import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { gameOf, makePosition } from '../../../src/engine/registry.ts';
import { PLAIN_COST } from '../../../src/engine/shape/solution.ts';
import { STONE_SIDES } from '../../../src/engine/shape/view.ts';
import { shownLimits } from '../../../src/limits.ts';
import { imagineFrom } from '../../../src/match/play.ts';
import { makeRecord, parseRecord } from '../../../src/match/record/record.ts';
import { marksOf } from '../../../src/render/ascii.ts';
import { drawnCells, signsOf } from '../../../src/render/board-cells.ts';
import { drawSvg } from '../../../src/render/picture/album.ts';
import { value } from '../../engine/given.ts';
import { templates } from '../../render/reader.ts';
import { ALICE, BOB, type Desk, openBoard, openDesk } from '../../support/desk/desk.ts';
import { newestBoard, oneLine, play } from '../../support/desk/play.ts';
import { answerTo } from '../../support/post/letters.ts';
import { court } from '../../support/toy/court.ts';
import { offerToys } from '../../support/toy/offer-toys.ts';

let looks = 0;
const counted: typeof court = {
  ...court,
  outcome(position) {
    looks++;
    return court.outcome(position);
  },
};
offerToys(counted);

/** Alice is White and begins. */
let prepared: Desk;
let desk: Desk;
beforeAll(async () => {
  prepared = openDesk();
  await openBoard(prepared, 'court');
});
afterAll(() => prepared.close());
beforeEach(() => (desk = prepared.copy()));
afterEach(() => desk.close());

const answer = async (from: string, text: string): Promise<string> => {
  const sent = await desk.post(answerTo(newestBoard(desk, from), text));
  return oneLine(sent.find(({ to }) => to === from));
};

const START = 'court k..r/..../..../R..K w - - 0';

describe('a game that is made as chess is', () => {
  it.each([`"${START}" Ra2 Kb4`, `${START} Ra2 Kb4`, `'${START}' Ra2 Kb4`])(
    'is previewed from a position of as many words as it has: %s',
    async (line) => {
      const told = await answer(ALICE, `preview ${line}`);
      expect(told).toContain(`You asked: preview "${START}" Ra2 Kb4`);
      expect(told).toContain('4 +[k]. r 4');
    },
  );

  it('says of a text that is none what to write instead, and nothing of stones', async () => {
    for (const text of ['court k..r/..../..../R..K w', 'court x3/4/4/4 x']) {
      expect(await answer(ALICE, `preview ${text}`)).toContain('Write the moves after');
    }
  });

  it('is offered without a word of an author whom nobody knows', async () => {
    await answer(ALICE, 'challenge bob court');
    await desk.answer(ALICE, 'yes');
    expect(oneLine(desk.newest(BOB))).toContain('Game Court Board 4x4');
  });

  it('stands in a record whose position is broken behind any of its words', () => {
    const later = value(court.parsePosition('k..r/..../R.../...K b - - 7'));
    const nobody = { userid: 'nobody' };
    const record = { ...imagineFrom(later), board: 1, black: nobody, white: nobody };
    const text = makeRecord(record);
    expect(text).toContain(`Start: court k..r/..../R.../...K b - - 7\n`);
    const broken = text.replace(/(?<=court.*) (?=.*\n)/g, '\n');
    expect(broken).toContain('b\n-\n-\n7\n');
    expect(makePosition(value(parseRecord(broken)).start)).toBe(
      'court k..r/..../R.../...K b - - 7',
    );
  });

  it('shows its sides in an HTML part as its board does', async () => {
    await play(desk, 'Ra2');
    const html = newestBoard(desk, BOB).email.html ?? '';
    expect(html).toContain('Black (k)');
    expect(html).not.toMatch(/[\u25cf\u25cb]/);
    const view = court.view(value(court.start(court.defaultSize)));
    expect(signsOf(STONE_SIDES, view).map(({ inHtml }) => inHtml)).toEqual(['(#)', '(O)']);
  });

  it('has a table as wide as its board where spots are not named by files', () => {
    const view = { ...court.view(value(court.start(court.defaultSize))), files: [] };
    const sight = { view, sides: court.sides, marks: marksOf(undefined), coordinates: true };
    const table = drawnCells(sight, ({ code, facts }) => `${code} ${JSON.stringify(facts)}`);
    expect(table).toMatchObject({ label: 'board-label {"cols":4,"rows":4}', cols: 4 });
    const part = (name: string, data: object): string =>
      templates.html('en', `part/${name}`, { ...data, part });
    const html = part('board', table);
    expect(html.match(/<td width="44"/g)).toHaveLength(16);
    expect(html.match(/<tr/g)).toHaveLength(4);
  });

  it('is drawn with the letters of its pieces', () => {
    const [stones, pieces] = (['stone', undefined] as const).map((kind) => {
      const { lines, ...view } = court.view(value(court.start({ cols: 4, rows: 4 })));
      const drawn = lines.map((line) => ({
        ...line,
        spots: line.spots.map((spot) =>
          spot?.thing && kind ? { ...spot, thing: { ...spot.thing, kind } } : spot,
        ),
      }));
      return drawSvg({ ...view, lines: drawn }, marksOf(undefined), false).svg;
    });
    expect(stones).not.toContain('scale');
    expect(pieces?.match(/scale/g)).toHaveLength(4);
  });

  it('looks back on a match no further than its letters can wait for', async () => {
    await play(desk, 'Kc1', 'Kb4');
    looks = 0;
    await answer(BOB, 'resign');
    expect(gameOf(court.rules).oracle).toBeUndefined();
    // Each of two letters looks back once, and asks about the ends of some more positions.
    const positions = shownLimits.hindsightNodes / PLAIN_COST;
    expect(looks).toBeGreaterThan(positions);
    expect(looks).toBeLessThan(4 * positions);
  });
});
