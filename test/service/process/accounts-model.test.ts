import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { oneHourMs } from '../../../src/limits.ts';
import { type Desk, openDesk, type Sent } from '../../support/desk/desk.ts';
import { answerTo } from '../../support/post/letters.ts';
import { full } from '../../support/run/seed.ts';
import { addresses, blocks, players, settings } from '../../support/stored/people.ts';
import { Accounts, type Outcome, type Question, type Wish } from './accounts-model.ts';

/** The server beside the model, and the letters in which the questions of the model were asked. */
interface Real {
  readonly desk: Desk;
  readonly letters: Map<Question, Sent>;
  /** Every question ever asked, also those that lead nowhere by now. */
  readonly asked: Question[];
}

const ADDRESSES = ['a', 'b', 'c', 'd', 'e', 'f'].map((name) => `${name}@x.test`);
const USERIDS = ['ann', 'bob', 'cat', 'dan'];
/** Longer than half a day: no cap of a day is reached, and questions grow old after three steps. */
const STEP_MS = 13 * oneHourMs;

const lineOf = (wish: Wish): string => {
  switch (wish.do) {
    case 'set':
      return `set mail ${wish.value}`;
    case 'signoff':
      return 'signoff';
    case 'add':
    case 'remove':
    case 'main':
      return `address ${wish.do} ${wish.address}`;
    default:
      return `${wish.do} ${wish.userid}`;
  }
};

/** Somebody's address: one of those of an account, or any at all. */
interface Pick {
  readonly owned: boolean;
  readonly which: number;
}

/** A wish whose address is chosen when the model knows who has which. */
type LooseWish =
  | Exclude<Wish, { readonly address: string }>
  | { readonly do: 'add' | 'remove' | 'main'; readonly address: Pick };

const pick = (from: readonly string[], { which }: Pick): string =>
  from[which % from.length] ?? 'nobody@x.test';

/** Who writes, and what, now that it is known who has which address. */
function settle(model: Accounts, from: Pick, wish: LooseWish): { from: string; wish: Wish } {
  const owned = [...model.accounts.values()].flatMap(({ addresses }) => [...addresses]).sort();
  const writer = pick(from.owned && owned.length > 0 ? owned : ADDRESSES, from);
  if (!('address' in wish)) return { from: writer, wish };
  const account = model.accounts.get(model.ownerOf(writer) ?? '');
  const mine = [...(account?.addresses ?? [])].sort();
  const choice = wish.address.owned && mine.length > 0 ? mine : ADDRESSES;
  return { from: writer, wish: { do: wish.do, address: pick(choice, wish.address) } };
}

/** Writes a letter with a wish, and answers so many of the questions that it leads to. */
class Write implements fc.AsyncCommand<Accounts, Real> {
  readonly from: Pick;
  readonly wish: LooseWish;
  readonly answers: number;
  /** For the report of a run that failed. */
  written = 'not written';
  constructor(from: Pick, wish: LooseWish, answers: number) {
    this.from = from;
    this.wish = wish;
    this.answers = answers;
  }
  check = () => true;
  async run(model: Accounts, real: Real): Promise<void> {
    const { desk } = real;
    const { from, wish } = settle(model, this.from, this.wish);
    this.written = `${from}: ${lineOf(wish)}`;
    desk.time.now += STEP_MS;
    const sent = await desk.post({ from, subject: lineOf(wish), text: '' });
    let outcome = model.write(from, wish, desk.time.now);
    agree(model, real, sent, outcome);
    for (let answer = 0; answer < this.answers && outcome.question; answer++) {
      outcome = await answerYes(model, real, outcome.question);
    }
  }
  toString = () => `${this.written}${' yes'.repeat(this.answers)}`;
}

/** Answers a question of some time ago, open or not, from where it went or from anywhere else. */
class Yes implements fc.AsyncCommand<Accounts, Real> {
  readonly back: number;
  readonly from: string | undefined;
  constructor(back: number, from: string | undefined) {
    this.back = back;
    this.from = from;
  }
  check = () => true;
  async run(model: Accounts, real: Real): Promise<void> {
    const { asked } = real;
    const question = asked[asked.length - 1 - (this.back % Math.max(asked.length, 1))];
    if (question) await answerYes(model, real, question, this.from);
  }
  toString = () => `yes to the last question but ${this.back}, from ${this.from ?? 'there'}`;
}

async function answerYes(
  model: Accounts,
  real: Real,
  question: Question,
  from = question.to,
): Promise<Outcome> {
  const { desk, letters } = real;
  const letter = letters.get(question);
  if (!letter) throw new Error('a question without a letter');
  desk.time.now += STEP_MS;
  const sent = await desk.post({ ...answerTo(letter, 'yes'), from });
  // From anywhere else it is nobody's yes, whether it is answered or not.
  const outcome =
    from === question.to ? model.yes(question, desk.time.now) : { to: sent.map(({ to }) => to) };
  agree(model, real, sent, outcome);
  return outcome;
}

