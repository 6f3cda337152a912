import { asleepMsMin, hungMsMax } from '../../server-limits.ts';

/** Independent work; each lane may hang alone. */
type Lane = 'round' | 'deliver';

/** A repeated failure: its start and its last message. */
interface Failure {
  readonly since: number;
  readonly why: string;
}

export type Pulse = ReturnType<typeof makePulse>;

/** Side work, which is no progress of a round. */
const SIDE_WORK: ReadonlySet<string> = new Set(['analyse', 'prune', 'backup']);

/** Steps reported by `polled`, or by the database. */
const REPORTED_ELSEWHERE: ReadonlySet<string> = new Set(['receive', 'backup']);

/**
 * Signs of life of a worker, in memory, which the database does not have. All times are UTC milliseconds,
 * given by the caller.
 *
 * @param startedAt start of the process
 */
export function makePulse(startedAt: number) {
  const lanes = { round: makeLane(startedAt), deliver: makeLane(startedAt) };
  const steps = new Map<string, Failure>();
  let polledAt: number | undefined;
  let mailbox: Failure | undefined;
  let submission: Failure | undefined;
  let awakeSince = startedAt;
  let lookedAt = startedAt;

  /** Limits all times to now, after the clock was set back. */
  const capTimes = (now: number): void => {
    const earlier = (failing: Failure): Failure => ({
      ...failing,
      since: Math.min(failing.since, now),
    });
    if (polledAt !== undefined) polledAt = Math.min(polledAt, now);
    mailbox = mailbox && earlier(mailbox);
    submission = submission && earlier(submission);
    for (const [name, failing] of steps) steps.set(name, earlier(failing));
  };

  return {
    /** Records that work reached a crash point, such as `deliver: sent`. */
    pass(point: string): void {
      const [act = ''] = point.split(':');
      if (!SIDE_WORK.has(act)) lanes[act === 'deliver' ? act : 'round'].moves++;
    },
    begin(lane: Lane): void {
      lanes[lane].moves++;
      lanes[lane].busy = true;
    },
    end(lane: Lane): void {
      lanes[lane].busy = false;
    },
    /** Records the end of a poll. @param why the mailbox was not read to its end; undefined if it was */
    polled(now: number, why: string | undefined): void {
      const since = mailbox?.since ?? Math.min(polledAt ?? startedAt, now);
      mailbox = why === undefined ? undefined : { since, why };
      if (why === undefined) polledAt = now;
    },
    /** Records the end of a hand-over. @param why the server was out of reach; undefined if it was not */
    handed(now: number, why: string | undefined): void {
      submission = why === undefined ? undefined : { since: submission?.since ?? now, why };
    },
    /** Records the end of a step. @param why it failed; undefined if it did not */
    stepped(name: string, now: number, why: string | undefined): void {
      if (REPORTED_ELSEWHERE.has(name)) return;
      if (why === undefined) steps.delete(name);
      else steps.set(name, { since: steps.get(name)?.since ?? now, why });
    },
    /** Call every half a minute or so: records progress, and sleeps of the machine. */
    recordProgress(now: number): void {
      // Also after a stop of the process or a clock change: that time is unknown.
      if (now - lookedAt > asleepMsMin || now < lookedAt) awakeSince = now;
      if (now < lookedAt) capTimes(now);
      lookedAt = now;
      for (const lane of Object.values(lanes)) {
        if (lane.moves !== lane.seen || !lane.busy) lane.movedAt = now;
        lane.seen = lane.moves;
      }
    },
    /** When the mailbox was last read to its end since the start, if ever. */
    get polledAt(): number | undefined {
      return polledAt;
    },
    get mailbox(): Failure | undefined {
      return mailbox;
    },
    get submission(): Failure | undefined {
      return submission;
    },
    /** The step that has failed for longest. */
    get step(): (Failure & { readonly name: string }) | undefined {
      const [first] = [...steps].sort(([, one], [, other]) => one.since - other.since);
      return first && { name: first[0], ...first[1] };
    },
    /** The end of the machine's last sleep, or the start. */
    get awakeSince(): number {
      return awakeSince;
    },
    /** Whether a lane has made no progress for longer than any work may take. */
    isHung: (now: number): boolean =>
      Object.values(lanes).some(
        ({ busy, movedAt }) => busy && now - Math.max(movedAt, awakeSince) > hungMsMax,
      ),
  };
}

const makeLane = (at: number) => ({ busy: false, moves: 0, seen: 0, movedAt: at });
