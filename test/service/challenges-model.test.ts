import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { challengeMsMax, openChallengesMax } from '../../src/limits.ts';
import { FIRSTS, type First } from '../../src/match/types.ts';
import { expire } from '../../src/service/expire.ts';
import { ALICE, BOB, type Desk, openDesk, type Sent } from '../support/desk.ts';
import { answerTo } from '../support/letters.ts';
import { CAROL, signUp } from '../support/players.ts';

/** Challenges as one would keep them on paper; players are 1, 2 and 3. */
interface Slip {
  readonly from: number;
  to: number | undefined;
  readonly size: number;
  readonly first: First;
  state: string;
}
type Paper = Slip[];

/** The server, and the letters by which each player's account is open. */
interface Real {
  readonly desk: Desk;
  readonly accounts: readonly Sent[];
}

const ADDRESSES = [ALICE, BOB, CAROL];
const USERIDS = ['alice', 'bob', 'carol'];
const addressOf = (player: number): string => ADDRESSES[player - 1] ?? '';
const useridOf = (player: number): string => USERIDS[player - 1] ?? '';

const openBy = (paper: Paper, from: number) =>
  paper.filter((slip) => slip.from === from && slip.state === 'open');
const mayOffer = (paper: Paper, from: number, to: number | undefined): boolean =>
  from !== to &&
  openBy(paper, from).length < openChallengesMax &&
  !openBy(paper, from).some((slip) => to !== undefined && slip.to === to);
const slipFor = (paper: Paper, number: number): Slip | undefined =>
  paper[number - 1]?.state === 'open' ? paper[number - 1] : undefined;
const flip = (first: First): First =>
  first === 'me' ? 'them' : first === 'them' ? 'me' : 'random';

/** What a letter does on paper. Returns who is written to beside the writer. */
type OnPaper = (paper: Paper, number: number, by: number) => readonly (number | undefined)[];

/** Who writes: a player, or whoever the challenge waits for, or whoever has made it. */
type Writer = number | 'asked' | 'maker';

function writerOf(writer: Writer, slip: Slip | undefined): number {
  if (typeof writer === 'number') return writer;
  if (!slip || writer === 'maker') return slip?.from ?? 1;
  return slip.to ?? (slip.from % 3) + 1;
}

/**
 * One letter.
 *
 * @param written with `N` for the number of a challenge
 * @param age which challenge that is: 0 is the newest
 */
const letter = (
  writer: Writer,
  written: string,
  age: number,
  onPaper: OnPaper,
): fc.AsyncCommand<Paper, Real> => ({
  check: () => true,
  toString: () => `${writer}: ${written} (${age})`,
  async run(paper, { desk, accounts }) {
    const number = Math.max(1, paper.length - age);
    const by = writerOf(writer, paper[number - 1]);
    const account = accounts[by - 1];
    if (!account) throw new Error('no account');
    // Answers to one address are capped by the hour; that is not what this is about.
    desk.clock.now += 600_000;
    const sent = await desk.post(answerTo(account, written.replace('N', String(number))));
    const others = onPaper(paper, number, by).flatMap((player) => player ?? []);
    expect(sent.map(({ to }) => to).sort()).toEqual([by, ...others].map(addressOf).sort());
    compare(paper, desk);
  },
});

const offer = (writer: number, to: number | undefined, size: number, first: First) => {
  const whom = to === undefined ? 'open' : useridOf(to);
  const written = `challenge ${whom} forms -size=${size} -first=${first}`;
  return letter(writer, written, 0, (paper, _, from) => {
    if (!mayOffer(paper, from, to)) return [];
    paper.push({ from, to, size, first, state: 'open' });
    return [to];
  });
};

const accept = (writer: Writer, age: number) =>
  letter(writer, 'accept N', age, (paper, number, by) => {
    const slip = slipFor(paper, number);
    if (!slip || slip.from === by || (slip.to ?? by) !== by) return [];
    slip.to = by;
    slip.state = 'accepted';
    return [slip.from];
  });

const decline = (writer: Writer, age: number) =>
  letter(writer, 'decline N', age, (paper, number, by) => {
    const slip = slipFor(paper, number);
    if (slip?.to !== by) return [];
    slip.state = 'declined';
    return [slip.from];
  });

const withdraw = (writer: Writer, age: number) =>
  letter(writer, 'withdraw N', age, (paper, number, by) => {
    const slip = slipFor(paper, number);
    if (slip?.from !== by) return [];
    slip.state = 'withdrawn';
    return [slip.to];
  });