/** The letters went where the model says, and the books hold what it holds. */
function agree(
  model: Accounts,
  real: Real,
  sent: readonly Sent[],
  { to, question }: Outcome,
): void {
  if (to) expect(new Set(sent.map((letter) => letter.to))).toEqual(new Set(to));
  if (question) {
    const letter = sent.findLast(
      (each) => each.to === question.to && each.subject.includes('confirm'),
    );
    if (!letter) throw new Error(`no question went to ${question.to}`);
    real.letters.set(question, letter);
    real.asked.push(question);
  }
  expect(booksOf(real.desk)).toEqual(booksOfModel(model));
}

function booksOf({ shell: { db } }: Desk) {
  const names = new Map(players(db).map(({ id, userid }) => [id, userid]));
  const mail = settings(db).filter(({ name }) => name === 'mail');
  return {
    players: players(db)
      .map(({ userid, left }) => [userid, 1 - left])
      .sort(),
    addresses: addresses(db).map(({ address, player, main }) => [address, names.get(player), main]),
    settings: mail.map(({ player, value }) => [names.get(player), value]).sort(),
    blocks: blocks(db)
      .map(({ player, blocked }) => [names.get(player), names.get(blocked)])
      .sort(),
  };
}

function booksOfModel({ accounts, taken }: Accounts) {
  const each = [...accounts].sort(([one], [other]) => (one < other ? -1 : 1));
  return {
    players: [...taken].sort().map((userid) => [userid, accounts.has(userid) ? 1 : 0]),
    addresses: each
      .flatMap(([userid, { addresses, main }]) =>
        [...addresses].map((address) => [address, userid, address === main ? 1 : 0]),
      )
      .sort(([one = ''], [other = '']) => (one < other ? -1 : 1)),
    settings: each.flatMap(([userid, { mail }]) => (mail === undefined ? [] : [[userid, mail]])),
    blocks: each.flatMap(([userid, { blocked }]) =>
      [...blocked].sort().map((other) => [userid, other]),
    ),
  };
}

const userid = fc.constantFrom(...USERIDS);
const somebody = (ownedIn: number): fc.Arbitrary<Pick> =>
  fc.record({
    owned: fc.integer({ min: 1, max: 10 }).map((chance) => chance <= ownedIn),
    which: fc.nat({ max: 100 }),
  });
const wish: fc.Arbitrary<LooseWish> = fc.oneof(
  { weight: 2, arbitrary: fc.record({ do: fc.constant('signup' as const), userid }) },
  { weight: 5, arbitrary: fc.record({ do: fc.constant('add' as const), address: somebody(1) }) },
  {
    weight: 5,
    arbitrary: fc.record({ do: fc.constantFrom('remove', 'main'), address: somebody(8) }),
  },
  fc.record({ do: fc.constant('set' as const), value: fc.constantFrom('text', 'both') }),
  { weight: 2, arbitrary: fc.record({ do: fc.constantFrom('block', 'unblock'), userid }) },
  fc.constant({ do: 'signoff' as const }),
);
const steps = fc.commands(
  [
    fc
      .tuple(somebody(8), wish, fc.constantFrom(0, 1, 2, 2, 2))
      .map(([from, each, answers]) => new Write(from, each, answers)),
    fc
      .tuple(
        fc.nat({ max: 4 }),
        fc.option(fc.constantFrom(...ADDRESSES), { nil: undefined, freq: 2 }),
      )
      .map(([back, from]) => new Yes(back, from)),
  ],
  { maxCommands: 40, size: 'max' },
);

/** Two players to begin with, so that not every run is about signing up. */
async function begin(desk: Desk): Promise<{ model: Accounts; real: Real }> {
  const model = new Accounts();
  const real: Real = { desk, letters: new Map(), asked: [] };
  for (const [which, each] of ['ann', 'bob'].entries()) {
    const from = { owned: false, which };
    await new Write(from, { do: 'signup', userid: each }, 1).run(model, real);
  }
  return { model, real };
}

describe('accounts', () => {
  it('are those of a simple model, whoever writes what and answers what', async () => {
    await fc.assert(
      fc.asyncProperty(steps, async (commands) => {
        const desk = openDesk();
        try {
          await fc.asyncModelRun(() => begin(desk), commands);
        } finally {
          desk.close();
        }
      }),
      { numRuns: full ? 100 : 6, unbiased: true },
    );
  });
});
