import { afterEach, describe, expect, it } from 'vitest';
import { ALICE, BOB, type Desk, openBoard, openDesk, type Sent } from '../../support/desk/desk.ts';
import { newestBoard, oneLine, play, storedBoard } from '../../support/desk/play.ts';
import { answerTo, type Draft, writeLetter } from '../../support/post/letters.ts';
import { throwDice } from '../../support/run/seed.ts';

/**
 * Two letters that were written without knowledge of one another and lie in the mailbox together,
 * in either order, each once or in two copies.
 */

let desk: Desk;
afterEach(() => desk.close());

interface Race {
  readonly name: string;
  readonly terms: string;
  /** What has happened before, as lines of `who: text` by answers to the newest board. */
  readonly before: readonly string[];
  /** The two that cross. */
  readonly one: string;
  readonly other: string;
  /** The board when `one` comes first, and a sentence that some answer says. */
  readonly oneFirst: Outcome;
  readonly otherFirst: Outcome;
}

interface Outcome {
  readonly moves: string;
  readonly revision: number;
  readonly ending: string | null;
  readonly winner: string | null;
  /** How many letters go out. */
  readonly letters: number;
  readonly says: string;
}

/** What is asked about first. */
const HAS_CHANGED = 'Board 1 has changed since the e-mail that was replied to.';
const GOES_ON = { ending: null, winner: null };
const AGREED = { ending: 'agreed', winner: null };

const RACES: readonly Race[] = [
  {
    name: 'both move at once',
    terms: 'forms -size=4x4',
    before: [],
    one: 'alice: a4b4',
    other: 'bob: d4c4',
    oneFirst: {
      ...GOES_ON,
      moves: 'a4xb4',
      revision: 2,
      letters: 3,
      says: 'Board 1 has moved on since the e-mail that you replied to.',
    },
    otherFirst: {
      ...GOES_ON,
      moves: 'a4xb4',
      revision: 2,
      letters: 3,
      says: "It is alice's turn on board 1. Your move was not played.",
    },
  },
  {
    name: 'a move crosses a resignation',
    terms: 'forms -size=4x4',
    before: [],
    one: 'alice: a4b4',
    other: 'bob: resign',
    oneFirst: { ...GOES_ON, moves: 'a4xb4', revision: 2, letters: 3, says: HAS_CHANGED },
    otherFirst: {
      moves: '',
      revision: 2,
      ending: 'resigned',
      winner: 'black',
      letters: 3,
      says: 'The match on board 1 is over.',
    },
  },
  {
    name: 'both resign',
    terms: 'forms -size=4x4',
    before: [],
    one: 'alice: resign',
    other: 'bob: resign',
    oneFirst: {
      moves: '',
      revision: 2,
      ending: 'resigned',
      winner: 'white',
      letters: 3,
      says: 'The match on board 1 is over.',
    },
    otherFirst: {
      moves: '',
      revision: 2,
      ending: 'resigned',
      winner: 'black',
      letters: 3,
      says: 'The match on board 1 is over.',
    },
  },
  {
    name: 'a move crosses the accept of an undo that its player has asked for',
    terms: 'forms -size=4x4',
    before: ['alice: a4b4', 'bob: d4c4', 'alice: undo'],
    one: 'alice: a2a1',
    other: 'bob: accept',
    oneFirst: {
      ...GOES_ON,
      moves: 'a4xb4 d4xc4 a2xa1',
      revision: 4,
      letters: 3,
      says: 'Nothing waits for your answer on board 1',
    },
    otherFirst: {
      ...GOES_ON,
      moves: '',
      revision: 4,
      letters: 3,
      says: 'Board 1 has moved on since the e-mail that you replied to.',
    },
  },
  {
    name: 'a move crosses its own side accepting an undo',
    terms: 'forms -size=4x4',
    before: ['alice: a4b4', 'alice: undo'],
    one: 'bob: d4c4',
    other: 'bob: accept',
    oneFirst: {
      ...GOES_ON,
      moves: 'a4xb4 d4xc4',
      revision: 3,
      letters: 3,
      says: 'Nothing waits for your answer on board 1',
    },
    otherFirst: {
      ...GOES_ON,
      moves: '',
      revision: 3,
      letters: 3,
      says: 'Forms Board 1, move 1: you are Black (#).',
    },
  },
  {
    name: 'a move crosses the accept of a draw that its player has offered',
    terms: 'minefield -size=6x6',
    before: ['alice: draw'],
    one: 'alice: a1',
    other: 'bob: accept',
    oneFirst: { ...GOES_ON, moves: 'a1', revision: 2, letters: 3, says: HAS_CHANGED },
    otherFirst: {
      ...AGREED,
      moves: '',
      revision: 2,
      letters: 3,
      says: 'The match on board 1 is over.',
    },
  },
  {
    name: 'a move crosses its own side accepting a draw',
    terms: 'minefield -size=6x6',
    before: ['alice: a1', 'alice: draw'],
    one: 'bob: c3',
    other: 'bob: accept',
    oneFirst: {
      ...GOES_ON,
      moves: 'a1 c3',
      revision: 3,
      letters: 3,
      says: 'Nothing waits for your answer on board 1',
    },
    otherFirst: {
      ...AGREED,
      moves: 'a1',
      revision: 3,
      letters: 3,
      says: 'The match on board 1 is over.',
    },
  },
  {
    name: 'both offer a draw',
    terms: 'minefield -size=6x6',
    before: [],
    one: 'alice: draw',
    other: 'bob: draw',
    oneFirst: {
      ...AGREED,
      moves: '',
      revision: 2,
      letters: 4,
      says: 'The match is a draw: both players agreed.',
    },
    otherFirst: {
      ...AGREED,
      moves: '',
      revision: 2,
      letters: 4,
      says: 'The match is a draw: both players agreed.',
    },
  },
  {
    name: 'a queue crosses the move that it waits for',
    terms: 'forms -size=4x4',
    before: [],
    one: 'alice: a4b4',
    other: 'bob: queue d4c4',
    oneFirst: {
      ...GOES_ON,
      moves: 'a4xb4',
      revision: 2,
      letters: 3,
      says: 'It is your turn on board 1, so nothing needs to wait.',
    },
    otherFirst: {
      ...GOES_ON,
      moves: 'a4xb4 d4xc4',
      revision: 3,
      letters: 3,
      says: 'Forms Board 1, move 2: you are Black (#).',
    },
  },
  {
    name: 'a confirm crosses a resignation',
    terms: 'forms -size=4x4',
    before: ['alice: submit a4b4'],
    one: 'alice: confirm 1',
    other: 'bob: resign',
    oneFirst: { ...GOES_ON, moves: 'a4xb4', revision: 2, letters: 3, says: HAS_CHANGED },
    otherFirst: {
      moves: '',
      revision: 2,
      ending: 'resigned',
      winner: 'black',
      letters: 3,
      says: 'The match on board 1 is over.',
    },
  },
];

