import { expect } from 'vitest';
import { oneDayMs } from '../../../src/limits.ts';
import { dayTold } from '../desk/dates.ts';
import type { Sent } from '../desk/desk.ts';
import { flat } from '../desk/players.ts';
import { suspensions } from '../stored/letters.ts';
import { clocks } from '../stored/play.ts';
import { isAway, moverOf, type Timing } from './year-oracle.ts';
import type { Person, Town } from './year-town.ts';

interface MatchRow {
  readonly board: number;
  readonly moves: string;
  readonly ending: string | null;
}

const NEAR = /You lose boards? ([\d, ]+) unless you move by the end of ([\w, ]+) \(/g;

/** Compares what the server does in a year with what the oracle says it owes. */
export class Book {
  readonly forfeited: number[] = [];
  finished = 0;
  plies = 0;
  mornings = 0;
  playedAfterOutage = 0;
  /** The number of the last letter that was looked at. */
  private lastLetter = 0;
  private readonly town: Town;
  /** The local date of the last letter of the morning. */
  private readonly lastMorning = new Map<string, string>();
  /** How often who was told of a forfeit. */
  readonly lastLetters = new Map<string, number>();

  constructor(town: Town) {
    this.town = town;
  }

  /** A round has been made. */
  note(sent: readonly Sent[]): void {
    this.noteSuspensions();
    const letters = sent.filter(({ to }) => this.town.byAddress.has(to));
    for (const letter of letters) this.town.open(letter);
    this.noteMatches();
    this.checkMornings();
    for (const letter of letters) this.noteSaid(letter);
    this.lastLetter = this.all<{ id: number }>('select max(id) as id from outbox')[0]?.id ?? 0;
  }

  private all<T>(query: string, ...values: readonly unknown[]): readonly T[] {
    return this.town.desk.shell.db.prepare(query).all(...values) as T[];
  }

  private noteSuspensions(): void {
    const { town } = this;
    const { now } = town.desk.time;
    for (const { address, beganAt, liftedAt } of suspensions(town.desk.shell.db)) {
      const person = town.byAddress.get(address);
      if (!person) continue;
      if (beganAt === now) town.oracle.bounce(person, town.hour);
      if (liftedAt === now) town.oracle.reached(person, town.hour);
    }
  }

  private noteMatches(): void {
    const { town } = this;
    const rows = this.all<MatchRow>(
      'select board, moves, ending from matches where changed_at = ? order by board',
      town.desk.time.now,
    );
    for (const row of rows) this.noteMatch(row);
    for (const [timing, plies] of town.posted) {
      // Whatever was in the mailbox in time has been played.
      expect(
        timing.over || timing.plies.length > plies,
        `board ${timing.board}: ply ${plies + 1} was written in time, and not played`,
      ).toBe(true);
    }
    town.posted.clear();
  }

  private noteMatch({ board, moves, ending }: MatchRow): void {
    const { town } = this;
    const { oracle, hour } = town;
    const timing = town.timings.get(board) ?? this.begin(board);
    const plies = moves.split(' ').filter(Boolean).length;
    if (plies > timing.plies.length) {
      this.plies++;
      if (oracle.outages.some(({ to }) => to === hour)) this.playedAfterOutage++;
      oracle.turn(timing, hour);
      expect(timing.plies, `board ${board}`).toHaveLength(plies);
    }
    if (ending === 'forfeited') this.checkForfeit(timing);
    if (ending !== null) {
      expect(timing.over, `board ${board} ends twice`).toBe(false);
      timing.over = true;
      this.finished++;
    }
    town.planMove(timing);
  }

  private begin(board: number): Timing {
    const { town } = this;
    const offer = town.offers.get(board);
    if (!offer) throw new Error(`board ${board} was never offered`);
    const timing: Timing = {
      ...offer,
      board,
      plies: [],
      began: town.hour,
      announced: [],
      over: false,
    };
    town.timings.set(board, timing);
    return timing;
  }

  private checkForfeit(timing: Timing): void {
    const { oracle, hour } = this.town;
    const { board, players } = timing;
    const player = moverOf(timing);
    const which = `board ${board}, ${player.userid} in ${player.zone}, hours ${timing.began} to ${hour}`;
    this.forfeited.push(board);
    expect(oracle.missing(timing, hour), `${which} is lost too early`).toBe(0);

    const told = timing.announced.filter((each) => each.hour <= hour - 24).at(-1);
    if (!told) expect(this.wasWithheld(timing), `${which} was never announced`).toBe(true);
    else if (player.droppedAt < told.hour) {
      const today = oracle.hours.date(player.zone, hour);
      expect(today > told.until, `${which} was to have all of ${told.until}`).toBe(true);
    }
    for (const { userid } of players) {
      const letters = this.all<{ id: number }>(
        `select outbox.id from outbox join players on players.id = outbox.player_id
        where kind = 'board' and board = ? and players.userid = ? and outbox.id > ?`,
        board,
        userid,
        this.lastLetter,
      );
      expect(letters, `the last letter of ${which} to ${userid}`).toHaveLength(1);
    }
  }

  /** Whether the announcement is a letter that cannot be sent, because its address is dead. */
  private wasWithheld({ board, began, ...timing }: Timing): boolean {
    const { desk, oracle } = this.town;
    const rows = this.all<{ facts: string }>(
      `select facts from outbox join players on players.id = outbox.player_id
      where kind = 'morning' and players.userid = ? and state <> 'sent'
        and outbox.created_at between ? and ?`,
      moverOf({ board, began, ...timing }).userid,
      oracle.hours.at(began),
      desk.time.now - oneDayMs,
    );
    return rows.some(({ facts }) =>
      (JSON.parse(facts) as Said).says.some(({ code, facts: { board: one, boards } }) =>
        code === 'forfeits-near'
          ? String(boards).split(', ').includes(String(board))
          : code === 'forfeit-near' && one === board,
      ),
    );
  }

  /** At most one a day, and none on a day off. */
  private checkMornings(): void {
    const { oracle, hour, byAddress } = this.town;
    const rows = this.all<{ address: string }>(
      "select address from outbox where kind = 'morning' and id > ?",
      this.lastLetter,
    );
    for (const { address } of rows) {
      const person = byAddress.get(address) as Person;
      const today = oracle.hours.date(person.zone, hour);
      this.mornings++;
      expect(this.lastMorning.get(address), `a second letter to ${address}`).not.toBe(today);
      expect(isAway(person, today), `a letter to ${address} on ${today}, a day off`).toBe(false);
      this.lastMorning.set(address, today);
    }
  }

  private noteSaid(letter: Sent): void {
    const { hour, timings, byAddress } = this.town;
    const person = byAddress.get(letter.to);
    const text = flat(letter);
    for (const [, boards = '', until] of text.matchAll(NEAR)) {
      for (const board of boards.split(', ')) {
        const timing = timings.get(Number(board));
        if (!timing || timing.over || moverOf(timing) !== person) continue;
        timing.announced.push({ hour, until: dayTold(until ?? '', this.town.desk.time.now) });
      }
    }
    if (/did not move in time/.test(text)) {
      const key = `${/Board (\d+)/.exec(letter.subject)?.[1]} ${letter.to}`;
      this.lastLetters.set(key, (this.lastLetters.get(key) ?? 0) + 1);
    }
  }

  /** No clock has forgotten a match; to be called once a day. */
  checkNobodyEscapes(): void {
    const { oracle, hour, timings } = this.town;
    for (const timing of timings.values()) {
      if (timing.over || !timing.terms) continue;
      expect(
        Math.max(0, oracle.excess(timing, hour)),
        `board ${timing.board}, ${moverOf(timing).userid}, hour ${hour}, since ${timing.began}`,
      ).toBe(0);
    }
  }

  /** Each forfeit is one event and one last letter each. */
  checkEnd(): void {
    const events = this.all<{ board: number }>(
      "select board from match_events where event = 'forfeit' order by board",
    ).map(({ board }) => board);
    expect(events).toEqual(this.forfeited.toSorted((one, next) => one - next));
    expect([...this.lastLetters].filter(([, times]) => times !== 1)).toEqual([]);
    this.checkDays();
  }

  /** The days that the server has written down for each ply are those of the wall calendar. */
  private checkDays(): void {
    const rows = clocks(this.town.desk.shell.db);
    for (const { board, days } of rows) {
      const { plies } = this.town.timings.get(board) as Timing;
      const stored = days.split(' ').filter(Boolean).map(Number);
      expect(stored, `board ${board}`).toHaveLength(plies.length);
      const wrong = stored.flatMap((each, ply) => {
        const taken = plies[ply] as Timing['plies'][number];
        const right = taken.low <= each && each <= taken.high;
        return right ? [] : [{ ply: ply + 1, stored: each, ...taken }];
      });
      expect(wrong, `days of board ${board}`).toEqual([]);
    }
  }
}

interface Said {
  readonly says: readonly { readonly code: string; readonly facts: Record<string, unknown> }[];
}
