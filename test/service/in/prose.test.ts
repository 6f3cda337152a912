import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ALICE, BOB, type Desk, openBoard, openDesk, type Sent } from '../../support/desk/desk.ts';
import { pictureOf } from '../../support/desk/picture.ts';
import { answerTo } from '../../support/post/letters.ts';

/**
 * What is certain as a whole line, in answer to a letter that asks for an undo. A yes that ends as a sentence is not
 * here: another sentence may follow it.
 */
const CERTAIN = (
  'd4d3 | I play d4d3 | My move: d4 to d3 | ich ziehe d4 nach d3 | von d4 nach d3 | yes | ' +
  'OK | ja gern | no thanks | accept | accept undo | decline 1 | resign | resign 1 | draw'
).split(' | ');
/** What takes a yes back, even in a sentence of its own. */
const DOUBTS = 'maybe | if | not | never | vielleicht | nicht | oder doch | warum | c5c4 or'.split(
  ' | ',
);
/** What makes it something else, before it or behind it. */
const OTHER = [...DOUBTS, 'would', 'they say', 'my friend suggests', 'I wonder about', 'yesterday'];
const DECORATION =
  'X | *X* | "X" | 1. X | - X | X! | X please | \u{1f642} X | (X) | X, danke'.split(' | ');

const line = fc
  .tuple(
    fc.constantFrom(...CERTAIN),
    fc.constantFrom(...OTHER),
    fc.constantFrom('before', 'behind', 'asked', 'doubted'),
    fc.constantFrom(...DECORATION),
  )
  .map(([certain, other, where, around]) => {
    const said = {
      before: `${other} ${certain}`,
      behind: `${certain} ${other}`,
      asked: `${certain}?`,
      doubted: `${certain} \u{1f914}`,
    }[where];
    return around.replace('X', () => said);
  });

let desk: Desk;
let asked: Sent;
beforeAll(async () => {
  desk = openDesk();
  await openBoard(desk, 'forms -size=8x8');
  await desk.answer(ALICE, 'e4e5');
  await desk.answer(ALICE, 'undo');
  asked = desk.newest(BOB);
});
afterAll(() => desk.close());

/** What letters may change: the matches, what is offered, and what waits. */
const state = () => {
  const { matches, board_offers, held, players, settings } = pictureOf(desk.shell.db);
  return { matches, board_offers, held, players, settings };
};

describe('prose', () => {
  it('changes nothing, whatever certain line is a part of it', async () => {
    const before = state();
    await fc.assert(
      fc.asyncProperty(
        line,
        fc.constantFrom('', '\nd4d3', '\nyes', '\nresign'),
        async (said, below) => {
          await desk.post(answerTo(asked, `${said}${below}`));
          expect(state(), said).toEqual(before);
        },
      ),
    );
  });

  it.each([...DOUBTS, '\u{1f914}'])(
    'takes back a yes of its own sentence: "%s" behind it',
    async (doubt) => {
      const before = state();
      for (const around of DECORATION) {
        await desk.post(
          answerTo(
            asked,
            around.replace('X', () => `OK! ${doubt}`),
          ),
        );
        expect(state(), around).toEqual(before);
      }
    },
  );

  it('is told from the lines themselves, each of which does something', async () => {
    for (const certain of CERTAIN.filter((each) => each !== 'draw')) {
      const copy = openDesk({ like: desk });
      await copy.post(answerTo(asked, certain));
      const { matches, board_offers } = pictureOf(copy.shell.db);
      expect({ matches, board_offers }, certain).not.toEqual({
        matches: state().matches,
        board_offers: state().board_offers,
      });
      copy.close();
    }
  });
});
