import type { RulesId } from '../../engine/shape/ground.ts';
import type { MessageKind } from '../../intent.ts';
import type { Attempt, NumberedPuzzle, Standing } from '../../match/puzzle/attempt.ts';
import type { Rating, RatingChange } from '../../match/rating.ts';

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
  /** Before players, and made of matches that were played here. */
  readonly openPuzzles: number;
  readonly madePuzzles: number;
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
export interface AdminQueries {
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

/** A change that only an admin can ask for. */
export type AdminChange =
  | { readonly do: 'suspend-player' | 'restore-player'; readonly playerId: number }
  | { readonly do: 'move-address'; readonly playerId: number; readonly address: string }
  | { readonly do: 'retry-letter'; readonly letter: LetterId };

const ADMIN_CHANGES: ReadonlySet<string> = new Set<AdminChange['do']>([
  'suspend-player',
  'restore-player',
  'move-address',
  'retry-letter',
]);

/** Tells these changes from all others. */
export const isAdminChange = <T extends { readonly do: string }>(
  change: T | AdminChange,
): change is AdminChange => ADMIN_CHANGES.has(change.do);

/** What commands may look up about puzzles. */
export interface PuzzleQueries {
  /** What a player has come to with a puzzle. */
  attempt(playerId: number, number: number): Attempt | undefined;
  /** The puzzle that a player was given last and has not ended. */
  open(playerId: number, rules?: RulesId): Attempt | undefined;
  /** The puzzle that comes next for a player; undefined when all that there are were tried. */
  next(playerId: number, rules?: RulesId): NumberedPuzzle | undefined;
  /** Whether a game has any puzzle. */
  exists(rules: RulesId): boolean;
  /** How a player does now. */
  standing(playerId: number): Standing;
  /** Everybody who has ended a puzzle and has not left, the highest rating first. */
  standings(): readonly { readonly userid: string; readonly standing: Standing }[];
  /** How many puzzles a player was given in the last day. */
  givenToday(playerId: number): number;
}

/** What judging an answer changes. */
export type PuzzleChange = {
  readonly do: 'put-attempt';
  readonly attempt: Attempt;
  /** What its end has made of ratings; not there while it goes on. */
  readonly ended?: { readonly standing: Standing; readonly puzzle: Rating };
};

/** What commands may look up about ratings; deviations are those of now. */
export interface RatingQueries {
  /** A player's rating in a game; the first one when there is none yet. */
  of(playerId: number, rules: RulesId): Rating;
  /** Everybody with a rating in a game who has not left, the highest first. */
  standings(rules: RulesId): readonly Rated[];
  /** What a player has reached in each game, by the name of the game. */
  records(playerId: number): readonly RatedRecord[];
}

/** A player with a rating. */
export interface Rated {
  readonly userid: string;
  readonly rating: Rating;
}

/** The rated matches of a player in one game, and what has come of them. */
export interface RatedRecord {
  readonly rules: RulesId;
  readonly rating: Rating;
  readonly played: number;
  readonly won: number;
  readonly lost: number;
  readonly drawn: number;
  readonly last: RatingChange;
}
