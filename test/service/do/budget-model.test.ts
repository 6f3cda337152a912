import fc from 'fast-check';
import { expect, it } from 'vitest';
import { opposite } from '../../../src/engine/stones/board.ts';
import {
  accountLimits,
  answerLimits,
  challengeLimits,
  oneDayMs,
  oneHourMs,
  questionLimits,
} from '../../../src/limits.ts';
import { queriesOf } from '../../../src/store/reading/reading.ts';
import { type Desk, openDesk, type Sent } from '../../support/desk/desk.ts';
import { flat, signUp } from '../../support/desk/players.ts';
import { answerTo } from '../../support/post/letters.ts';
import { full } from '../../support/run/seed.ts';
import { lateAnswers } from '../../support/stored/letters.ts';

/**
 * Six players and two strangers do what they like for some days: they play, ask, write to each other,
 * and write in each other's names. What one of them causes never keeps a board of others waiting,
 * costs nobody more than is stated, and nothing that is proven is refused for what others have done.
 */

const USERIDS = ['ann', 'ben', 'cat', 'dan', 'eve', 'fay'] as const;
const STRANGERS = ['gil@far.test', 'hal@far.test'] as const;
const addressOf = (player: number): string => `${USERIDS[player]}@home.test`;
/** A move that is legal for long, at each ply another. */
const cellAt = (ply: number): string =>
  `${'abcdefghijkl'[(ply * 5) % 12]}${1 + Math.floor(ply / 12)}`;

/** What is said about nobody but the victim: letters and bytes of one kind in a day. */
interface Mark {
  readonly at: number;
  /** Whose name a forged letter had, or `by`, whom the cost is charged to, and `to`, who has it. */
  readonly budget: string;
  readonly bytes: number;
}

const anyAct = fc.record({
  what: fc.constantFrom('move', 'ask', 'write', 'challenge', 'forge', 'question', 'stranger'),
  by: fc.nat(5),
  to: fc.nat(5),
  forged: fc.constantFrom(
    'games',
    'show 1',
    'Lunch?',
    'solve 1',
    Array(10).fill('preview new forms -size=26x26').join('\n'),
    Array(10).fill('help move').join('\n'),
  ),
  /** The most bytes that a letter's words can come to, and a few. */
  words: fc.constantFrom('Hello, it is me.', '€'.repeat(4_000)),
  times: fc.oneof({ weight: 3, arbitrary: fc.constant(1) }, fc.integer({ min: 2, max: 25 })),
  restsMs: fc.oneof(fc.nat(oneHourMs / 2), fc.nat(6 * oneHourMs)),
});
type AnyAct = typeof anyAct extends fc.Arbitrary<infer Act> ? Act : never;

/** The server, what its people have done, and what it has cost. */
class Town {
  readonly desk = openDesk();
  readonly marks: Mark[] = [];
  private readonly welcomes: Sent[] = [];
  /** When each player has had an answer, or done what may be done so many times in a day. */
  private readonly own = new Map<string, number[]>();
  private count = 0;

  async open(): Promise<void> {
    for (const player of USERIDS.keys()) {
      await signUp(this.desk, addressOf(player));
      this.welcomes.push(this.desk.newest(addressOf(player)));
    }
    for (const player of [0, 2, 4]) {
      const terms = 'minefield -size=12 -first=me';
      await this.proven(player, `challenge ${USERIDS[player + 1]} ${terms}`);
      await this.desk.answer(addressOf(player + 1), 'accept');
    }
    this.desk.time.now += 2 * oneDayMs;
    this.own.clear();
  }

  async act(act: AnyAct): Promise<void> {
    this.desk.time.now += act.restsMs;
    for (let time = 0; time < act.times; time++) await this[act.what](act);
  }

