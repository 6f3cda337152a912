import { asleepMsMin, hungMsMax } from '../../server-limits.ts';

/** Independent work; each lane may hang alone. */
type Lane = 'round' | 'deliver';

/** A repeated failure: its start and its last message. */
interface Failing {
  readonly since: number;
  readonly why: string;
}

/**
 * Signs of life of a worker, in memory, which the database does not have. All times are UTC milliseconds,
 * given by the caller.
 */
export interface Pulse {
  /** Records that work reached a crash point, such as `deliver: sent`. */
  pass(point: string): void;
  begin(lane: Lane): void;
  end(lane: Lane): void;
  /** Records the end of a poll. @param why the mailbox was not read to its end; undefined if it was */
  polled(now: number, why: string | undefined): void;
  /** Records the end of a hand-over. @param why the server was out of reach; undefined if it was not */
  handed(now: number, why: string | undefined): void;
  /** Records the end of a step. @param why it failed; undefined if it did not */
  stepped(name: string, now: number, why: string | undefined): void;
  /** Call every half a minute or so: records progress, and sleeps of the machine. */
  look(now: number): void;
  /** When the mailbox was last read to its end since the start, if ever. */
  readonly polledAt: number | undefined;
  readonly mailbox: Failing | undefined;
  readonly submission: Failing | undefined;
  /** The step that has failed for longest. */
  readonly step: (Failing & { readonly name: string }) | undefined;
  /** The end of the machine's last sleep, or the start. */
  readonly awakeSince: number;
  /** Whether a lane has made no progress for longer than any work may take. */
  isHung(now: number): boolean;
}

/** Side work, which is no progress of a round. */
const SIDE_WORK: ReadonlySet<string> = new Set(['analyse', 'prune', 'backup']);

/** Steps reported by `polled`, or by the database. */
const REPORTED_ELSEWHERE: ReadonlySet<string> = new Set(['receive', 'backup']);

/** @param startedAt start of the process */
export function makePulse(startedAt: number): Pulse {
  const lanes = { round: makeLane(startedAt), deliver: makeLane(startedAt) };
  const steps = new Map<string, Failing>();
  let polledAt: number | undefined;
  let mailbox: Failing | undefined;
  let submission: Failing | undefined;
  let awakeSince = startedAt;
  let lookedAt = startedAt;

  /** Limits all times to now, after the clock was set back. */
  const capTimes = (now: number): void => {
    const earlier = (failing: Failing): Failing => ({
      ...failing,
      since: Math.min(failing.since, now),
    });
    if (polledAt !== undefined) polledAt = Math.min(polledAt, now);
    mailbox = mailbox && earlier(mailbox);
    submission = submission && earlier(submission);
    for (const [name, failing] of steps) steps.set(name, earlier(failing));
  };

  return {
    pass(point) {
      const [act = ''] = point.split(':');
      if (!SIDE_WORK.has(act)) lanes[act === 'deliver' ? act : 'round'].moves++;
    },
    begin(lane) {
      lanes[lane].moves++;
      lanes[lane].busy = true;
    },
    end(lane) {
      lanes[lane].busy = false;
    },
    polled(now, why) {
      const since = mailbox?.since ?? Math.min(polledAt ?? startedAt, now);
      mailbox = why === undefined ? undefined : { since, why };
      if (why === undefined) polledAt = now;
    },
    handed(now, why) {
      submission = why === undefined ? undefined : { since: submission?.since ?? now, why };
    },
    stepped(name, now, why) {
      if (REPORTED_ELSEWHERE.has(name)) return;
      if (why === undefined) steps.delete(name);
      else steps.set(name, { since: steps.get(name)?.since ?? now, why });
    },
    look(now) {
      // Also after a stop of the process or a clock change: that time is unknown.
      if (now - lookedAt > asleepMsMin || now < lookedAt) awakeSince = now;
      if (now < lookedAt) capTimes(now);
      lookedAt = now;
      for (const lane of Object.values(lanes)) {
        if (lane.moves !== lane.seen || !lane.busy) lane.movedAt = now;
        lane.seen = lane.moves;
      }
    },
    get polledAt() {
      return polledAt;
    },
    get mailbox() {
      return mailbox;
    },
    get submission() {
      return submission;
    },
    get step() {
      const [first] = [...steps].sort(([, one], [, other]) => one.since - other.since);
      return first && { name: first[0], ...first[1] };
    },
    get awakeSince() {
      return awakeSince;
    },
    isHung: (now) =>
      Object.values(lanes).some(
        ({ busy, movedAt }) => busy && now - Math.max(movedAt, awakeSince) > hungMsMax,
      ),
  };
}

const makeLane = (at: number) => ({ busy: false, moves: 0, seen: 0, movedAt: at });
