import { asleepMsMin, hungMsMax } from '../../server-limits.ts';

/** What goes on by itself; each may hang alone. */
type Lane = 'round' | 'deliver';

/** Something that has failed each time since a moment, and what it said last. */
interface Failing {
  readonly since: number;
  readonly why: string;
}

/**
 * Signs of life of a worker, in memory: what the rows of the database cannot know. All times are UTC
 * milliseconds, and given.
 */
export interface Pulse {
  /** Some work has got as far as a crash point, such as `deliver: sent`. */
  pass(point: string): void;
  begin(lane: Lane): void;
  end(lane: Lane): void;
  /** A poll is over. @param why the mailbox was not read to its end; undefined when it was */
  polled(now: number, why: string | undefined): void;
  /** A hand-over is over. @param why the submission server was out of reach; undefined when it was not */
  handed(now: number, why: string | undefined): void;
  /** A step is over. @param why it has failed; undefined when it has not */
  stepped(name: string, now: number, why: string | undefined): void;
  /** To be called every half a minute or so: sees what has moved, and that the machine slept. */
  look(now: number): void;
  /** When the mailbox was last read to its end; undefined when it was not since the start. */
  readonly polledAt: number | undefined;
  readonly mailbox: Failing | undefined;
  readonly submission: Failing | undefined;
  /** The step that has failed for longest. */
  readonly step: (Failing & { readonly name: string }) | undefined;
  /** Since when the process has run without a sleep of the machine. */
  readonly awakeSince: number;
  /** Whether some work has not moved for longer than any may take. */
  isHung(now: number): boolean;
}

/** Work on the side, which says nothing of the rounds. */
const ASIDE: ReadonlySet<string> = new Set(['analyse', 'prune']);

/** A step of which `polled` tells. */
const OF_THE_MAILBOX = 'receive';

/** @param startedAt when the process began */
export function makePulse(startedAt: number): Pulse {
  const lanes = { round: makeLane(startedAt), deliver: makeLane(startedAt) };
  const steps = new Map<string, Failing>();
  let polledAt: number | undefined;
  let mailbox: Failing | undefined;
  let submission: Failing | undefined;
  let awakeSince = startedAt;
  let lookedAt = startedAt;

  /** The clock was put back: what was seen by it was seen no later than now. */
  const putBack = (now: number): void => {
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
      if (!ASIDE.has(act)) lanes[act === 'deliver' ? act : 'round'].moves++;
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
      if (name === OF_THE_MAILBOX) return;
      if (why === undefined) steps.delete(name);
      else steps.set(name, { since: steps.get(name)?.since ?? now, why });
    },
    look(now) {
      // Also where the process was stopped, or the clock was put: nothing is known of that time.
      if (now - lookedAt > asleepMsMin || now < lookedAt) awakeSince = now;
      if (now < lookedAt) putBack(now);
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
