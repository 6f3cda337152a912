import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { challengeLimits, oneHourMs } from '../../../src/limits.ts';
import { FIRSTS } from '../../../src/match/types.ts';
import { expireChallenges } from '../../../src/service/due/housekeeping.ts';
import { ADMIN, type Desk, openDesk, type Sent } from '../../support/desk/desk.ts';
import { type Outcome, type Question, type Wish, World } from '../../support/model/model.ts';
import { may, OFF_THE_BOARD, turnOf } from '../../support/model/model-acts.ts';
import { answerTo, type Draft } from '../../support/post/letters.ts';
import { full } from '../../support/run/seed.ts';
import { lettersIn, statesOut, unread } from '../../support/stored/letters.ts';
import { addresses, players, useridOf } from '../../support/stored/people.ts';
import {
  boards,
  challenges,
  offers,
  queuedMoves,
  suspendedPlayers,
} from '../../support/stored/play.ts';

/**
 * Everything that players and the admin can do to each other, in any order, beside a model that is
 * a few pages long. After each letter the books say what the model says, and exactly those people
 * have got a letter who should have.
 */

/** The server, and the letters that can be answered. */
interface Real {
  readonly desk: Desk;
  /** The letters that open an account, each with its userid; the newest last. */
  readonly welcomes: { readonly userid: string; readonly letter: Sent }[];
  readonly boards: BoardLetter[];
  readonly asked: { readonly question: Question; readonly letter: Sent }[];
  /** Cells that have been picked; the next move takes the next one. */
  picked: number;
}

interface BoardLetter {
  readonly letter: Sent;
  readonly userid: string;
  readonly number: number;
  /** Undefined when the match was over. */
  readonly revision: number | undefined;
  /** The same, whether it is over or not. */
  readonly shown: number;
}

const NAMES = ['ann', 'bob', 'cat', 'dan', 'eve', 'fay'];
const ADDRESSES = ['one', 'two', 'three', 'four'].map((name) => `${name}@home.test`);
/** So long that no limit of a day or an hour is reached, and a question grows old in ten steps. */
const STEP_MS = 5 * oneHourMs;
/** Strangers are asked twice a day at most. */
const SIGN_UP_MS = 13 * oneHourMs;

/** Cells that lie apart, so that a position hardly comes back; none twice. */
const cellAt = (index: number): string =>
  `${'abcdefghijkl'[(index * 5) % 12]}${(((index * 7) % 12) + Math.floor(index / 12)) % 12 || 12}`;

/** The wish as a player writes it. */
function lineOf(wish: Wish): string {
  switch (wish.do) {
    case 'signup':
    case 'admin suspend':
    case 'admin restore':
      return `${wish.do} ${wish.userid}`;
    case 'challenge':
      return `challenge ${wish.to ?? 'open'} minefield -size=${wish.size} -first=${wish.first}`;
    case 'counter': {
      const first = wish.first === undefined ? '' : ` -first=${wish.first}`;
      return `counter ${wish.number} -size=${wish.size}${first}`;
    }
    case 'move':
    case 'queue':
      return `${wish.do} ${wish.number} ${wish.cell}`;
    case 'admin start':
      return `admin start minefield ${wish.black} ${wish.white} -size=12`;
    case 'admin resign':
      return `admin resign ${wish.number} ${wish.userid}`;
    case 'admin end':
      return `admin end ${wish.number} ${wish.how}`;
    case 'signoff':
    case 'signoff now':
      return wish.do;
    default:
      return `${wish.do} ${wish.number}`;
  }
}

/** What fast-check chooses; what that means shows when the state of things is known. */
interface Choice {
  readonly act: Wish['do'];
  /** Whether to look for somebody who may do it. */
  readonly fitting: boolean;
  /** Which of those that are possible. */
  readonly which: number;
  readonly size: number;
  readonly first: (typeof FIRSTS)[number] | undefined;
  /** What is answered: the welcome letter, a board, the welcome letter of a former life, or none. */
  readonly by: 'account' | 'board' | 'former' | 'none';
  /** How many boards ago. */
  readonly age: number;
  /** How many of the questions that it leads to are answered. */
  readonly answers: number;
}

