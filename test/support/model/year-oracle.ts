import { DAY, dateAfter, type Hours } from './hours.ts';

/**
 * What clocks owe the players, counted hour by hour with a wall calendar. Nothing here is taken from
 * the program: neither its calendar nor its clocks.
 */

/** A player as far as clocks go. */
export interface Timed {
  readonly userid: string;
  readonly zone: string;
  /** Dates that were asked for. */
  readonly off: Set<string>;
  /** Dates that were given because letters came back. */
  readonly bounced: Set<string>;
  /** The last hour in which days off that were to come have been dropped. */
  droppedAt: number;
}

/** What a match was offered with; days. */
export interface Terms {
  readonly text: string;
  readonly forfeit: number;
  readonly total?: number;
  readonly increment?: number;
}

/** An hour in which no round was, and the one in which the next one was. */
export interface Outage {
  readonly from: number;
  readonly to: number;
}

/** The days that a ply has taken, and its hours. */
interface Taken {
  readonly low: number;
  readonly high: number;
  readonly began: number;
  readonly hour: number;
}

/** A match whose clock the oracle keeps. */
export interface Timing {
  readonly board: number;
  readonly players: readonly [Timed, Timed];
  /** Undefined: no clock. */
  readonly terms: Terms | undefined;
  /** Days that each ply took, at least and at most. */
  readonly plies: Taken[];
  began: number;
  /** Announcements of this turn: when, and the last date that was named. */
  announced: { readonly hour: number; readonly until: string }[];
  over: boolean;
}

/** Days off in a year, as long as the operator does not say otherwise. */
const DAYS_OFF = 30;
/** Days off at most because an address is dead. */
const BOUNCE_DAYS = 7;

export const isAway = ({ off, bounced }: Timed, date: string): boolean =>
  off.has(date) || bounced.has(date);

export const moverOf = ({ players, plies }: Timing): Timed =>
  players[plies.length % 2 === 0 ? 0 : 1];

export class Oracle {
  readonly hours: Hours;
  readonly outages: readonly Outage[];

  constructor(hours: Hours, outages: readonly Outage[]) {
    this.hours = hours;
    this.outages = outages;
  }

  /** The outage in which an hour lies. */
  outageAt(hour: number): Outage | undefined {
    return this.outages.find(({ from, to }) => from <= hour && hour < to);
  }

  /** The outages that a turn has seen. */
  outagesOf({ began }: Timing, hour: number): readonly Outage[] {
    return this.outages.filter(({ from, to }) => to > began && from < hour);
  }

  /**
   * How much of days a turn has used: every hour after the day in which it began, but for those of
   * days off and those in which nobody was there to read a letter.
   *
   * @param unseen an outage that the player does not know of
   */
  used(timing: Timing, hour: number, unseen?: Outage): number {
    const player = moverOf(timing);
    const { zone } = player;
    const first = this.hours.date(zone, timing.began);
    const outages = this.outagesOf(timing, hour).filter((outage) => outage !== unseen);
    let parts = 0;
    for (let each = timing.began; each < hour; each++) {
      const date = this.hours.date(zone, each);
      if (date === first || isAway(player, date)) continue;
      if (outages.some(({ from, to }) => from <= each && each < to)) continue;
      parts += this.hours.part(zone, each);
    }
    return parts;
  }

  /** How much of the first day of a turn, which counts for nothing, was an outage. */
  private lostAtFirst(timing: Timing, hour: number): number {
    const { zone } = moverOf(timing);
    const first = this.hours.date(zone, timing.began);
    let parts = 0;
    for (const { from, to } of this.outagesOf(timing, hour)) {
      for (let each = Math.max(from, timing.began); each < Math.min(to, hour); each++) {
        if (this.hours.date(zone, each) === first) parts += this.hours.part(zone, each);
      }
    }
    return parts;
  }

  /**
   * How many days may be rounded in the favour of a turn that has seen both days off and an outage:
   * one for each run of days off, because all of them come sooner by hours.
   */
  private rounded(timing: Timing, hour: number): number {
    const outages = this.outagesOf(timing, hour).length;
    const runs = this.runsOfDaysOff(timing, hour);
    return outages > 0 && runs > 0 ? Math.max(outages, runs) : 0;
  }

  private runsOfDaysOff(timing: Timing, hour: number): number {
    const player = moverOf(timing);
    const first = this.hours.date(player.zone, timing.began);
    // An outage before days off brings them forward.
    const last = dateAfter(this.hours.date(player.zone, hour), 1);
    let runs = 0;
    let before = false;
    for (let date = first; date <= last; date = dateAfter(date, 1)) {
      const away = isAway(player, date);
      if (away && !before) runs++;
      before = away;
    }
    return runs;
  }

