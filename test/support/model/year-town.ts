import { gameOf } from '../../../src/engine/registry.ts';
import { runDueClocks } from '../../../src/service/due/clocks.ts';
import { noteHeartbeat, runHousekeeping } from '../../../src/service/due/housekeeping.ts';
import type { Database } from '../../../src/store/file/database.ts';
import { nextDueAt } from '../../../src/store/letters/leases.ts';
import { matchOf } from '../../../src/store/play/matches.ts';
import { dayTold } from '../desk/dates.ts';
import type { Desk, Sent } from '../desk/desk.ts';
import { flat } from '../desk/players.ts';
import { writeBounce } from '../post/bounces.ts';
import { answerTo, type Draft, writeLetter } from '../post/letters.ts';
import type { Dice } from '../run/seed.ts';
import { dateAfter } from './hours.ts';
import {
  isAway,
  moverOf,
  type Oracle,
  type Terms,
  type Timed,
  type Timing,
} from './year-oracle.ts';

/** How somebody plays: soon, when it suits, on the last day that there is, or not any more. */
export type Style = 'prompt' | 'slow' | 'last-day' | 'stops';

/** Somebody who plays for a year, and does everything by letter. */
export interface Person extends Timed {
  readonly address: string;
  readonly style: Style;
  /** From this hour on nothing comes from here any more. */
  readonly stopsAt: number;
  /** From this hour on, letters to this address come back. */
  readonly deadFrom: number;
  /** An answer to this letter opens everything. */
  welcome: Sent | undefined;
  /** The newest board of each match, and the hour in which it came. */
  readonly boards: Map<number, { readonly letter: Sent; readonly hour: number }>;
  /** The match that was offered last. */
  /** What was offered, by the userid of whom: the answers may come days later. */
  readonly offering: Map<string, Omit<Timing, 'board' | 'plies' | 'began' | 'announced' | 'over'>>;
  /** The last hour in which a letter about the account was written. */
  wroteAt: number;
  leaving: boolean;
}

const hasIntended = (db: Database): boolean =>
  db.prepare("select 1 from outbox where state = 'intended' limit 1").get() !== undefined;

/** Two hours before midnight it is high time. */
const SOON = 2;

type Offer = NonNullable<ReturnType<Person['offering']['get']>>;

/** The players of a server and what they plan. */
export class Town {
  readonly desk: Desk;
  readonly dice: Dice;
  readonly oracle: Oracle;
  readonly people: readonly Person[];
  readonly byAddress: ReadonlyMap<string, Person>;
  readonly timings = new Map<number, Timing>();
  /** Matches that were offered, by their number. */
  readonly offers = new Map<number, Offer>();
  /** Moves that are in the mailbox: the match, and how many plies it has. */
  readonly posted = new Map<Timing, number>();
  /** Plies that were written while no letter could be read. */
  writtenInOutage = 0;
  private readonly agenda = new Map<number, (() => void)[]>();
  private readonly lastMinute = new Set<Timing>();
  private uid = 0;
  hour = 0;

  constructor(desk: Desk, dice: Dice, oracle: Oracle, people: readonly Person[]) {
    this.desk = desk;
    this.dice = dice;
    this.oracle = oracle;
    this.people = people;
    this.byAddress = new Map(people.map((person) => [person.address, person]));
  }

  plan(hour: number, act: () => void): void {
    const list = this.agenda.get(hour) ?? [];
    if (list.length === 0) this.agenda.set(hour, list);
    list.push(act);
  }

  /**
   * An hour goes by: people write, and the server does its round.
   *
   * @returns what was sent, or undefined when nobody was there
   */
  async pass(hour: number): Promise<readonly Sent[] | undefined> {
    const { desk, oracle } = this;
    this.hour = hour;
    desk.time.now = oracle.hours.at(hour);
    for (const act of this.agenda.get(hour) ?? []) act();
    this.agenda.delete(hour);
    for (const timing of this.lastMinute) {
      if (oracle.isLastDay(timing, hour, SOON)) this.move(timing);
    }
    const outage = oracle.outageAt(hour);
    if (outage && outage.from !== hour) return undefined;
    const sent = await this.round();
    for (const uid of desk.filed) desk.box.delete(uid);
    desk.filed.clear();
    desk.sent.length = 0;
    return sent;
  }

  /** The worker's round, or as much of it as an hour needs in which nobody has written. */
  private async round(): Promise<readonly Sent[]> {
    const { shell, box } = this.desk;
    runHousekeeping(shell);
    if (box.size === 0) {
      noteHeartbeat(shell);
      runDueClocks(shell);
      const { db, time } = shell;
      const dueAt = nextDueAt(db);
      if (!hasIntended(db) && (dueAt === undefined || dueAt > time.now())) return [];
    }
    return this.desk.round();
  }

  private put(raw: Uint8Array): void {
    this.desk.box.set(this.uid, raw);
  }

  write(person: Person, draft: Omit<Draft, 'from'>): void {
    if (this.hour < person.stopsAt) {
      this.put(writeLetter({ ...draft, from: person.address }, ++this.uid));
    }
  }

  /** A letter about the account. */
  ask(person: Person, text: string): void {
    if (!person.welcome || person.leaving) return;
    person.wroteAt = this.hour;
    this.write(person, answerTo(person.welcome, text));
  }