/** All that somebody could write who does this. */
function wishes(world: World, { act, size, first }: Choice, cell: string): readonly Wish[] {
  const numbers = Array.from({ length: world.nextNumber }, (_, index) => index + 1);
  switch (act) {
    case 'signup':
      return NAMES.map((userid) => ({ do: act, userid }));
    case 'challenge':
      return [undefined, ...NAMES].map((to) => ({ do: act, to, size, first: first ?? 'random' }));
    case 'counter':
      return numbers.map((number) => ({ do: act, number, size, first }));
    case 'move':
      return numbers.map((number) => ({ do: act, number, cell, revision: undefined }));
    case 'queue':
      return numbers.flatMap((number) =>
        [cell, cell, OFF_THE_BOARD].map((each) => ({ do: act, number, cell: each })),
      );
    case 'signoff':
    case 'signoff now':
      return [{ do: 'signoff' }];
    case 'admin start':
      return NAMES.flatMap((black) => NAMES.map((white) => ({ do: act, black, white })));
    case 'admin resign':
      return numbers.flatMap((number) => NAMES.map((userid) => ({ do: act, number, userid })));
    case 'admin end':
      return numbers.flatMap((number) =>
        (['black', 'white', 'draw', 'cancel'] as const).map((how) => ({ do: act, number, how })),
      );
    case 'admin suspend':
    case 'admin restore':
      return NAMES.map((userid) => ({ do: act, userid }));
    default:
      return numbers.map((number) => ({ do: act, number }));
  }
}

function settle(world: World, choice: Choice, cell: string): { from: string; wish: Wish } {
  const writers = choice.act.startsWith('admin') ? [ADMIN] : ADDRESSES;
  const all = writers.flatMap((from) =>
    wishes(world, choice, cell).map((wish) => ({ from, wish })),
  );
  const good = all.filter(({ from, wish }) => may(world, from, wish));
  const from = choice.fitting && good.length > 0 ? good : all;
  const chosen = from[choice.which % from.length];
  if (!chosen) throw new Error('there is nothing to wish for');
  return chosen;
}

/** A board letter that shows an offer says how it is accepted. */
const OFFERS = /Reply\s+with\s+one\s+word:\s+yes/;

/** The letter that is written, what it asks for, and whether what it answers proves who writes. */
function letterFor(
  world: World,
  { welcomes, boards }: Real,
  { from, wish }: { readonly from: string; readonly wish: Wish },
  { by, age }: Choice,
): { draft: Draft; wish: Wish; proven: boolean; outdated: boolean } {
  const line = lineOf(wish);
  const who = world.whoIs(from);
  const own = boards.filter(
    ({ userid, number }) => userid === who && 'number' in wish && number === wish.number,
  );
  const board = own.at(-1 - (age % Math.max(own.length, 1)));
  if (by === 'board' && board) {
    const { letter, revision, shown } = board;
    const isMove = wish.do === 'move';
    const now = world.boards.find(({ number }) => number === board.number)?.revision;
    return {
      draft: answerTo(letter, isMove ? wish.cell : line),
      wish: isMove ? { ...wish, revision } : wish,
      proven: true,
      outdated: shown !== now || (wish.do === 'accept' && !OFFERS.test(letter.text)),
    };
  }
  const lives = welcomes.filter(({ letter }) => letter.to === from);
  const welcome =
    by === 'former'
      ? lives.find(({ userid }) => userid !== who)
      : by === 'none'
        ? undefined
        : lives.find(({ userid }) => userid === who);
  return welcome
    ? {
        draft: answerTo(welcome.letter, line),
        wish,
        proven: welcome.userid === who,
        outdated: false,
      }
    : { draft: { from, subject: line, text: '' }, wish, proven: false, outdated: false };
}

class Write implements fc.AsyncCommand<World, Real> {
  private readonly choice: Choice;
  private readonly given: { readonly from: string; readonly wish: Wish } | undefined;
  private written = 'not written';
  constructor(choice: Choice, given?: Write['given']) {
    this.choice = choice;
    this.given = given;
  }
  check = () => true;
  toString = () => this.written;

