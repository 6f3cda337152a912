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

/** The moves when all is done, how the match has ended, and a sentence that some answer says. */
type Outcome = readonly [moves: string, ending: string | null, says: string];

interface Race {
  readonly name: string;
  readonly terms?: string;
  /** What has happened before, as lines of `who: text` by answers to the newest board. */
  readonly before?: readonly string[];
  /** The two that cross, and the board when `one` comes first. */
  readonly one: string;
  readonly other: string;
  readonly oneFirst: Outcome;
  readonly otherFirst: Outcome;
  /** How many letters go out, where it is not three. */
  readonly letters?: number;
}

const MINEFIELD = 'minefield -size=6x6';
/** What is asked about first. */
const HAS_CHANGED = 'Board 1 has changed since the e-mail that was replied to.';
const MOVED_ON = 'Board 1 has moved on since the e-mail that you replied to.';
const IS_OVER = 'The match on board 1 is over.';
const NOTHING_WAITS = 'Nothing waits for your answer on board 1';
const BY_BLACK = 'resigned, black wins';
const AGREED: Outcome = ['', 'agreed', 'The match is a draw: both players agreed.'];

const RACES: readonly Race[] = [
  {
    name: 'both move at once',
    one: 'alice: a4b4',
    other: 'bob: d4c4',
    oneFirst: ['a4xb4', null, MOVED_ON],
    otherFirst: ['a4xb4', null, "It is alice's turn on board 1. Your move was not played."],
  },
  {
    name: 'a move crosses a resignation',
    one: 'alice: a4b4',
    other: 'bob: resign',
    oneFirst: ['a4xb4', null, HAS_CHANGED],
    otherFirst: ['', BY_BLACK, IS_OVER],
  },
  {
    name: 'both resign',
    one: 'alice: resign',
    other: 'bob: resign',
    oneFirst: ['', 'resigned, white wins', IS_OVER],
    otherFirst: ['', BY_BLACK, IS_OVER],
  },
  {
    name: 'a move crosses the accept of an undo that its player has asked for',
    before: ['alice: a4b4', 'bob: d4c4', 'alice: undo'],
    one: 'alice: a2a1',
    other: 'bob: accept',
    oneFirst: ['a4xb4 d4xc4 a2xa1', null, NOTHING_WAITS],
    otherFirst: ['', null, MOVED_ON],
  },
  {
    name: 'a move crosses its own side accepting an undo',
    before: ['alice: a4b4', 'alice: undo'],
    one: 'bob: d4c4',
    other: 'bob: accept',
    oneFirst: ['a4xb4 d4xc4', null, NOTHING_WAITS],
    otherFirst: ['', null, 'Forms Board 1, move 1: you are Black (#).'],
  },
  {
    name: 'a move crosses the accept of a draw that its player has offered',
    terms: MINEFIELD,
    before: ['alice: draw'],
    one: 'alice: a1',
    other: 'bob: accept',
    oneFirst: ['a1', null, HAS_CHANGED],
    otherFirst: ['', 'agreed', IS_OVER],
  },
  {
    name: 'a move crosses its own side accepting a draw',
    terms: MINEFIELD,
    before: ['alice: a1', 'alice: draw'],
    one: 'bob: c3',
    other: 'bob: accept',
    oneFirst: ['a1 c3', null, NOTHING_WAITS],
    otherFirst: ['a1', 'agreed', IS_OVER],
  },
  {
    name: 'both offer a draw',
    terms: MINEFIELD,
    one: 'alice: draw',
    other: 'bob: draw',
    oneFirst: AGREED,
    otherFirst: AGREED,
    letters: 4,
  },
  {
    name: 'a queue crosses the move that it waits for',
    one: 'alice: a4b4',
    other: 'bob: queue d4c4',
    oneFirst: ['a4xb4', null, 'It is your turn on board 1, so nothing needs to wait.'],
    otherFirst: ['a4xb4 d4xc4', null, 'Forms Board 1, move 2: you are Black (#).'],
  },
  {
    name: 'a confirm crosses a resignation',
    before: ['alice: submit a4b4'],
    one: 'alice: confirm 1',
    other: 'bob: resign',
    oneFirst: ['a4xb4', null, HAS_CHANGED],
    otherFirst: ['', BY_BLACK, IS_OVER],
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

/** The moves on board 1, and how it has ended. */
function state(): readonly [string, string | null] {
  const { moves, ending, winner } = storedBoard(desk);
  return [moves, winner === null ? ending : `${ending}, ${winner} wins`];
}

describe.each(RACES)('$name', (race) => {
  const { terms = 'forms -size=4x4', before = [], one, other, letters = 3 } = race;
  const orders = [
    [one, other, race.oneFirst, 1],
    [one, other, race.oneFirst, 2],
    [other, one, race.otherFirst, 1],
    [other, one, race.otherFirst, 2],
  ] as const;
  it.each(dice.sample(orders, 2))('%s, then %s', async (first, second, outcome, copies) => {
    desk = openDesk();
    await openBoard(desk, terms);
    for (const line of before) await desk.post(write(line));
    const sent = await arrive([write(first), write(second)], copies);
    const [moves, ending, says] = outcome;
    expect(state()).toEqual([moves, ending]);
    expect(sent).toHaveLength(letters);
    expect(sent.map(oneLine).join('\n')).toContain(says);
    // Whatever has happened, the newest board letters lead on from where the board stands.
    if (ending !== null) return;
    await play(desk, 'resign');
    const isBlacks = moves.split(' ').filter(Boolean).length % 2 === 0;
    expect(state()).toEqual([moves, isBlacks ? 'resigned, white wins' : BY_BLACK]);
  });
});
