import {
  answerLimits,
  challengeLimits,
  introductionLimits,
  questionLimits,
} from '../../../src/limits.ts';
import type { First } from '../../../src/match/types.ts';
import { ADMIN } from '../desk/desk.ts';
import { asAsked, may, run } from './model-acts.ts';

/**
 * The whole server as simply as it can be told: who plays, what is offered, how the boards stand,
 * what waits for a yes, and who gets a letter. It knows nothing of the program but its limits.
 */

/** What a letter asks for. */
export type Wish =
  | { readonly do: 'signup'; readonly userid: string }
  | {
      readonly do: 'challenge';
      /** Undefined for everybody. */
      readonly to: string | undefined;
      readonly size: number;
      readonly first: First;
    }
  | {
      readonly do: 'counter';
      readonly number: number;
      readonly size: number;
      readonly first: First | undefined;
    }
  | {
      readonly do: 'accept' | 'decline' | 'withdraw' | 'resign' | 'draw' | 'undo' | 'admin undo';
      readonly number: number;
    }
  | {
      readonly do: 'move';
      readonly number: number;
      readonly cell: string;
      /** Of the board in the letter that is answered, if it is one of a running match. */
      readonly revision: number | undefined;
      readonly ply?: number;
    }
  | { readonly do: 'queue'; readonly number: number; readonly cell: string }
  | { readonly do: 'signoff' | 'signoff now' }
  | { readonly do: 'admin start'; readonly black: string; readonly white: string }
  | { readonly do: 'admin resign'; readonly number: number; readonly userid: string }
  | {
      readonly do: 'admin end';
      readonly number: number;
      readonly how: 'black' | 'white' | 'draw' | 'cancel';
    }
  | { readonly do: 'admin suspend' | 'admin restore'; readonly userid: string };

export interface Account {
  readonly address: string;
  suspended: boolean;
  left: boolean;
}

/** A challenge on its slip of paper. */
export interface Slip {
  readonly number: number;
  readonly from: string;
  to: string | undefined;
  readonly size: number;
  readonly first: First;
  state: 'open' | 'accepted' | 'declined' | 'withdrawn' | 'countered' | 'expired';
  readonly at: number;
}

export type Side = 'black' | 'white';

export interface Board {
  readonly number: number;
  readonly black: string;
  readonly white: string;
  moves: string[];
  revision: number;
  /** How it ended, with the winner, or with null for none. */
  over: { readonly how: string; readonly winner: Side | null } | undefined;
  offer: { readonly kind: 'draw' | 'undo'; readonly by: string } | undefined;
  /** Every offer ever made: there are so many a day. */
  readonly offers: { readonly by: string; readonly at: number }[];
  /** The cell that each player wants to pick next. */
  readonly queues: Map<string, string>;
}

/** Something that waits for a yes from where it was asked. */
export interface Question {
  readonly to: string;
  /** The userid of whoever was asked; undefined for a stranger. */
  readonly who: string | undefined;
  readonly wish: Wish;
  /** The revision of the board that it is about, when it was asked. */
  readonly revision: number | undefined;
  readonly at: number;
}

/** What means something else on another board: the yes to it is one to the board as it was asked about. */
const ON_THIS_BOARD: ReadonlySet<Wish['do']> = new Set<Wish['do']>([
  ...(['move', 'queue', 'resign', 'draw', 'undo', 'accept', 'decline', 'admin undo'] as const),
]);

/** What a letter comes to: whom it makes the server write to, and what they are asked. */
export interface Outcome {
  readonly to: readonly string[];
  readonly question?: Question;
}

/**
 * When each address was sent refusals since a letter of its own came to something. Letters that
 * show who wrote them are a row of their own, which those of others cannot fill.
 */
class Refusals {
  private readonly rows = new Map<string, readonly number[]>();

  inARow(address: string, proven: boolean, now: number): number {
    return this.of(address, proven).filter((at) => at >= now - answerLimits.refusalsWithinMs)
      .length;
  }

  add(address: string, proven: boolean, now: number): void {
    this.rows.set(`${address} ${proven}`, [...this.of(address, proven), now]);
  }

  end(address: string, proven: boolean): void {
    this.rows.delete(`${address} ${proven}`);
  }

  forget(address: string): void {
    for (const proven of [true, false]) this.end(address, proven);
  }

  private of(address: string, proven: boolean): readonly number[] {
    return this.rows.get(`${address} ${proven}`) ?? [];
  }
}

export class World {
  now = 0;
  /** By userid; who has left keeps it, so that nobody else gets it. */
  readonly accounts = new Map<string, Account>();
  readonly slips: Slip[] = [];
  readonly boards: Board[] = [];
  questions: Question[] = [];
  /** What has come to something. */
  readonly done = new Set<Wish['do']>();
  private readonly refusals = new Refusals();
  /** When each address was told what this is. */
  private readonly introduced = new Map<string, number>();
  /** Whom chance has made Black on a board. */
  readonly tossed: (board: number) => string;