  async run(world: World, real: Real): Promise<void> {
    const { desk } = real;
    const { choice } = this;
    const meant = this.given ?? settle(world, choice, cellAt(real.picked++));
    const { draft, wish, proven, outdated } = letterFor(world, real, meant, choice);
    this.written = `${meant.from} (${world.whoIs(meant.from)}), by ${proven ? choice.by : 'no proof'}: ${lineOf(wish)}`;
    const closed = await wait(real, wish.do === 'signup' ? SIGN_UP_MS : STEP_MS);
    const sent = await desk.post(draft);
    world.now = desk.time.now;
    agree(world, real, closed, { to: world.expire() });
    let outcome = world.write(meant.from, wish, proven, outdated);
    agree(world, real, sent, outcome);
    for (let answer = 0; answer < choice.answers && outcome.question; answer++) {
      this.written += ', yes';
      outcome = await answerYes(world, real, outcome.question);
    }
    compare(world, real);
  }
}

/** Answers a question of some time ago, which may have been answered or be too old. */
class Yes implements fc.AsyncCommand<World, Real> {
  private readonly back: number;
  constructor(back: number) {
    this.back = back;
  }
  check = () => true;
  toString = () => `yes to the last question but ${this.back}`;
  async run(world: World, real: Real): Promise<void> {
    const { asked } = real;
    const at = asked.length - 1 - (this.back % Math.max(asked.length, 1));
    const closed = await wait(real, STEP_MS);
    world.now = real.desk.time.now;
    agree(world, real, closed, { to: world.expire() });
    const question = asked[at]?.question;
    if (question) await answerYes(world, real, question);
    compare(world, real);
  }
}

/** A letter comes once more, byte for byte, as mail systems sometimes have it. */
class Again implements fc.AsyncCommand<World, Real> {
  private readonly back: number;
  constructor(back: number) {
    this.back = back;
  }
  check = () => true;
  toString = () => `the last letter but ${this.back} again`;
  async run(world: World, real: Real): Promise<void> {
    const { box } = real.desk;
    const raw = box.get(box.size - (this.back % box.size));
    if (raw) box.set(box.size + 1, raw);
    agree(world, real, await real.desk.round(), { to: [] });
    compare(world, real);
  }
}

/** A fortnight goes by. */
class Fortnight implements fc.AsyncCommand<World, Real> {
  check = () => true;
  toString = () => 'a fortnight';
  async run(world: World, real: Real): Promise<void> {
    const closed = await wait(real, challengeLimits.openMs + 1);
    world.now = real.desk.time.now;
    agree(world, real, closed, { to: world.expire() });
    compare(world, real);
  }
}

/** Lets time go by. Returns the letters about what nobody has answered. */
function wait({ desk }: Real, ms: number): Promise<readonly Sent[]> {
  desk.time.now += ms;
  expireChallenges(desk.shell);
  return desk.round();
}

async function answerYes(world: World, real: Real, question: Question): Promise<Outcome> {
  const { desk, asked } = real;
  const letter = asked.find((each) => each.question === question)?.letter;
  if (!letter) throw new Error('a question without a letter');
  const sent = await desk.post(answerTo(letter, 'yes'));
  world.now = desk.time.now;
  const outcome = world.yes(question);
  agree(world, real, sent, outcome);
  return outcome;
}

/** The letters went to those the model says, once to each, and show the boards as it has them. */
function agree(world: World, real: Real, sent: readonly Sent[], { to, question }: Outcome): void {
  expect(sent.map((letter) => letter.to).sort()).toEqual([...to].sort());
  for (const letter of sent) {
    const userid = world.whoIs(letter.to);
    if (question && letter.to === question.to) real.asked.push({ question, letter });
    if (userid === undefined) continue;
    if (letter.subject.includes('welcome')) real.welcomes.push({ userid, letter });
    const [, number] = /^Minefield Board (\d+) /.exec(letter.subject) ?? [];
    const board = world.boards.find((each) => each.number === Number(number));
    if (!board) continue;
    const { over } = board;
    const state = over
      ? /The match is (?:drawn|a draw)|(?:has|have) (?:won|lost):|has cancelled the match/
      : new RegExp(
          turnOf(board) === userid
            ? '^(?:Your move|It is your turn)'
            : `It is ${turnOf(board)}'s turn`,
        );
    expect(letter.text).toMatch(state);
    const revision = over ? undefined : board.revision;
    const { number: of, revision: shown } = board;
    real.boards.push({ letter, userid, number: of, revision, shown });
  }
}

