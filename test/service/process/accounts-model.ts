import { isDeepStrictEqual } from 'node:util';
import { introductionLimits } from '../../../src/limits.ts';

/** Accounts as simple as they can be told: who has which address, and what has been asked. */

/** What a person asks for in one line. */
export type Wish =
  | { readonly do: 'signup'; readonly userid: string }
  | { readonly do: 'add' | 'remove' | 'main'; readonly address: string }
  | { readonly do: 'set'; readonly value: string }
  | { readonly do: 'block' | 'unblock'; readonly userid: string }
  | { readonly do: 'signoff' };

/** A question that waits for a yes from where it went. */
export interface Question {
  readonly to: string;
  readonly wish: Wish | { readonly do: 'join'; readonly userid: string } | { readonly do: 'leave' };
  /** The userid of whoever was asked last; undefined for somebody without an account. */
  by?: string | undefined;
  /** When it was asked last. */
  at: number;
}

interface Account {
  main: string;
  readonly addresses: Set<string>;
  readonly blocked: Set<string>;
  mail: string | undefined;
}

/** What a step leads to: who gets letters, and the question among them. */
export interface Outcome {
  /** Undefined where somebody is told of a letter that was of no use, unless that was done today. */
  readonly to: readonly string[] | undefined;
  readonly question?: Question;
}

const ADDRESSES_MAX = 5;
const WAITS_MS = 48 * 3_600_000;

export class Accounts {
  readonly accounts = new Map<string, Account>();
  readonly taken = new Set<string>();
  questions: Question[] = [];
  /** When each address was told what this is. */
  private readonly introduced = new Map<string, number>();

  ownerOf(address: string): string | undefined {
    return [...this.accounts].find(([, { addresses }]) => addresses.has(address))?.[0];
  }

  /** Somebody writes a letter with a wish in it, and nothing that proves who it is. */
  write(from: string, wish: Wish, at: number): Outcome {
    const userid = this.ownerOf(from);
    const account = userid === undefined ? undefined : this.accounts.get(userid);
    if (!account) {
      if (wish.do !== 'signup') return this.introduce(from, at);
      return this.taken.has(wish.userid) ? { to: [from] } : this.ask({ to: from, wish, at });
    }
    if (this.isRefused(userid ?? '', account, wish)) return { to: [account.main] };
    return wish.do === 'signoff'
      ? this.ask({ to: account.main, wish: { do: 'leave' }, by: userid, at })
      : this.ask({ to: account.main, wish, by: userid, at });
  }

  /** Somebody answers a question with yes, from where it went. */
  yes(question: Question, at: number): Outcome {
    const { to: from, wish } = question;
    const waits = this.questions.includes(question);
    this.questions = this.questions.filter((each) => each !== question);
    const userid = this.ownerOf(from);
    const account = userid === undefined ? undefined : this.accounts.get(userid);
    const back = account?.main ?? from;
    if (!waits || at > question.at + WAITS_MS) return { to: [back] };
    if (wish.do === 'signup') return this.signUp(from, wish.userid, back);
    if (wish.do === 'join') return this.join(from, wish.userid, back);
    // What was a player's is a stranger's now, whose token may still be the player's.
    if (userid === undefined || !account) {
      return this.accounts.has(question.by ?? '') ? { to: undefined } : this.introduce(from, at);
    }
    if (wish.do === 'leave') return this.leave(userid, account);
    if (this.isRefused(userid, account, wish)) return { to: [back] };
    return this.carryOut(userid, account, wish, at);
  }

  private introduce(from: string, at: number): Outcome {
    const last = this.introduced.get(from) ?? Number.NEGATIVE_INFINITY;
    if (at - last < introductionLimits.everyMs) return { to: [] };
    this.introduced.set(from, at);
    return { to: [from] };
  }

  /** The very same, asked again while it waits, is the same question, and waits longer. */
  private ask(question: Question): Outcome {
    const { to, wish, at } = question;
    const same = this.questions.find(
      (each) => each.to === to && isDeepStrictEqual(each.wish, wish) && at <= each.at + WAITS_MS,
    );
    // Each wish to join is a request of its own.
    if (same && wish.do !== 'join') {
      same.at = at;
      same.by = question.by;
      return { to: [to], question: same };
    }
    this.questions.push(question);
    return { to: [to], question };
  }

  private isRefused(userid: string, account: Account, wish: Wish): boolean {
    switch (wish.do) {
      case 'signup':
        return true;
      case 'add':
        return account.addresses.has(wish.address) || account.addresses.size >= ADDRESSES_MAX;
      case 'remove':
      case 'main':
        return !account.addresses.has(wish.address) || account.main === wish.address;
      case 'block':
        return !this.accounts.has(wish.userid) || wish.userid === userid;
      case 'unblock':
        return !account.blocked.has(wish.userid);
      default:
        return false;
    }
  }

  private carryOut(userid: string, account: Account, wish: Wish, at: number): Outcome {
    const { main } = account;
    switch (wish.do) {
      case 'add': {
        if (this.ownerOf(wish.address) !== undefined) return { to: [main] };
        const join = { do: 'join', userid } as const;
        const asked = this.ask({ to: wish.address, wish: join, at });
        return { ...asked, to: [main, wish.address] };
      }
      case 'remove':
        account.addresses.delete(wish.address);
        return { to: [main, wish.address] };
      case 'main':
        account.main = wish.address;
        // Answers to what was sent before do not count any more.
        this.forget(({ by }) => by === userid, false);
        this.forget(
          (question) => question.wish.do === 'join' && question.wish.userid === userid,
          true,
        );
        return { to: [main, wish.address] };
      case 'set':
        account.mail = wish.value;
        return { to: [main] };
      case 'block':
        account.blocked.add(wish.userid);
        return { to: [main] };
      case 'unblock':
        account.blocked.delete(wish.userid);
        return { to: [main] };
      default:
        throw new Error(`${wish.do} is not carried out like this`);
    }
  }

  private signUp(from: string, userid: string, back: string): Outcome {
    if (this.ownerOf(from) === undefined && !this.taken.has(userid)) {
      this.taken.add(userid);
      const addresses = new Set([from]);
      this.accounts.set(userid, { main: from, addresses, blocked: new Set(), mail: undefined });
    }
    return { to: [back] };
  }

  private join(from: string, userid: string, back: string): Outcome {
    const account = this.accounts.get(userid);
    const room = account && account.addresses.size < ADDRESSES_MAX;
    if (this.ownerOf(from) !== undefined || !room) return { to: [back] };
    account.addresses.add(from);
    // Whoever else had asked for this address asks again.
    this.forget(({ to, wish }) => to === from && wish.do === 'join', true);
    return { to: [from, account.main] };
  }

  private leave(userid: string, account: Account): Outcome {
    this.accounts.delete(userid);
    // What the person was told is forgotten with the rest.
    for (const address of account.addresses) this.introduced.delete(address);
    for (const { blocked } of this.accounts.values()) blocked.delete(userid);
    this.forget(({ to }) => account.addresses.has(to), false);
    this.forget(({ wish }) => wish.do === 'join' && wish.userid === userid, true);
    return { to: [account.main] };
  }

  /** Questions that lead nowhere any more; those that still exist are answered with a refusal. */
  private forget(which: (question: Question) => boolean, refused: boolean): void {
    this.questions = refused
      ? this.questions.map((each) =>
          which(each) ? Object.assign(each, { wish: { do: 'join', userid: '' } }) : each,
        )
      : this.questions.filter((each) => !which(each));
  }
}