  /** A letter to somebody comes back. */
  bounce(person: Person): void {
    if (person.wroteAt === this.hour || this.oracle.outageAt(this.hour)) return;
    const row = this.desk.shell.db
      .prepare(
        `select envelope_from as sender, message_id as messageId from outbox
        where address = ? and state = 'sent' order by id desc limit 1`,
      )
      .get(person.address) as { sender: string; messageId: string } | undefined;
    if (!row) return;
    const { sender: to, messageId } = row;
    this.put(writeBounce({ to, messageId, recipient: person.address }, ++this.uid));
  }

  /** Somebody offers a match to somebody else, as Black. */
  challenge(black: Person, white: Person, size: string, terms: Terms): void {
    if (!black.welcome || !white.welcome || black.wroteAt === this.hour) return;
    if (black.offering.has(white.userid)) return;
    const clock = terms.forfeit === Number.POSITIVE_INFINITY ? undefined : terms;
    black.offering.set(white.userid, { players: [black, white], terms: clock });
    this.ask(black, `challenge ${white.userid} forms -size=${size} -first=me ${terms.text}`);
  }

  /** Days off, by dates. */
  takeOff(person: Person, fromDate: string, days: number): void {
    const today = this.oracle.hours.date(person.zone, this.hour);
    const from = fromDate < today ? today : fromDate;
    this.ask(person, `vacation ${from} ${dateAfter(from, days - 1)}`);
  }

  /** Plans the next ply of a match as its player is used to. */
  planMove(timing: Timing): void {
    this.lastMinute.delete(timing);
    if (timing.over) return;
    const person = this.personOf(timing);
    const ply = timing.plies.length;
    const hours = Math.min(240, this.oracle.allowed(timing).low * 20);
    const wait = person.style === 'slow' ? this.dice.upTo(Math.max(2, hours)) : this.dice.upTo(40);
    if (person.style !== 'last-day' || !timing.terms) this.planTry(timing, ply, this.hour + wait);
    // Who always waits for the last day misses it now and then.
    else if (this.dice.upTo(12) > 1) this.lastMinute.add(timing);
  }

  private planTry(timing: Timing, ply: number, hour: number): void {
    this.plan(hour, () => {
      if (timing.over || timing.plies.length !== ply || this.posted.has(timing)) return;
      const person = this.personOf(timing);
      if (this.hour >= person.stopsAt) return;
      if (isAway(person, this.oracle.hours.date(person.zone, this.hour))) {
        this.planTry(timing, ply, this.hour + 24);
      } else this.move(timing);
    });
  }

  personOf(timing: Timing): Person {
    const { userid } = moverOf(timing);
    const found = this.people.find((person) => person.userid === userid);
    if (!found) throw new Error(`nobody is ${userid}`);
    return found;
  }

  /** Writes a ply: as an answer to the board where it has come, and to the first letter otherwise. */
  private move(timing: Timing): void {
    const { board, plies, began } = timing;
    const person = this.personOf(timing);
    if (this.posted.has(timing) || timing.over || person.leaving) return;
    const match = matchOf(this.desk.shell.db, board);
    if (!match || !person.welcome) throw new Error(`board ${board} is not there`);
    const game = gameOf(match.rules);
    const moves = game.legalMoves(match.position);
    const chosen = moves[this.dice.upTo(moves.length) - 1];
    if (!chosen) throw new Error(`board ${board}: there is no move`);
    const text = game.makeMove(chosen, match.position);
    const shown = person.boards.get(board);
    const draft =
      shown && shown.hour === began
        ? answerTo(shown.letter, text)
        : answerTo(person.welcome, `move ${board} ${text} #${plies.length + 1}`);
    this.posted.set(timing, plies.length);
    const outage = this.oracle.outageAt(this.hour);
    if (outage && outage.from !== this.hour) this.writtenInOutage++;
    this.write(person, draft);
  }

  /** Somebody opens a letter. */
  open(letter: Sent): void {
    const person = this.byAddress.get(letter.to);
    if (!person) return;
    const { subject } = letter;
    const text = flat(letter);
    const board = /Board (\d+) \(/.exec(subject)?.[1];
    if (board !== undefined) {
      person.boards.set(Number(board), { letter, hour: this.hour });
    } else if (/please confirm/.test(subject)) {
      this.plan(this.hour + 1, () => this.write(person, answerTo(letter, 'yes')));
    } else if (/: welcome/.test(subject)) {
      person.welcome = letter;
      this.plan(this.hour + 1, () => this.ask(person, `set zone ${person.zone}`));
    } else if (/challenges you/.test(subject)) {
      const number = /challenge (\d+)\)/.exec(subject)?.[1];
      this.plan(this.hour + this.dice.upTo(30), () =>
        this.write(person, answerTo(letter, `accept ${number}`)),
      );
    }
    const [, number, to = ''] = /Challenge (\d+) is on its way to (\w+)/.exec(text) ?? [];
    const offering = person.offering.get(to);
    if (number !== undefined && offering) {
      this.offers.set(Number(number), offering);
      person.offering.delete(to);
    }
    this.readDaysOff(person, text);
    if (this.hour >= person.deadFrom) this.plan(this.hour + 1, () => this.bounce(person));
  }

  /** What the server says of days off is what the oracle goes by. */
  private readDaysOff(person: Person, text: string): void {
    const [, from, to] = /You are away from (\d[\w ]+) to ([\w ]+): meanwhile/.exec(text) ?? [];
    if (from !== undefined && to !== undefined) {
      const last = dayTold(to);
      for (let date = dayTold(from); date <= last; date = dateAfter(date, 1)) person.off.add(date);
    }
    if (/Your clocks run again from|days off are cancelled/.test(text)) {
      this.oracle.back(person, this.hour);
    }
  }
}