/** The books hold what the model holds, and nothing was lost on the way. */
function compare(world: World, { desk }: Real): void {
  const { db } = desk.shell;
  const homes = new Map(addresses(db).map(({ player, address }) => [player, address]));
  const suspended = new Set(suspendedPlayers(db));
  const name = (id: number | null) => useridOf(db, id);
  expect({
    players: players(db)
      .map(({ id, userid }) => [userid, homes.get(id) ?? '', suspended.has(id) ? 1 : 0])
      .sort(),
    challenges: challenges(db).map(({ number, challenger, challenged, cols, first, state }) => [
      number,
      name(challenger),
      name(challenged) ?? null,
      cols,
      first,
      state,
    ]),
    boards: boards(db).map(({ board, black, white, moves, revision, ending, winner }) => [
      board,
      name(black),
      name(white),
      moves,
      revision,
      ending,
      winner,
    ]),
    offers: offers(db)
      .filter(({ state }) => state === 'open')
      .toSorted((one, other) => one.board - other.board)
      .map(({ board, kind, player }) => [board, kind, name(player)]),
    queues: queuedMoves(db)
      .map(({ board, player, replies }): [number, string, string] => [
        board,
        name(player) ?? '',
        replies,
      ])
      .toSorted(([board, one], [other, another]) => board - other || (one < another ? -1 : 1)),
  }).toEqual(booksOf(world));
  expect([lettersIn(db).length, unread(db)]).toEqual([desk.box.size, 0]);
  expect(statesOut(db)).toEqual(desk.sent.map(() => 'sent'));
}

function booksOf({ accounts, slips, boards }: World) {
  const sorted = [...boards].sort((one, another) => one.number - another.number);
  return {
    players: [...accounts]
      .sort(([one], [another]) => (one < another ? -1 : 1))
      .map(([userid, { address, left, suspended }]) => [
        userid,
        left ? '' : address,
        suspended ? 1 : 0,
      ]),
    challenges: slips.map(({ number, from, to, size, first, state }) => [
      number,
      from,
      to ?? null,
      size,
      first,
      state,
    ]),
    boards: sorted.map(({ number, black, white, moves, revision, over }) => [
      number,
      black,
      white,
      moves.join(' '),
      revision,
      over?.how ?? null,
      over?.winner ?? null,
    ]),
    offers: sorted.flatMap(({ number, offer }) => (offer ? [[number, offer.kind, offer.by]] : [])),
    queues: sorted.flatMap(({ number, queues }) =>
      [...queues]
        .sort(([one], [another]) => (one < another ? -1 : 1))
        .map(([userid, cell]) => [number, userid, cell]),
    ),
  };
}

const WEIGHTS: Readonly<Record<Exclude<Wish['do'], 'signoff now'>, number>> = {
  signup: 3,
  challenge: 6,
  counter: 3,
  accept: 10,
  decline: 3,
  withdraw: 3,
  move: 24,
  queue: 6,
  resign: 2,
  draw: 4,
  undo: 8,
  signoff: 1,
  'admin start': 1,
  'admin resign': 1,
  'admin end': 1,
  'admin undo': 2,
  'admin suspend': 1,
  'admin restore': 2,
};

/** One thing after another, so that each finds what it needs. */
const EACH_ONCE = [
  'challenge',
  'counter',
  'accept',
  'move',
  'undo',
  'accept',
  'draw',
  'decline',
  'move',
  'queue',
  'move',
  'draw',
  'withdraw',
  'challenge',
  'decline',
  'challenge',
  'withdraw',
  'admin start',
  'resign',
  'admin undo',
  'admin resign',
  'admin end',
  'admin suspend',
  'admin restore',
] as const;

