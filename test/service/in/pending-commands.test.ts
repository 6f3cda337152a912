import { describe, expect, it } from 'vitest';
import { COMMANDS } from '../../../src/command/text/registry.ts';
import { ADMIN, ALICE, BOB, type Sent } from '../../support/desk/desk.ts';
import { desk, eachDesk } from '../../support/desk/each.ts';
import { newestBoard, play, storedBoard } from '../../support/desk/play.ts';
import { answerTo } from '../../support/post/letters.ts';
import { offers, queuedMoves } from '../../support/stored/play.ts';

/** What a yes carries out when something has happened since it was asked for. */

/** A command in a new letter, what happens before it and between its question and the yes. */
interface Case {
  readonly line: string;
  readonly from?: string;
  readonly before?: readonly Step[];
  readonly meanwhile: readonly Step[];
}
/** A move, or what somebody writes in the answer to the newest board. */
type Step = string | readonly [who: string, line: string];

/** What the yes to each command that may wait for one is bound to. */
const BOUND: Readonly<Record<string, string | readonly Case[]>> = {
  // To the board as it was: where that has changed, it is asked about once more.
  move: [
    {
      line: 'move 1 a1',
      before: ['c3', 'b2'],
      meanwhile: [[BOB, 'undo'], [ALICE, 'yes'], 'd2'],
    },
  ],
  confirm: [
    {
      line: 'confirm 1',
      before: ['c3', 'b2', [ALICE, 'submit a1']],
      meanwhile: [[BOB, 'undo'], [ALICE, 'yes'], 'd2'],
    },
  ],
  queue: [{ line: 'queue 1 d3', before: ['c3'], meanwhile: ['b2', 'a1'] }],
  resign: [{ line: 'resign 1', meanwhile: ['c3'] }],
  draw: [{ line: 'draw 1', meanwhile: ['c3'] }],
  undo: [{ line: 'undo 1', before: ['c3'], meanwhile: ['b2'] }],
  accept: [
    { line: 'accept 1', from: BOB, before: [[ALICE, 'draw']], meanwhile: ['c3'] },
    { line: 'accept 1 draw', from: BOB, before: [[ALICE, 'draw']], meanwhile: ['c3'] },
  ],
  decline: [{ line: 'decline 1', from: BOB, before: [[ALICE, 'draw']], meanwhile: ['c3'] }],
  'admin undo': [{ line: 'admin undo 1', from: ADMIN, before: ['c3'], meanwhile: ['b2'] }],

  submit: 'the ply, and shows its board before anything is played',
  challenge: 'a player and terms; the ply of the board it begins from',
  puzzle: 'the puzzle and how far it has come',
  vacation: 'days; off: what is left when it is carried out',

  rematch: 'a finished match',
  counter: 'the number of a challenge, and terms',
  withdraw: 'what its sender offers then under that number',
  play: 'terms, or the number of an open challenge',
  say: 'words for whoever plays there, whatever is played meanwhile',
  watch: 'a board, however it stands',
  notify: 'a board, however it stands',
  unwatch: 'a board, however it stands',
  preview: 'reads',
  solve: 'reads',
  hint: 'reads',

  invite: 'an address and terms',
  limit: 'a game and a count',
  message: 'a player and words',
  block: 'a player',
  unblock: 'a player',
  signup: 'a name',
  name: 'a name',
  'tokens new': 'the account',
  'whoami all': 'the account',
  address: 'an address',
  set: 'a setting and its value',
  language: 'a language',
  feedback: 'words',
  'admin start': 'players and terms',
  'admin resign': 'a match and a player',
  'admin end': 'a match and its result',
  'admin suspend': 'a player',
  'admin restore': 'a player',
  'admin address': 'a player and an address',
  'admin broadcast': 'words',
  'admin retry': 'the number of a letter',
};

eachDesk('minefield -size=4x4');

async function take(steps: readonly Step[]): Promise<void> {
  for (const step of steps) {
    if (typeof step === 'string') await play(desk, step);
    else await desk.post(answerTo(newestBoard(desk, step[0]), step[1]));
  }
}

/** Everything that a yes to these commands can change. */
const state = () =>
  JSON.stringify([storedBoard(desk), offers(desk.shell.db), queuedMoves(desk.shell.db)]);

async function ask({ line, from = ALICE, before = [] }: Case): Promise<Sent> {
  await take(before);
  const [asked] = await desk.post({ from, subject: line, text: '' });
  if (!asked?.subject.includes('please confirm')) throw new Error(`not asked: ${line}`);
  return asked;
}

const CASES = Object.values(BOUND).flatMap((each) => (typeof each === 'string' ? [] : each));

describe('the yes to a command', () => {
  it('is known to be bound to something, whatever command it is', () => {
    const waiting = COMMANDS.filter(({ need }) => need !== 'nothing').map(({ name }) => name);
    expect(Object.keys(BOUND).toSorted()).toEqual(waiting.toSorted());
  });

  it.each(CASES)('is one to the board of the question: $line', async (each) => {
    const asked = await ask(each);
    await take(each.meanwhile);
    const stood = state();
    const [again] = await desk.post(answerTo(asked, 'yes'));
    expect([again?.to, again?.subject, state()]).toEqual([asked.to, asked.subject, stood]);
    await desk.post(answerTo(again ?? asked, 'yes'));
    expect(state()).not.toBe(stood);
  });
});
