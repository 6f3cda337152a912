import { expect } from 'vitest';
import type { Database } from '../../../src/store/file/database.ts';
import { answerTo, type Draft } from '../post/letters.ts';
import { ADMIN, ALICE, BOB, type Desk, openBoard, openDesk, type Sent } from './desk.ts';
import { isToOurselves, type Picture, pictureOf } from './picture.ts';

/** Something that people do by letter, with what it must come to. */
export interface Act {
  readonly name: string;
  /** What has gone before. */
  before(desk: Desk): Promise<unknown>;
  /** The letters that do it. */
  letters(desk: Desk): readonly Draft[];
  /** Who gets a letter because of it, once for each. */
  readonly to: readonly string[];
  /** Rows that it changes, and what is in them afterwards. */
  readonly comesTo: Picture;
}

const CAROL = 'carol@x.test';

const atBoard = (desk: Desk) => openBoard(desk, 'forms -size=4x4');
const challenge = (desk: Desk) => desk.answer(ALICE, 'challenge bob forms -size=4x4 -first=me');

/** Two players without a board. */
async function twoPlayers(desk: Desk): Promise<void> {
  await atBoard(desk);
  await desk.answer(ALICE, 'resign');
  await desk.post({ from: ALICE, subject: 'help', text: '' });
}

/** The first puzzle of all stands before somebody. */
async function atPuzzle(desk: Desk): Promise<void> {
  await twoPlayers(desk);
  await desk.answer(ALICE, 'puzzle');
}

const adminStart: Draft = {
  from: ADMIN,
  subject: 'admin start forms bob alice -size=4x4',
  text: '',
};
const started = { board: 2, moves: '', revision: 1, winner: null };

export const ACTS: readonly Act[] = [
  {
    name: 'a sign-up',
    before: async () => undefined,
    letters: () => [{ from: CAROL, subject: 'signup carol', text: '' }],
    to: [CAROL],
    comesTo: { held: [{ lines: '["signup carol"]', state: 'waiting' }], players: [] },
  },
  {
    name: 'the yes to a sign-up',
    before: (desk) => desk.post({ from: CAROL, subject: 'signup carol', text: '' }),
    letters: (desk) => [answerTo(desk.newest(CAROL), 'yes')],
    to: [CAROL],
    comesTo: { held: [{ state: 'confirmed' }], players: [{ userid: 'carol' }] },
  },
  {
    name: 'a stranger who would like to play',
    before: async () => undefined,
    letters: () => [{ from: CAROL, subject: 'play', text: '' }],
    to: [CAROL],
    comesTo: {
      held: [{ lines: '["play first forms -size=4x4 -level=1"]', state: 'waiting' }],
      players: [],
      matches: [],
    },
  },
  {
    name: 'the first move of a stranger',
    before: (desk) => desk.post({ from: CAROL, subject: 'play', text: '' }),
    letters: (desk) => [answerTo(desk.newest(CAROL), 'b1xa1')],
    to: [CAROL],
    comesTo: {
      held: [{ state: 'confirmed' }],
      matches: [{ revision: 3, robot: 1 }],
      players: expect.arrayContaining([
        expect.objectContaining({ first_board: 1, lessons: 2, unnamed: 0 }),
      ]),
      jobs: [],
    },
  },
  {
    name: 'a challenge',
    before: twoPlayers,
    letters: (desk) => [
      answerTo(desk.newest(ALICE), 'challenge bob forms -size=4x4 -first=me\nHello.'),
    ],
    to: [ALICE, BOB],
    comesTo: { challenges: [{}, {}] },
  },
  {
    name: 'an acceptance',
    before: async (desk) => {
      await twoPlayers(desk);
      await challenge(desk);
    },
    letters: (desk) => [answerTo(desk.newest(BOB), 'accept')],
    to: [ALICE, BOB],
    comesTo: { matches: [{}, started] },
  },
  {
    name: 'a move',
    before: atBoard,
    letters: (desk) => [answerTo(desk.newest(ALICE), 'a4b4\nHello.')],
    to: [ALICE, BOB],
    comesTo: { matches: [{ moves: 'a4xb4', revision: 2 }] },
  },
  {
    name: 'a move that a queue answers',
    before: async (desk) => {
      await atBoard(desk);
      await desk.answer(BOB, 'queue d4c4');
    },
    letters: (desk) => [answerTo(desk.newest(ALICE), 'a4b4')],
    to: [ALICE, BOB],
    comesTo: { matches: [{ moves: 'a4xb4 d4xc4', revision: 3 }] },
  },
  {
    name: 'a move that the robot answers',
    before: async (desk) => {
      await atBoard(desk);
      await desk.answer(ALICE, 'play forms -size=4x4 -first=me -level=3');
    },
    letters: (desk) => [answerTo(desk.newest(ALICE), 'a4b4\nHello.')],
    to: [ALICE],
    comesTo: { matches: [{}, { revision: 3, robot: 3 }], jobs: [] },
  },
  {
    name: 'a resignation',
    before: atBoard,
    letters: (desk) => [answerTo(desk.newest(ALICE), 'resign')],
    to: [ALICE, BOB],
    comesTo: { matches: [{ winner: 'white', revision: 2 }] },
  },
  {
    name: 'a puzzle',
    before: twoPlayers,
    letters: (desk) => [answerTo(desk.newest(ALICE), 'puzzle')],
    to: [ALICE],
    comesTo: { puzzle_attempts: [{ number: 1, state: 'open', revision: 1 }], puzzles: [{}] },
  },
  {
    name: 'a wrong try at a puzzle',
    before: atPuzzle,
    letters: (desk) => [answerTo(desk.newest(ALICE), 'e4xe3')],
    to: [ALICE],
    comesTo: { puzzle_attempts: [{ state: 'open', wrong: 1, revision: 2 }], puzzle_standings: [] },
  },
  {
    name: 'the end of a puzzle',
    before: atPuzzle,
    letters: (desk) => [answerTo(desk.newest(ALICE), 'I play e4-e2!')],
    to: [ALICE],
    comesTo: {
      puzzle_attempts: [{ state: 'solved', wrong: 0, revision: 2 }],
      puzzle_standings: [{ tried: 1, solved: 1, streak: 1 }],
      puzzles: [{ tried: 1 }],
    },
  },
  {
    name: 'a start by the admin',
    before: twoPlayers,
    letters: () => [adminStart],
    to: [ADMIN],
    comesTo: { matches: [{}], admin_log: [] },
  },
  {
    name: 'the yes to a start by the admin',
    before: async (desk) => {
      await twoPlayers(desk);
      await desk.post(adminStart);
    },
    letters: (desk) => [answerTo(desk.newest(ADMIN), 'yes')],
    to: [ADMIN, ALICE, BOB],
    comesTo: { matches: [{}, started], admin_log: [{ act: adminStart.subject }] },
  },
  {
    name: 'three letters at once',
    before: atBoard,
    letters: (desk) => [
      answerTo(desk.newest(ALICE), 'a4b4\nHello.'),
      { from: CAROL, subject: 'signup carol', text: '' },
      { from: BOB, subject: 'help', text: '' },
    ],
    to: [ALICE, BOB, BOB, CAROL],
    comesTo: { matches: [{ moves: 'a4xb4', revision: 2 }], held: [{}, {}, {}] },
  },
];