const choice: fc.Arbitrary<Choice> = fc.record({
  act: fc.oneof(
    ...Object.entries(WEIGHTS).map(([act, weight]) => ({
      weight,
      arbitrary: fc.constant(act as Wish['do']),
    })),
  ),
  fitting: fc.integer({ min: 1, max: 5 }).map((chance) => chance > 1),
  which: fc.nat({ max: 10_000 }),
  size: fc.constantFrom(12, 14),
  first: fc.option(fc.constantFrom(...FIRSTS), { nil: undefined }),
  by: fc.constantFrom('account', 'account', 'board', 'board', 'board', 'former', 'none'),
  age: fc.constantFrom(0, 0, 0, 1, 2),
  answers: fc.constantFrom(0, 2, 2, 2),
});
const kinds: readonly [number, fc.Arbitrary<fc.AsyncCommand<World, Real>>][] = [
  [40, choice.map((each) => new Write(each))],
  [3, fc.nat({ max: 5 }).map((back) => new Yes(back))],
  [3, fc.nat({ max: 8 }).map((back) => new Again(back))],
  [1, fc.constant(null).map(() => new Fortnight())],
];
const commands = fc.commands(
  [fc.oneof(...kinds.map(([weight, arbitrary]) => ({ weight, arbitrary })))],
  { maxCommands: 50, size: 'max' },
);

const USUAL: Choice = {
  act: 'signup',
  fitting: true,
  which: 0,
  size: 12,
  first: 'me',
  by: 'account',
  age: 0,
  answers: 2,
};

/** Three players, two of them at a board, and a stranger. */
async function begin(desk: Desk): Promise<{ model: World; real: Real }> {
  const model = new World(
    (board) =>
      useridOf(desk.shell.db, boards(desk.shell.db).find((each) => each.board === board)?.black) ??
      '',
  );
  const real: Real = { desk, welcomes: [], boards: [], asked: [], picked: 0 };
  const write = (from: string, wish: Wish) => new Write(USUAL, { from, wish }).run(model, real);
  const [one = '', two = '', three = ''] = ADDRESSES;
  await write(one, { do: 'signup', userid: 'ann' });
  await write(two, { do: 'signup', userid: 'bob' });
  await write(three, { do: 'signup', userid: 'cat' });
  await write(one, { do: 'challenge', to: 'bob', size: 12, first: 'me' });
  await write(two, { do: 'accept', number: 1 });
  return { model, real };
}

describe('accounts, challenges and boards together', () => {
  it('are what the model says, whoever writes what', async () => {
    await fc.assert(
      fc.asyncProperty(commands, async (sequence) => {
        const desk = openDesk();
        try {
          await fc.asyncModelRun(() => begin(desk), sequence);
        } finally {
          desk.close();
        }
      }),
      {
        numRuns: full ? 60 : 2,
        unbiased: true,
        // To find the shortest letters that fail takes long; what was found by then is told.
        interruptAfterTimeLimit: 400_000,
      },
    );
  });

  /** What chance may leave out. */
  it('are what the model says when everything happens at least once', async () => {
    const desk = openDesk();
    try {
      const { model, real } = await begin(desk);
      const acts = Object.keys(WEIGHTS) as (keyof typeof WEIGHTS)[];
      const lines = [...acts, ...EACH_ONCE].filter((act) => act !== 'signoff');
      const [, bob = '', cat = ''] = ADDRESSES;
      const offer = (to: string): Wish => ({ do: 'challenge', to, size: 12, first: 'them' });
      for (const [from, wish] of [
        [bob, offer('cat')],
        [ADMIN, { do: 'admin suspend', userid: 'bob' }],
        [ADMIN, { do: 'admin restore', userid: 'bob' }],
        [bob, offer('cat')],
        [cat, offer('bob')],
        [bob, { do: 'signoff' }],
      ] as const) {
        await new Write(USUAL, { from, wish }).run(model, real);
        await new Again(0).run(model, real);
      }
      for (const [which, act] of [...lines, 'signoff' as const].entries()) {
        await new Write({ ...USUAL, act, which: which * 7 }).run(model, real);
      }
      const left = acts.filter((act) => !model.done.has(act === 'signoff' ? 'signoff now' : act));
      expect(left).toEqual([]);
    } finally {
      desk.close();
    }
  });

  it('have a new cell for every move of a run', () => {
    const cells = Array.from({ length: 144 }, (_, index) => cellAt(index));
    expect(new Set(cells).size).toBe(cells.length);
  });
});