  constructor(tossed: World['tossed']) {
    this.tossed = tossed;
  }

  /** Challenges and boards share their numbers. */
  get nextNumber(): number {
    return 1 + Math.max(0, ...[...this.slips, ...this.boards].map(({ number }) => number));
  }

  /** The userid behind an address; `admin` for the admin; undefined for a stranger. */
  whoIs(address: string): string | undefined {
    if (address === ADMIN) return 'admin';
    return [...this.accounts].find(([, each]) => !each.left && each.address === address)?.[0];
  }

  isHere(userid: string): boolean {
    return this.accounts.get(userid)?.left === false;
  }

  /** Where letters to these people go; to those who have left go none. */
  reach(...userids: readonly (string | undefined)[]): readonly string[] {
    return userids.flatMap((userid = '') => {
      if (userid === 'admin') return [ADMIN];
      const account = this.accounts.get(userid);
      return account && !account.left ? [account.address] : [];
    });
  }

  /**
   * Somebody writes a letter.
   *
   * @param proven whether it answers a letter that shows who writes
   * @param outdated whether it answers a letter that shows the board of the wish as it was
   */
  write(from: string, wish: Wish, proven: boolean, outdated: boolean): Outcome {
    // Strangers are heard when they want an account, and hear what this is once a month.
    if (this.whoIs(from) === undefined && wish.do !== 'signup') return this.introduce(from);
    if (!may(this, from, wish)) return this.refuse(from, proven);
    if (wish.do === 'signoff') return this.ask(from, { do: 'signoff now' }, proven);
    // What is done to everybody, or to an account, is asked about in any case.
    const certain = proven && !wish.do.startsWith('admin') && wish.do !== 'signup';
    if (outdated && ON_THIS_BOARD.has(wish.do)) return this.ask(from, wish, proven);
    return certain ? this.carryOut(from, wish) : this.ask(from, wish, proven);
  }

  /** Somebody answers a question with yes, from where it went. */
  yes(question: Question): Outcome {
    const { to: from, who, wish, at } = question;
    const waits = this.questions.includes(question) && this.now <= at + questionLimits.heldMs;
    this.questions = this.questions.filter((each) => each !== question);
    // Whoever had this address in a former life has not shown who writes now.
    if (!waits) return this.refuse(from, who === this.whoIs(from));
    if (!may(this, from, wish)) return this.refuse(from, true);
    const hasChanged = this.revisionFor(wish) !== question.revision;
    return hasChanged ? this.ask(from, wish, true) : this.carryOut(from, wish);
  }

  /** Nothing is known any more of what somebody was told who has left. */
  forget(address: string): void {
    this.introduced.delete(address);
    this.refusals.forget(address);
  }

  /** Challenges that nobody has answered for too long are closed, and their makers are told. */
  expire(): readonly string[] {
    const old = this.slips.filter(
      ({ state, at }) => state === 'open' && at < this.now - challengeLimits.openMs,
    );
    for (const slip of old) slip.state = 'expired';
    return old.flatMap(({ from }) => this.reach(from));
  }

  private introduce(from: string): Outcome {
    const last = this.introduced.get(from) ?? Number.NEGATIVE_INFINITY;
    if (this.now - last < introductionLimits.everyMs) return { to: [] };
    this.introduced.set(from, this.now);
    this.refusals.add(from, false, this.now);
    return { to: [from] };
  }

  /** Whatever is carried out is proven, if not by the wish then by the yes. */
  private carryOut(from: string, wish: Wish): Outcome {
    const to = run(this, from, wish);
    this.done.add(wish.do);
    this.refusals.end(from, true);
    return { to };
  }

  private ask(to: string, wish: Wish, proven: boolean): Outcome {
    const revision = this.revisionFor(wish);
    const asked = asAsked(this, wish);
    const question = { to, who: this.whoIs(to), wish: asked, revision, at: this.now };
    this.questions.push(question);
    this.refusals.end(to, proven);
    return { to: [to], question };
  }

  /** The revision of the board that a wish is bound to. */
  private revisionFor(wish: Wish): number | undefined {
    if (!ON_THIS_BOARD.has(wish.do) || !('number' in wish)) return undefined;
    return this.boards.find(({ number }) => number === wish.number)?.revision;
  }

  /** The writer is told why not, unless that was all there was to say for some time. */
  private refuse(from: string, proven: boolean): Outcome {
    if (this.refusals.inARow(from, proven, this.now) >= answerLimits.refusalsInARow)
      return { to: [] };
    this.refusals.add(from, proven, this.now);
    return { to: [from] };
  }
}