const counter = (writer: Writer, age: number, size: number, wanted: First | undefined) => {
  const named = wanted ? ` -first=${wanted}` : '';
  return letter(writer, `counter N -size=${size}${named}`, age, (paper, number, by) => {
    const slip = slipFor(paper, number);
    if (slip?.to !== by) return [];
    const first = wanted ?? flip(slip.first);
    const same = size === slip.size && first === flip(slip.first);
    if (same || !mayOffer(paper, by, slip.from)) return [];
    slip.state = 'countered';
    paper.push({ from: by, to: slip.from, size, first, state: 'open' });
    return [slip.from];
  });
};

/** A fortnight goes by. */
const fortnight: fc.AsyncCommand<Paper, Real> = {
  check: () => true,
  toString: () => 'a fortnight',
  async run(paper, { desk }) {
    desk.clock.now += challengeMsMax + 1;
    const open = paper.filter(({ state }) => state === 'open');
    expect(expire(desk.shell)).toBe(open.length);
    const sent = await desk.round();
    expect(sent.map(({ to }) => to).sort()).toEqual(open.map(({ from }) => addressOf(from)).sort());
    for (const slip of open) slip.state = 'expired';
    compare(paper, desk);
  },
};

/** The tables say what the paper says: every challenge, and a board for each that was accepted. */
function compare(paper: Paper, { shell: { db } }: Desk): void {
  const rows = db
    .prepare(
      `select challenger_id as "from", challenged_id as "to", cols as size, first, state
      from challenges order by number`,
    )
    .all();
  expect(rows).toEqual(paper.map((slip) => ({ ...slip, to: slip.to ?? null })));
  const matches = db
    .prepare('select board, black_id as black, white_id as white from matches order by board')
    .all() as { board: number; black: number; white: number }[];
  const accepted = paper.flatMap((slip, at) =>
    slip.state === 'accepted' ? [{ ...slip, board: at + 1 }] : [],
  );
  expect(matches.map(({ board }) => board)).toEqual(accepted.map(({ board }) => board));
  for (const [at, { from, to, first }] of accepted.entries()) {
    const { black, white } = matches[at] ?? { black: 0, white: 0 };
    expect([black, white].sort()).toEqual([from, to].sort());
    if (first !== 'random') expect(black).toBe(first === 'me' ? from : to);
  }
}

const player = fc.integer({ min: 1, max: 3 });
const size = fc.constantFrom(4, 6);
const first = fc.constantFrom(...FIRSTS);
/** One of the newest, which are open more often than not. */
const age = fc.nat({ max: 2 });
/** Mostly somebody who may write such a letter. */
const often = (fitting: Writer) =>
  fc.oneof({ weight: 3, arbitrary: fc.constant(fitting) }, { weight: 2, arbitrary: player });
const kinds: readonly [number, fc.Arbitrary<fc.AsyncCommand<Paper, Real>>][] = [
  [4, fc.tuple(player, player, size, first).map((terms) => offer(...terms))],
  [3, fc.tuple(player, size, first).map(([by, ...terms]) => offer(by, undefined, ...terms))],
  [3, fc.tuple(often('asked'), age).map((which) => accept(...which))],
  [2, fc.tuple(often('asked'), age).map((which) => decline(...which))],
  [2, fc.tuple(often('maker'), age).map((which) => withdraw(...which))],
  [
    5,
    fc
      .tuple(often('asked'), age, size, fc.option(first, { nil: undefined, freq: 1 }))
      .map((which) => counter(...which)),
  ],
  [1, fc.constant(fortnight)],
];
const commands = fc.commands(
  [fc.oneof(...kinds.map(([weight, arbitrary]) => ({ weight, arbitrary })))],
  { maxCommands: 40, size: 'max' },
);

describe('challenges', () => {
  it('are what they would be on paper', async () => {
    await fc.assert(
      fc.asyncProperty(commands, async (sequence) => {
        const desk = openDesk();
        try {
          const accounts: Sent[] = [];
          for (const address of ADDRESSES) {
            await signUp(desk, address);
            accounts.push(desk.newest(address));
          }
          await fc.asyncModelRun(() => ({ model: [], real: { desk, accounts } }), sequence);
        } finally {
          desk.close();
        }
      }),
      { numRuns: 15 },
    );
  }, 120_000);
});
