import { healthLimits } from '../../server-limits.ts';

/** Independent work; each lane may hang alone. */
type Lane = 'round' | 'deliver';

/** A repeated failure: its start and its last message. */
interface Failure {
  readonly since: number;
  readonly why: string;
}

/** Side work, which is no progress of a round. */
const SIDE_WORK: ReadonlySet<string> = new Set(['analyse', 'prune', 'backup']);

/** Steps reported by `pollEnded`, or by the database. */
const REPORTED_ELSEWHERE: ReadonlySet<string> = new Set(['receive', 'backup']);

/**
 * Signs of life of a worker, in memory, which the database does not have. All times are UTC milliseconds,
 * given by the caller.
 *
 * @param startedAt start of the process
 */
export function makePulse(startedAt: number) {
  const lanes = { round: makeLane(startedAt), deliver: makeLane(startedAt) };
  const stepFailures = new Map<string, Failure>();
  let polledAt: number | undefined;
  let mailboxFailure: Failure | undefined;
  let submissionFailure: Failure | undefined;
  let awakeSince = startedAt;
  let lookedAt = startedAt;

  /** Limits all times to now, after the clock was set back. */
  const capTimes = (now: number): void => {
    const earlier = (failing: Failure): Failure => ({
      ...failing,
      since: Math.min(failing.since, now),
    });
    if (polledAt !== undefined) polledAt = Math.min(polledAt, now);
    mailboxFailure = mailboxFailure && earlier(mailboxFailure);
    submissionFailure = submissionFailure && earlier(submissionFailure);
    for (const [name, failing] of stepFailures) stepFailures.set(name, earlier(failing));
  };

  return {
    /** Records that work reached a crash point, such as `deliver: sent`. */
    reached(point: string): void {
      const [act = ''] = point.split(':');
      if (!SIDE_WORK.has(act)) lanes[act === 'deliver' ? act : 'round'].progressCount++;
    },
    begin(lane: Lane): void {
      lanes[lane].progressCount++;
      lanes[lane].busy = true;
    },
    end(lane: Lane): void {
      lanes[lane].busy = false;
    },
    /** Records the end of a poll. @param why the mailbox was not read to its end; undefined if it was */
    pollEnded(now: number, why: string | undefined): void {
      const since = mailboxFailure?.since ?? Math.min(polledAt ?? startedAt, now);
      mailboxFailure = why === undefined ? undefined : { since, why };
      if (why === undefined) polledAt = now;
    },
    /** Records the end of a hand-over. @param why the server was out of reach; undefined if it was not */
    handOverEnded(now: number, why: string | undefined): void {
      submissionFailure =
        why === undefined ? undefined : { since: submissionFailure?.since ?? now, why };
    },
    /** Records the end of a step. @param why it failed; undefined if it did not */
    stepEnded(name: string, now: number, why: string | undefined): void {
      if (REPORTED_ELSEWHERE.has(name)) return;
      if (why === undefined) stepFailures.delete(name);
      else stepFailures.set(name, { since: stepFailures.get(name)?.since ?? now, why });
    },
    /** Call every half a minute or so: records progress, and sleeps of the machine. */
    recordProgress(now: number): void {
      // Also after a stop of the process or a clock change: that time is unknown.
      if (now - lookedAt > healthLimits.asleepMsMin || now < lookedAt) awakeSince = now;
      if (now < lookedAt) capTimes(now);
      lookedAt = now;
      for (const lane of Object.values(lanes)) {
        if (lane.progressCount !== lane.progressAtLastCheck || !lane.busy) lane.progressedAt = now;
        lane.progressAtLastCheck = lane.progressCount;
      }
    },
    /** When the mailbox was last read to its end since the start, if ever. */
    get polledAt(): number | undefined {
      return polledAt;
    },
    get mailboxFailure(): Failure | undefined {
      return mailboxFailure;
    },
    get submissionFailure(): Failure | undefined {
      return submissionFailure;
    },
    /** The step that has failed for longest. */
    get longestStepFailure(): (Failure & { readonly name: string }) | undefined {
      const [first] = [...stepFailures].sort(([, one], [, other]) => one.since - other.since);
      return first && { name: first[0], ...first[1] };
    },
    /** The end of the machine's last sleep, or the start. */
    get awakeSince(): number {
      return awakeSince;
    },
    /** Whether a lane has made no progress for longer than any work may take. */
    isHung: (now: number): boolean =>
      Object.values(lanes).some(
        ({ busy, progressedAt }) =>
          busy && now - Math.max(progressedAt, awakeSince) > healthLimits.hungMs,
      ),
  };
}

/** A lane; `progressCount` counts what the work passes, and `progressAtLastCheck` is its value then. */
const makeLane = (at: number) => ({
  busy: false,
  progressCount: 0,
  progressAtLastCheck: 0,
  progressedAt: at,
});
