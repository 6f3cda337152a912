import type { RulesId } from '../../engine/shape/ground.ts';
import type { BoardFacts, MessageKind, PendingBoardNews } from '../../intent.ts';
import type { Day } from '../../match/clock.ts';
import type { Offer, OfferEnd } from '../../match/offer.ts';
import type { Attempt, NumberedPuzzle, Standing } from '../../match/puzzle/attempt.ts';
import type { Queue } from '../../match/queue.ts';
import type { Rating, RatingChange } from '../../match/rating.ts';

/** The states of incoming and outgoing letters, explained in ARCHITECTURE.md. */
export const INBOX_STATES = ['stored', 'done', 'refused', 'held', 'ignored', 'put-aside'] as const;
export type InboxState = (typeof INBOX_STATES)[number];
const OUTBOX_STATES = ['intended', 'composed', 'sending', 'waiting', 'sent', 'failed'] as const;
export type OutboxState = (typeof OUTBOX_STATES)[number];

/** The states of outgoing letters for the operator: withheld letters are distinct from failed ones. */
export const OUTGOING_STATES = [...OUTBOX_STATES, 'withheld'] as const;
export type OutgoingState = (typeof OUTGOING_STATES)[number];

/** The number of letters in a state. */
export interface StateCount<State extends InboxState | OutboxState = InboxState | OutboxState> {
  readonly state: State;
  readonly count: number;
}

/** Counts over the whole server, for admins. */
export interface ServerStatus {
  readonly players: number;
  readonly suspended: number;
  readonly running: number;
  readonly finished: number;
  readonly openChallenges: number;
  readonly robotTurns: number;
  /** Puzzles being solved, and those made of matches played here. */
  readonly openPuzzles: number;
  readonly madePuzzles: number;
  readonly inbox: readonly StateCount<InboxState>[];
  readonly outbox: readonly StateCount<OutboxState>[];
  /** The wait of the oldest unread and the oldest unsent letter, in ms; undefined if there is none. */
  readonly unreadForMs: number | undefined;
  readonly unsentForMs: number | undefined;
  readonly databaseBytes: number;
}

/** The id of an incoming or outgoing letter for admins: `in7`, `out12`. */
export interface LetterId {
  readonly way: 'in' | 'out';
  readonly id: number;
}

/** Facts of a letter that did not get through, without its content. Times in UTC ms. */
export interface StuckLetter {
  readonly id: number;
  readonly at: number;
  readonly reason: string;
}

interface FailedLetter extends StuckLetter {
  readonly kind: MessageKind;
}

/** Commands that wait for the `yes` of their address. */
interface HeldCommands {
  readonly id: number;
  readonly at: number;
  readonly until: number;
  readonly commands: number;
}

interface AdminAct {
  readonly at: number;
  readonly address: string;
  readonly act: string;
}

/** Look-ups for admins only, implemented by the store. */
export interface AdminQueries {
  status(): ServerStatus;
  /** Failed outgoing letters, the newest first. */
  failed(limit: number): readonly FailedLetter[];
  /** Incoming letters that were put aside, the newest first. */
  putAside(limit: number): readonly StuckLetter[];
  /** Held commands, the newest first. */
  held(limit: number): readonly HeldCommands[];
  /** Whether a letter has failed or was put aside, and is complete enough to retry. */
  canRetry(letter: LetterId): boolean;
  /** Acts of admins, the newest first. */
  acts(limit: number): readonly AdminAct[];
}

/** A change that only an admin can request. */
type AdminChange =
  | { readonly do: 'suspend-player' | 'restore-player'; readonly playerId: number }
  | { readonly do: 'move-address'; readonly playerId: number; readonly address: string }
  | { readonly do: 'retry-letter'; readonly letter: LetterId };

/** Look-ups about puzzles. */
interface PuzzleQueries {
  /** A player's attempt at a puzzle. */
  attempt(playerId: number, number: number): Attempt | undefined;
  /** A player's newest unfinished puzzle. */
  open(playerId: number, rules?: RulesId): Attempt | undefined;
  /** The next puzzle for a player; undefined if all were tried. */
  next(playerId: number, rules?: RulesId): NumberedPuzzle | undefined;
  /** Whether a game has any puzzle. */
  exists(rules: RulesId): boolean;
  /** A player's current results. */
  standing(playerId: number): Standing;
  /** All players with a finished puzzle who have not left, the highest rating first. */
  standings(): readonly { readonly userid: string; readonly standing: Standing }[];
  /** Puzzles sent to a player in the last day. */
  givenInLastDay(playerId: number): number;
}

/** The result of an answer. */
type PuzzleChange = {
  readonly do: 'put-attempt';
  readonly attempt: Attempt;
  /** The new ratings; absent while the attempt is open. */
  readonly ended?: { readonly standing: Standing; readonly puzzle: Rating };
};

/** Look-ups about ratings; deviations are current. */
interface RatingQueries {
  /** A player's rating in a game; the initial one if there is none yet. */
  of(playerId: number, rules: RulesId): Rating;
  /** All rated players of a game who have not left, the highest first. */
  standings(rules: RulesId): readonly Rated[];
  /** A player's record in each game, by the name of the game. */
  records(playerId: number): readonly RatedRecord[];
}

/** A player with a rating. */
interface Rated {
  readonly userid: string;
  readonly rating: Rating;
}

/** A player's rated matches in one game, with results. */
export interface RatedRecord {
  readonly rules: RulesId;
  readonly rating: Rating;
  readonly played: number;
  readonly won: number;
  readonly lost: number;
  readonly drawn: number;
  readonly last: RatingChange;
}

/** A change of what waits on a board (offers, news, queued moves), or a comment that counts. */
type BoardChange =
  /** Counts a comment of a player on a board, for the daily limit. */
  | { readonly do: 'note-say'; readonly board: number; readonly playerId: number }
  | { readonly do: 'put-offer'; readonly offer: Offer }
  | { readonly do: 'end-offer'; readonly board: number; readonly end: OfferEnd }
  | {
      readonly do: 'put-submitted';
      readonly board: number;
      readonly playerId: number;
      /** The revision of the match that the move was submitted on. */
      readonly revision: number;
      readonly move: string;
    }
  /** A board that waits for the letter of the day. */
  | { readonly do: 'put-untold'; readonly playerId: number; readonly facts: BoardFacts }
  /** News for a player, held until the robot's answer. */
  | { readonly do: 'keep-untold'; readonly board: number; readonly news: PendingBoardNews }
  | { readonly do: 'put-queue'; readonly queue: Queue }
  | { readonly do: 'drop-queue'; readonly board: number; readonly playerId: number };

/** Look-ups about ratings and puzzles, and those for admins. */
export interface QueriesBySubject {
  readonly ratings: RatingQueries;
  readonly puzzles: PuzzleQueries;
  readonly admin: AdminQueries;
}

/** Changes of puzzle attempts, of what waits on boards, and those that admins request. */
export type ChangeBySubject = PuzzleChange | BoardChange | AdminChange;

/** A player as visible to everybody with an account. */
export interface PlayerSummary {
  readonly id: number;
  readonly userid: string;
  /** When the account was opened, in UTC ms. */
  readonly since: number;
  /** The day of the player's last proven letter. */
  readonly active: Day;
  /** The number of running boards of the requested games. */
  readonly boards: number;
}

/** Selects players: all, or those with a rating or a running board in a game. */
export interface PlayerSummaryQuery {
  readonly rules: RulesId | undefined;
  readonly skip: number;
  readonly limit: number;
}
