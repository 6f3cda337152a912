import { expect } from 'vitest';
import { ADMIN, ALICE, BOB, type Desk, openBoard } from './desk.ts';
import { answerTo, type Draft } from './letters.ts';
import { type Picture, pictureOf } from './picture.ts';

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
    name: 'a resignation',
    before: atBoard,
    letters: (desk) => [answerTo(desk.newest(ALICE), 'resign')],
    to: [ALICE, BOB],
    comesTo: { matches: [{ winner: 'white', revision: 2 }] },
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

/** Checks that an act has come to what it should, once. */
export function expectDone(act: Act, desk: Desk, sentBefore: number): void {
  const { db } = desk.shell;
  expect(pictureOf(db)).toMatchObject(act.comesTo);
  const letters = new Map(
    desk.sent.slice(sentBefore).map(({ email, to }) => [email.messageId, to] as const),
  );
  expect([...letters.values()].sort()).toEqual([...act.to].sort());
}