  /** Whoever is to move plays, and both have the board at once. */
  async move({ by }: AnyAct): Promise<void> {
    const board = boardOf(by);
    const match = queriesOf(this.desk.shell.db, this.desk.time.now).match(board);
    if (!match || match.outcome) return;
    const { turn } = match.position;
    const [mover, other] = [match[turn], match[opposite(turn)]].map(({ userid }) => userid);
    const letter = this.desk.sent.findLast(
      ({ to, subject }) => to === `${mover}@home.test` && subject.includes(`Board ${board} `),
    );
    if (!letter) throw new Error(`${mover} has no board`);
    const sent = await this.post(answerTo(letter, cellAt(match.moves.length)));
    const boards = sent.filter(({ subject }) => subject.includes(`Board ${board} `));
    expect(boards.map(({ to }) => to).sort()).toEqual(
      [`${mover}@home.test`, `${other}@home.test`].sort(),
    );
  }

  /** A question with a proof is answered, whatever others have asked in this name. */
  async ask({ by }: AnyAct): Promise<void> {
    await this.settle();
    if (!this.mayDo(`answer ${addressOf(by)}`, answerLimits.perHour, oneHourMs)) return;
    // What was asked before that comes first.
    const { shell, time } = this.desk;
    if (lateAnswers(shell.db, time.now, addressOf(by)).length > 0) return;
    const sent = await this.proven(by, 'rating');
    expect(sent.map(flat)).toEqual([expect.stringContaining('You asked: rating')]);
  }

  async write({ by, to, words }: AnyAct): Promise<void> {
    if (by === to) return;
    const may = this.mayDo(`message ${by}`, accountLimits.messagesPerDay, oneDayMs);
    if (!may) return;
    const sent = await this.proven(by, `message ${USERIDS[to]}\n${words}`);
    expect(sent.filter(isTo(to)).map(flat)).toEqual([expect.stringContaining(words.slice(0, 10))]);
    this.mark(`message ${by} ${to}`, sent.filter(isTo(to)));
  }

  /** A challenge, which is taken back at once. */
  async challenge({ by, to, words }: AnyAct): Promise<void> {
    if (by === to) return;
    const may = this.mayDo(`challenge ${by} ${to}`, challengeLimits.toAnotherPerDay, oneDayMs);
    const number = queriesOf(this.desk.shell.db, this.desk.time.now).nextNumber();
    const sent = [
      ...(await this.proven(by, `challenge ${USERIDS[to]} forms\n${words}`)),
      ...(may ? await this.proven(by, `withdraw ${number}`) : []),
    ];
    expect(sent.filter(isTo(to)).length).toBe(may ? 2 : 0);
    this.mark(`challenge ${by} ${to}`, sent.filter(isTo(to)));
  }

  /** A letter in somebody's name that only asks. */
  async forge({ to, forged }: AnyAct): Promise<void> {
    const sent = await this.fresh(addressOf(to), forged);
    expect(sent.every(isTo(to))).toBe(true);
    this.markForged(to, sent);
  }

  /** A letter in somebody's name that wants to change something. */
  async question({ to }: AnyAct): Promise<void> {
    const sent = await this.fresh(addressOf(to), 'set mail text');
    const asked = sent.filter(({ subject }) => subject.includes('confirm'));
    this.mark(`question ${to}`, asked);
    this.markForged(
      to,
      sent.filter((each) => !asked.includes(each)),
    );
  }

  /** A letter in the name of somebody who has no account. */
  async stranger({ by, to }: AnyAct): Promise<void> {
    const address = STRANGERS[to % 2] ?? '';
    const sent = await this.fresh(address, by % 2 === 0 ? 'help' : `signup n${this.count}ew`);
    this.mark(`stranger ${address}`, sent);
  }

  private async proven(by: number, text: string): Promise<readonly Sent[]> {
    const letter = this.welcomes[by];
    if (!letter) throw new Error(`no letter of ${by}`);
    const sent = await this.post(answerTo(letter, `${text}\n`));
    for (const _ of sent.filter(isTo(by))) this.note(`answer ${addressOf(by)}`);
    return sent;
  }

  private async fresh(from: string, text: string): Promise<readonly Sent[]> {
    const [subject = ''] = text.split('\n');
    return this.post({ from, subject, text });
  }