/** A letter that somebody has got. */
export type Arrived = Pick<Sent, 'to' | 'email'>;

/** Checks that an act has come to what it should, once. */
export function expectDone(act: Act, db: Database, sent: readonly Arrived[]): void {
  expect(pictureOf(db)).toMatchObject(act.comesTo);
  const toPeople = sent.filter(({ to }) => !isToOurselves({ address: to }));
  const letters = new Map(toPeople.map(({ email, to }) => [email.messageId, to] as const));
  expect([...letters.values()].sort()).toEqual([...act.to].sort());
}

/** Checks that of each letter there is one copy, and one more for each time that it was cut off. */
export function expectNoneTwice(sent: readonly Arrived[], cutOff: readonly string[]): void {
  const times = new Map<string, number>();
  for (const { email } of sent) {
    const id = bare(email.messageId);
    times.set(id, (times.get(id) ?? 0) + 1);
  }
  const tooOften = [...times].filter(
    ([id, count]) => count > 1 + cutOff.filter((each) => each === id).length,
  );
  expect(tooOften).toEqual([]);
}

/** Every letter that the server has written down as sent has been in somebody's hands. */
export function expectAllArrived(db: Database, sent: readonly Arrived[]): void {
  const arrived = new Set(sent.map(({ email }) => bare(email.messageId)));
  const said = db.prepare("select message_id from outbox where state = 'sent'").pluck().all();
  expect(said.filter((id) => !arrived.has(bare(String(id))))).toEqual([]);
}

const bare = (messageId = ''): string => messageId.replace(/^<|>$/g, '');

const prepared = new Map<string, Desk>();

/** A desk at which everything but the act itself has been done; the caller closes it. */
export async function prepare(act: Act, now?: number): Promise<Desk> {
  const known = prepared.get(act.name);
  if (known) return known.copy();
  const desk = openDesk({ log: 'silent', ...(now !== undefined && { now }) });
  prepared.set(act.name, desk);
  await act.before(desk);
  return desk.copy();
}

/** Closes what the copies were made from. */
export function closePrepared(): void {
  for (const desk of prepared.values()) desk.close();
  prepared.clear();
}

/** The act of this name. */
export function actOf(name: string): Act {
  const act = ACTS.find((each) => each.name === name);
  if (!act) throw new Error(`there is no act ${name}`);
  return act;
}