  /** The whole days of a ply that is played now. */
  private daysOf(timing: Timing, hour: number): { low: number; high: number } {
    const player = moverOf(timing);
    const today = this.hours.date(player.zone, hour);
    if (today === this.hours.date(player.zone, timing.began)) return { low: 0, high: 0 };
    const whole = (parts: number): number =>
      isAway(player, today) ? Math.ceil(parts / DAY) : Math.floor(parts / DAY) + 1;
    const used = this.used(timing, hour);
    // A clock that stood still over a change of the clocks may be an hour off.
    const hourOff = this.outagesOf(timing, hour).length > 0 ? DAY / 23 : 0;
    const lost = this.lostAtFirst(timing, hour);
    const low = lost > 0 && used < lost ? 0 : whole(Math.max(0, used - lost - hourOff));
    return {
      low: Math.max(0, low - this.rounded(timing, hour) - (hourOff > 0 && low <= 1 ? 1 : 0)),
      high: whole(used + hourOff),
    };
  }

  /** How many days the turn that is on may take, at least and at most. */
  allowed({ terms, plies }: Timing): { low: number; high: number } {
    if (!terms) return { low: Number.POSITIVE_INFINITY, high: Number.POSITIVE_INFINITY };
    const { forfeit, total, increment = 0 } = terms;
    if (total === undefined) return { low: forfeit, high: forfeit };
    const own = plies.filter((_, ply) => ply % 2 === plies.length % 2);
    const rest = (used: number): number =>
      Math.max(0, Math.min(forfeit, total + increment * own.length - used));
    return {
      low: rest(own.reduce((sum, { high }) => sum + high, 0)),
      high: rest(own.reduce((sum, { low }) => sum + low, 0)),
    };
  }

  /** A ply was played. */
  turn(timing: Timing, hour: number): void {
    timing.plies.push({ ...this.daysOf(timing, hour), began: timing.began, hour });
    timing.began = hour;
    timing.announced = [];
  }

  /** Whether the local day that ends soon is the last one for a move, as far as the player knows. */
  isLastDay(timing: Timing, hour: number, soon: number): boolean {
    const { zone } = moverOf(timing);
    const today = this.hours.date(zone, hour);
    const end = [1, 2, 3]
      .map((more) => hour + more)
      .find((each) => this.hours.date(zone, each) !== today);
    if (end === undefined || end > hour + soon) return false;
    const unseen = this.outageAt(hour);
    return this.used(timing, end, unseen) >= this.allowed(timing).low * DAY;
  }

  /** How many parts of days are missing until a forfeit would be right; 0 when it is. */
  missing(timing: Timing, hour: number): number {
    const hourOff = this.outagesOf(timing, hour).length > 0 ? DAY / 23 : 0;
    return Math.max(0, this.allowed(timing).low * DAY - this.used(timing, hour) - hourOff);
  }

  /**
   * How much a turn has lasted longer than it may. In its favour are two days at most until it is
   * announced in a morning and a day after that, three for who is back from days off, and what an
   * outage has rounded.
   */
  excess(timing: Timing, hour: number): number {
    const back = this.runsOfDaysOff(timing, hour) > 0 ? 3 : 0;
    const favour =
      DAY +
      DAY +
      DAY / 2 +
      back * DAY +
      this.rounded(timing, hour) * DAY +
      this.lostAtFirst(timing, hour);
    return this.used(timing, hour) - this.allowed(timing).high * DAY - favour;
  }

  /** Letters to a player have come back: days off, as long as there are some left in the year. */
  bounce(player: Timed, hour: number): void {
    const today = this.hours.date(player.zone, hour);
    const year = today.slice(0, 4);
    const taken = [...new Set([...player.off, ...player.bounced])].filter((date) =>
      date.startsWith(year),
    ).length;
    const days = Math.min(BOUNCE_DAYS, DAYS_OFF - taken);
    for (let day = 0; day < days; day++) player.bounced.add(dateAfter(today, day));
  }

  /** Letters reach a player again: today was a day off still. */
  reached(player: Timed, hour: number): void {
    const today = this.hours.date(player.zone, hour);
    for (const date of player.bounced) if (date > today) player.bounced.delete(date);
    player.droppedAt = hour;
  }

  /** `vacation off`. */
  back(player: Timed, hour: number): void {
    this.reached(player, hour);
    const today = this.hours.date(player.zone, hour);
    for (const date of player.off) if (date > today) player.off.delete(date);
  }
}