  /**
   * No two letters are copies of each other. Answers that come late are answers, whoever writes meanwhile.
   */
  private async post(draft: Parameters<Desk['post']>[0]): Promise<readonly Sent[]> {
    const reference = `X-Count: ${this.count++}`;
    const sent = await this.desk.post({ ...draft, headers: [...(draft.headers ?? []), reference] });
    const asked = `<letter-${this.desk.box.size}@mail.test>`;
    return sent.filter(({ to, email }) => {
      const isPrompt = !email.inReplyTo?.startsWith('<letter-') || email.inReplyTo === asked;
      if (!isPrompt) this.note(`answer ${to}`);
      return isPrompt;
    });
  }

  /** What is due by now comes. */
  private async settle(): Promise<void> {
    for (const { to } of await this.desk.round()) this.note(`answer ${to}`);
  }

  /** Answers, and the one letter of the day that tells how many there were. */
  private markForged(to: number, sent: readonly Sent[]): void {
    const tells = sent.filter((each) => flat(each).includes('came in your name within a day'));
    this.mark(`told ${to}`, tells);
    this.mark(
      `forged ${to}`,
      sent.filter((each) => !tells.includes(each)),
    );
  }

  private mark(budget: string, sent: readonly Sent[]): void {
    const at = this.desk.time.now;
    for (const { raw } of sent) this.marks.push({ at, budget, bytes: Buffer.byteLength(raw) });
  }

  private note(what: string): void {
    this.own.set(what, [...(this.own.get(what) ?? []), this.desk.time.now]);
  }

  /** Whether somebody has done so much less than is allowed; then it is done, and counted. */
  private mayDo(what: string, most: number, withinMs: number): boolean {
    // The letter comes a second later.
    const since = this.desk.time.now + 1_000 - withinMs;
    const times = (this.own.get(what) ?? []).filter((at) => at >= since);
    const may = times.length < most;
    if (may && !what.startsWith('answer')) {
      this.own.set(what, [...times, this.desk.time.now + 1_000]);
    }
    return may;
  }
}

const boardOf = (player: number): number => 1 + Math.floor(player / 2);
const isTo =
  (player: number) =>
  ({ to }: Sent): boolean =>
    to === addressOf(player);

/** What each budget may come to in a day; the bytes are those of SECURITY.md. */
const STATED: Readonly<Record<string, { readonly letters: number; readonly bytes: number }>> = {
  forged: {
    letters: answerLimits.unprovenPerDay,
    bytes: answerLimits.unprovenBytesPerDay,
  },
  told: { letters: 1, bytes: 6_000 },
  question: { letters: questionLimits.unprovenPerDay, bytes: 35_000 },
  stranger: {
    letters: answerLimits.unprovenPerDay + questionLimits.signUpsPerDay,
    bytes: answerLimits.unprovenBytesPerDay,
  },
  message: { letters: accountLimits.messagesPerDay, bytes: 1_100_000 },
  challenge: { letters: 2 * challengeLimits.toAnotherPerDay, bytes: 900_000 },
};

function expectWithinBudgets(marks: readonly Mark[]): void {
  for (const { at, budget } of marks) {
    const day = marks.filter(
      (each) => each.budget === budget && each.at <= at && each.at > at - oneDayMs,
    );
    const { letters = 0, bytes = 0 } = STATED[budget.split(' ')[0] ?? ''] ?? {};
    expect(day.length, budget).toBeLessThanOrEqual(letters);
    expect(
      day.reduce((sum, each) => sum + each.bytes, 0),
      budget,
    ).toBeLessThanOrEqual(bytes);
  }
}

it('nobody pays for what others do', async () => {
  const property = fc.asyncProperty(
    fc.array(anyAct, { minLength: 15, maxLength: 40, size: 'max' }),
    async (acts) => {
      const town = new Town();
      try {
        await town.open();
        for (const act of acts) await town.act(act);
        expectWithinBudgets(town.marks);
      } finally {
        town.desk.close();
      }
    },
  );
  // To make a failing day shorter takes long, and says little more.
  await fc.assert(property, { numRuns: full ? 20 : 1, endOnFailure: true });
});