const readLine = (line: string): readonly [string, string] => {
  const [who, text = ''] = line.split(': ');
  return [who === 'alice' ? ALICE : BOB, text];
};

/** The answer that somebody writes with only the letters that have come so far. */
function write(line: string): Draft {
  const [from, text] = readLine(line);
  return answerTo(newestBoard(desk, from), text);
}

/** Lays letters into the mailbox together and lets the server find them all at once. */
async function arrive(drafts: readonly Draft[], copies: number): Promise<readonly Sent[]> {
  desk.time.now += 1_000;
  const raws = drafts.map((draft, index) => writeLetter(draft, desk.box.size + index + 1));
  for (let copy = 0; copy < copies; copy++) {
    for (const raw of raws) desk.box.set(desk.box.size + 1, raw);
  }
  return desk.round();
}

const dice = throwDice('races');

describe.each(RACES)('$name', ({ terms, before, one, other, oneFirst, otherFirst }) => {
  const orders = [
    [one, other, oneFirst, 1],
    [one, other, oneFirst, 2],
    [other, one, otherFirst, 1],
    [other, one, otherFirst, 2],
  ] as const;
  it.each(dice.sample(orders, 2))('%s, then %s', async (first, second, outcome, copies) => {
    desk = openDesk();
    await openBoard(desk, terms);
    for (const line of before) await desk.post(write(line));
    const sent = await arrive([write(first), write(second)], copies);
    const { letters, says, ...stored } = outcome;
    expect(storedBoard(desk)).toMatchObject(stored);
    expect(sent).toHaveLength(letters);
    expect(sent.map(oneLine).join('\n')).toContain(says);
    // Whatever has happened, the newest board letters lead on from where the board stands.
    if (stored.ending === null) {
      const plies = stored.moves.split(' ').filter(Boolean).length;
      await play(desk, 'resign');
      const loser = plies % 2 === 0 ? 'black' : 'white';
      expect(storedBoard(desk)).toMatchObject({
        ending: 'resigned',
        winner: loser === 'black' ? 'white' : 'black',
        revision: stored.revision + 1,
      });
    }
  });
});
