import type { MessageKind } from '../../intent.ts';

/** Where a letter stands that came in, and one that goes out. ARCHITECTURE.md says what each means. */
export const INBOX_STATES = ['stored', 'done', 'refused', 'held', 'ignored', 'put-aside'] as const;
export type InboxState = (typeof INBOX_STATES)[number];
const OUTBOX_STATES = ['intended', 'composed', 'sending', 'waiting', 'sent', 'failed'] as const;
export type OutboxState = (typeof OUTBOX_STATES)[number];

/** The same for the operator: those that nobody is to get any more are told apart from those that failed. */
export const OUT_STANDINGS = [...OUTBOX_STATES, 'withheld'] as const;
export type OutStanding = (typeof OUT_STANDINGS)[number];

/** How many letters are in a state. */
export interface StateCount<State extends InboxState | OutboxState = InboxState | OutboxState> {
  readonly state: State;
  readonly count: number;
}

/** What an admin sees of the whole server, as counts. */
export interface ServerStatus {
  readonly players: number;
  readonly suspended: number;
  readonly running: number;
  readonly finished: number;
  readonly openChallenges: number;
  /** Turns of the robot that wait. */
  readonly robotTurns: number;
  readonly inbox: readonly StateCount<InboxState>[];
  readonly outbox: readonly StateCount<OutboxState>[];
  /** How long the oldest letter has waited to be read, and to be sent; undefined when none waits. */
  readonly unreadForMs: number | undefined;
  readonly unsentForMs: number | undefined;
  readonly databaseBytes: number;
}

/** A letter that came in or goes out, as admins name it: `in7`, `out12`. */
export interface LetterId {
  readonly way: 'in' | 'out';
  readonly id: number;
}

/** What is known of a letter that did not get through; never a word of it. Times in UTC ms. */
export interface StuckLetter {
  readonly id: number;
  readonly at: number;
  readonly reason: string;
}

/** A letter of ours that was given up. */
export interface FailedLetter extends StuckLetter {
  readonly kind: MessageKind;
}

/** Commands that wait for the `yes` of their address. */
export interface WaitingYes {
  readonly id: number;
  readonly at: number;
  readonly until: number;
  readonly commands: number;
}

export interface AdminAct {
  readonly at: number;
  readonly address: string;
  readonly act: string;
}

/** What only admins may look up. The store implements it. */
export interface AdminReading {
  status(): ServerStatus;
  /** Outgoing letters that were given up, the newest first. */
  failed(most: number): readonly FailedLetter[];
  /** Incoming letters that were put aside, the newest first. */
  putAside(most: number): readonly StuckLetter[];
  /** What waits for a `yes`, the newest first. */
  held(most: number): readonly WaitingYes[];
  /** Whether a letter has failed or was put aside, and there is enough of it to try again. */
  canRetry(letter: LetterId): boolean;
  /** The last acts of admins, the newest first. */
  acts(most: number): readonly AdminAct[];
}
