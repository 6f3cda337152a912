import { describe, expect, it } from 'vitest';
import {
  isEnoughProof,
  isProven,
  type Need,
  type Proof,
  proofOf,
  type SenderVerdict,
} from '../../src/player/proof.ts';

const BOARD = 12;
/** In the order of the signs below. */
const NEEDS: readonly Need[] = [
  'nothing',
  'proof-to-read',
  'move',
  'proof-as-shown',
  'proof',
  'confirmation',
];

/** What a letter carries, and what it is about. */
const LETTERS = {
  none: [{ kind: 'none' }, { board: BOARD, hasChanged: false }],
  'none, an older board': [{ kind: 'none' }, { board: BOARD, hasChanged: true }],
  board: [
    { kind: 'board', board: BOARD },
    { board: BOARD, hasChanged: false },
  ],
  'an older board': [
    { kind: 'board', board: BOARD },
    { board: BOARD, hasChanged: true },
  ],
  // It does not show the board.
  'another board': [
    { kind: 'board', board: 13 },
    { board: BOARD, hasChanged: true },
  ],
  'a board, about no board': [
    { kind: 'board', board: BOARD },
    { board: undefined, hasChanged: false },
  ],
  account: [{ kind: 'account' }, { board: BOARD, hasChanged: false }],
  'account, about no board': [{ kind: 'account' }, { board: undefined, hasChanged: false }],
  'account, an older board': [{ kind: 'account' }, { board: BOARD, hasChanged: true }],
  puzzle: [{ kind: 'puzzle' }, { board: undefined, hasChanged: false }],
} as const satisfies Readonly<
  Record<string, readonly [Proof, Parameters<typeof isEnoughProof>[2]]>
>;
type Carried = keyof typeof LETTERS;

const ALL_BUT_CONFIRMATION = '+++++-';
const BUT_AS_SHOWN = '++--+-';
const NOTHING = '+-----';

/** For each letter and finding, a plus where that is enough for a need. */
const TABLE: Readonly<Record<Carried, Readonly<Record<SenderVerdict, string>>>> = {
  none: { unknown: NOTHING, pass: ALL_BUT_CONFIRMATION, fail: NOTHING },
  'none, an older board': { unknown: NOTHING, pass: BUT_AS_SHOWN, fail: NOTHING },
  board: { unknown: ALL_BUT_CONFIRMATION, pass: ALL_BUT_CONFIRMATION, fail: '+-+---' },
  'an older board': { unknown: BUT_AS_SHOWN, pass: BUT_AS_SHOWN, fail: NOTHING },
  'another board': { unknown: BUT_AS_SHOWN, pass: BUT_AS_SHOWN, fail: NOTHING },
  'a board, about no board': {
    unknown: ALL_BUT_CONFIRMATION,
    pass: ALL_BUT_CONFIRMATION,
    fail: NOTHING,
  },
  account: { unknown: ALL_BUT_CONFIRMATION, pass: ALL_BUT_CONFIRMATION, fail: NOTHING },
  'account, about no board': {
    unknown: ALL_BUT_CONFIRMATION,
    pass: ALL_BUT_CONFIRMATION,
    fail: NOTHING,
  },
  'account, an older board': { unknown: BUT_AS_SHOWN, pass: BUT_AS_SHOWN, fail: NOTHING },
  puzzle: { unknown: ALL_BUT_CONFIRMATION, pass: ALL_BUT_CONFIRMATION, fail: NOTHING },
};

const opened = (proof: Proof, about: Parameters<typeof isEnoughProof>[2]): string =>
  NEEDS.map((need) => (isEnoughProof(proof, need, about) ? '+' : '-')).join('');

const ROWS = Object.entries(TABLE).flatMap(([carried, row]) =>
  Object.entries(row).map(([verdict, signs]): [Carried, SenderVerdict, string] => [
    carried as Carried,
    verdict as SenderVerdict,
    signs,
  ]),
);

describe('a proof', () => {
  it.each(ROWS)('opens what it is for and nothing else: %s, %s', (carried, verdict, signs) => {
    const [token, about] = LETTERS[carried];
    expect(opened(proofOf(token, verdict), about)).toBe(signs);
  });

  it.each<[Proof, boolean, string]>([
    [{ kind: 'confirmed' }, false, '++++++'],
    [{ kind: 'confirmed' }, true, '++--+-'],
  ])(
    'opens the same whatever a mail host says: %j, board has changed: %s',
    (proof, hasChanged, signs) => {
      expect(opened(proof, { board: BOARD, hasChanged })).toBe(signs);
    },
  );

  it.each<[Proof['kind'] | undefined, boolean]>([
    [undefined, false],
    ['none', false],
    ['forged', false],
    ['board', true],
    ['account', true],
    ['puzzle', true],
    ['sender', true],
    ['confirmed', true],
  ])('shows who has written: %s %s', (kind, proven) => {
    expect(isProven(kind)).toBe(proven);
  });
});
