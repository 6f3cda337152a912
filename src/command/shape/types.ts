import type { Game } from '../../engine/shape/game.ts';
import type { Position } from '../../engine/shape/types.ts';
import type { Intent, Message, Recipient, Section } from '../../intent.ts';
import type { Day, RunningClock, Span } from '../../match/clock.ts';
import type { PendingOnBoard } from '../../match/queue.ts';
import type {
  Challenge,
  Finished,
  FinishedQuery,
  Invitation,
  Match,
  MatchEvent,
  Seat,
  Watch,
} from '../../match/types.ts';
import type { Need } from '../../player/proof.ts';
import type { MistakenFor } from '../../player/reserved-names.ts';
import type { Act, Address, LimitName, Player, SettingName } from '../../player/settings.ts';
import type { Result } from '../../result.ts';
import type { Sentence } from '../../sentence.ts';
import type {
  ChangeBySubject,
  PlayerSummary,
  PlayerSummaryQuery,
  QueriesBySubject,
} from './by-subject.ts';
import type { Offered } from './move-choices.ts';

/** A request to add an address that is not yet confirmed. */
interface AddressRequest {
  readonly playerId: number;
  readonly address: string;
}

/** Look-ups for commands, implemented by the store. Read-only. */
export interface Queries extends QueriesBySubject {
  playerById(id: number): Player | undefined;
  playerByUserid(userid: string): Player | undefined;
  /** A player from an archive of another server, without an address so far. */
  playerWithoutAddress(userid: string): Omit<Player, 'address'> | undefined;
  /** A player with or without an address. */
  knownPlayer(userid: string): Seat | undefined;
  playerByAddress(address: string): Player | undefined;
  /** The ids of all players, the oldest account first. */
  playerIds(): readonly number[];
  /** A part of the players of the server, the most recently active first. */
  playerSummaries(query: PlayerSummaryQuery): readonly PlayerSummary[];
  isSuspended(playerId: number): boolean;
  /** The board on which a player learns, or has learned, how to play on this server. */
  tutorialBoard(playerId: number): { readonly board: number } | undefined;
  /** Whether a player has had a match or challenge with another person, or has caused a letter to one. */
  hasMetAnyone(playerId: number): boolean;
  /** Whether a userid, or one that looks like it, is in use. */
  useridTaken(userid: string): boolean;
  match(board: number): Match | undefined;
  challenge(number: number): Challenge | undefined;
  /** Unfinished matches, the lowest board first. */
  activeMatches(playerId: number): readonly Match[];
  /** Unfinished matches where it is this player's turn, the longest wait first. */
  matchesToMove(playerId: number): readonly Match[];
  /** Finished matches without their records, the newest first. */
  finishedMatches(query: FinishedQuery): readonly Finished[];
  /** Whether the letter about a challenge has not gone out, or was cancelled. */
  isUnannounced(challenge: Challenge): boolean;
  /** Open challenges from or to a player, the lowest number first. */
  openChallenges(playerId: number): readonly Challenge[];
  /** The open offer of a board, the conditional moves of its players, and its spectators. */
  pendingOn(board: number): PendingOnBoard;
  /** Offers by a player on a board in the last day. */
  offersInLastDay(board: number, playerId: number): number;
  /** Comments without a move by a player at a board in the last day. */
  commentsInLastDay(board: number, playerId: number): number;
  /** The clock of the side to move; undefined when none runs. */
  clock(match: Match): RunningClock | undefined;
  /** The current day in a zone. */
  today(zone: string): Day;
  /** A player's days off that end on `from` or later, merged, in ascending order. */
  daysOff(playerId: number, from: Day): readonly Span[];
  /** Milliseconds since the last change of a board. */
  msSinceChange(board: number): number;
  /** A player's submitted move on a board, and the revision that it is for. */
  submitted(
    board: number,
    playerId: number,
  ): { readonly move: string; readonly revision: number } | undefined;
  robotTurnsWaiting(): number;
  /** Open challenges to everybody, the lowest number first. */
  challengesToAll(): readonly Challenge[];
  /** The running boards that a player watches, the lowest first. */
  watches(playerId: number): readonly Watch[];
  /** Whether a position, in any equivalent form, is on a running board. */
  standsOnRunningBoard(position: Position): boolean;
  /** A player's positions for the solver in the last day. */
  analysesInLastDay(playerId: number): number;
  /** A player's hints in the last day. */
  hintsInLastDay(playerId: number): number;
  /** A player's addresses, the main one first. */
  addressesOf(playerId: number): readonly Address[];
  /** A player's request to add an address, while it is recent. */
  addressRequest(id: number): AddressRequest | undefined;
  blocks(playerId: number, otherId: number): boolean;
  /** The userids that a player has blocked. */
  blockedUserids(playerId: number): readonly string[];
  /** Questions that letters with, or without, proof have caused to an address in the last day. */
  questionsInLastDay(address: string, proven: boolean): number;
  /**
   * The hours until a player may repeat an act that is limited to `limit` a day, to anybody or to one other
   * player; 0 means now.
   */
  hoursUntilAllowed(playerId: number, act: Act, limit: number, otherId?: number): number;
  /** Acts of all players together in the last day. */
  allActsInLastDay(act: Act): number;
  invitationFor(address: string): (Invitation & { readonly number: number }) | undefined;
  /** How many invitations of a player wait for an answer. */
  invitationsOf(playerId: number): number;
  everythingAbout(playerId: number): object;
  /** The number of the next challenge or board. */
  nextNumber(): number;
  nextPlayerId(): number;
}

/** A command line in parts: `challenge bob -size=6x6`. Lower-case option names. */
export interface CommandLine {
  readonly words: readonly string[];
  readonly options: ReadonlyMap<string, string>;
}

/** The context of a command line in its letter. */
export interface LetterContext {
  /** The board or challenge of the answered letter. */
  readonly number: number | undefined;
  /** The revision in the answered board letter. */
  readonly revision: number | undefined;
  /** The revisions of the boards in the answered letter, 0 if unknown; absent if it answers none of ours. */
  readonly shownRevisions?: ReadonlyMap<number, number>;
  readonly asks?: QuestionKind | undefined;
  /** The move that a yes means on the answered board, if any. */
  readonly agreement?: () => string | undefined;
  /** The move that a text is on the answered board as shown, as written there; undefined if it cannot be played. */
  readonly playable?: (text: string) => string | undefined;
  /** Whether a number in front of a move counts the moves of the answered board, as the writer has no such board. */
  readonly countsMoves?: (number: number) => boolean;
  /** The commands that the answered letter offers. */
  readonly offered?: Offered | undefined;
  /** The default numbers for a letter without a board or challenge. */
  readonly defaultNumbers?: DefaultNumbers;
  /** The player whose message the answered letter is. */
  readonly writtenBy?: string | undefined;
  /** The puzzle in the answered letter; without a revision if only its subject names it. */
  readonly puzzle?: LetterPuzzle | undefined;
  /** The game of a board; absent if unknown. */
  readonly gameOn?: ((board: number) => Game | undefined) | undefined;
  /** Whether a word is a player's userid; absent if unknown. */
  readonly isPlayer?: ((word: string) => boolean) | undefined;
  /** The userid of the proven writer. A line that names another writer is refused. */
  readonly writer?: string | undefined;
}

export interface LetterPuzzle {
  readonly number: number;
  readonly revision: number | undefined;
  readonly game: Game | undefined;
}

/** Numbers that need not be written because they are unambiguous. */
export interface DefaultNumbers {
  /** The only running board. */
  readonly board?: number | undefined;
  /** The only challenge, or offer on a board, to the writer. */
  readonly received?: number | undefined;
  /** The only challenge or offer by the writer. */
  readonly sent?: number | undefined;
}

/** The kinds of yes-or-no questions in letters. */
export type QuestionKind =
  | 'challenge'
  | 'draw'
  | 'undo'
  | 'count'
  | 'offer'
  | 'first'
  | 'invitation'
  | 'confirmation';

/** The sender, and the letter. */
export interface CommandContext {
  readonly address: string;
  readonly player: Player | undefined;
  readonly language: string;
  /** The comment, for the letter's first command. */
  readonly comment: string;
  /** Whether what the comment asks is answered beside the command. */
  readonly isAnswered?: () => boolean;
  readonly queries: Queries;
  /** Whether the letter proves its writer. */
  readonly proven: boolean;
  /** A coin toss, drawn before the command runs, which stays pure. */
  readonly heads: boolean;
  /** Whether the server has an admin. */
  readonly hasAdmin: boolean;
  /** Days off per player and year. */
  readonly vacationDays: number;
  /** Set if the letter answers one with a trial board, whose match has not begun: the move in it, if any. */
  readonly trialReply?: { readonly move: string | undefined };
  /** Whether the letter has other commands. */
  readonly hasOtherCommands?: boolean;
  /** What a userid could be mistaken for. */
  readonly mistakenFor: (userid: string) => MistakenFor | undefined;
}

/** A sender with an account. */
export interface PlayerContext extends CommandContext {
  readonly player: Player;
}

/** A change to the database, written in the letter's transaction. */
export type Change =
  | { readonly do: 'add-player'; readonly player: Player }
  | { readonly do: 'put-challenge'; readonly challenge: Challenge }
  | { readonly do: 'start-match'; readonly match: Match }
  /** `event` is absent for a ply. */
  | { readonly do: 'advance-match'; readonly match: Match; readonly event?: MatchEvent }
  | { readonly do: 'watch'; readonly watch: Watch; readonly playerId: number }
  | { readonly do: 'unwatch'; readonly board: number; readonly playerId: number }
  | { readonly do: 'log-admin'; readonly act: string }
  | {
      readonly do: 'ask-solver';
      readonly playerId: number;
      readonly understood: string;
      readonly position: Position;
      /** The board of a requested hint. */
      readonly hintOn?: HintOn;
    }
  | AccountChange
  | ChangeBySubject;

/** The board of a requested hint, and its revision then. */
export interface HintOn {
  readonly board: number;
  readonly revision: number;
}

/** A change to an account, or between players. */
type AccountChange =
  /** The match that teaches a player how to play here. */
  | {
      readonly do: 'put-tutorial-board';
      readonly playerId: number;
      readonly board: number;
      /** The server has made up the userid. */
      readonly hasGeneratedUserid: boolean;
    }
  | { readonly do: 'rename'; readonly playerId: number; readonly userid: string }
  | { readonly do: 'request-address'; readonly player: Player; readonly address: string }
  | { readonly do: 'add-address'; readonly playerId: number; readonly address: string }
  | { readonly do: 'remove-address'; readonly playerId: number; readonly address: string }
  | { readonly do: 'main-address'; readonly playerId: number; readonly address: string }
  /** Sends a question whose yes carries out the lines. */
  | {
      readonly do: 'ask-yes';
      readonly to: Recipient;
      readonly lines: readonly string[];
      readonly message: Extract<Message, { readonly kind: 'signoff' }>;
    }
  | { readonly do: 'sign-off'; readonly playerId: number }
  /** Invalidates the tokens of all letters to the player, and sends the running boards again. */
  | { readonly do: 'end-tokens'; readonly playerId: number }
  /** Sends a player's words to every admin. */
  | { readonly do: 'tell-admins'; readonly from: string; readonly text: string }
  | { readonly do: 'put-block'; readonly playerId: number; readonly blockedId: number }
  | { readonly do: 'remove-block'; readonly playerId: number; readonly blockedId: number }
  | {
      readonly do: 'invite';
      readonly player: Player;
      readonly address: string;
      readonly invitation: Invitation;
    }
  | { readonly do: 'take-invitation'; readonly address: string }
  | {
      readonly do: 'note-act';
      readonly playerId: number;
      readonly act: Act;
      /** The other player, if the limit is per player. */
      readonly otherId?: number;
    }
  | { readonly do: 'put-vacation'; readonly playerId: number; readonly span: Span }
  /** Clocks run again from this day on. */
  | { readonly do: 'end-vacations'; readonly playerId: number; readonly day: Day }
  | {
      readonly do: 'put-setting';
      readonly playerId: number;
      readonly name: SettingName | LimitName;
      readonly value: string;
    };

/** Changes and letters. */
export interface Effects {
  readonly changes: readonly Change[];
  readonly letters: readonly Intent[];
}

/** The result of a command. */
export type Decision = Decided | Refused;

export interface Decided extends Partial<Effects> {
  readonly refused?: never;
  /** The sender's section of the answer; missing if one of the letters is the answer. */
  readonly section?: Section | undefined;
  /** The command bound to the present state, in case it waits for a yes. */
  readonly pinnedCommand?: string;
  /** The proof needed, if it is stricter than that of the command. */
  readonly need?: Need;
}

/** A refusal, with the reason in its section. */
export interface Refused {
  readonly refused: true;
  readonly section: Section;
  readonly changes?: never;
  readonly letters?: never;
  readonly pinnedCommand?: never;
  readonly need?: never;
}

/** A parsed command line, for a certain audience. */
export interface ParsedCommand<Context extends CommandContext = PlayerContext> {
  /** The command in the server's own spelling: only vocabulary, numbers, userids and cells. */
  readonly text: string;
  /** The text without the writer's own words, for readers who may not have written them. */
  readonly textWithoutComment?: string;
  /** Concerns the writer alone, so a link may write it in the subject of a letter. */
  readonly harmless?: true;
  /** The board whose token suffices as proof, if the command is about one. */
  readonly board?: number | undefined;
  /** The equivalent for a sender without an account: another command line in our own spelling. */
  readonly strangerCommand?: string;
  /** The text below the line belongs to this command only. */
  readonly wantsText?: boolean;
  /** Decides without side effects. */
  readonly run: (context: Context) => Decision;
}

/** Users of a command. Admins need no account. */
export type Audience = 'anyone' | 'player' | 'admin';

/** A self-describing command, from which help is generated. */
export type Command =
  | CommandFor<'player', PlayerContext>
  | CommandFor<'anyone' | 'admin', CommandContext>;

/** A command for one audience; one for players is only run with a player. */
export interface CommandFor<ForAudience extends Audience, Context extends CommandContext> {
  readonly name: string;
  readonly aliases?: readonly string[];
  readonly usage: string;
  readonly summary: string;
  readonly example: string;
  readonly audience: ForAudience;
  readonly need: Need;
  /** Whether a comment may go along with it. */
  readonly takesComment?: true;
  /** Whether a sender without an account is answered, too, if the line fails to parse. */
  readonly answersStrangers?: true;
  /** Whether the name also begins sentences: then a line without options that fails to parse is prose. */
  readonly beginsProse?: true;
  /** Names of its options. */
  readonly options?: readonly string[];
  /** Words that it reads after its name and in its options; languages may have their own. */
  readonly values?: readonly string[];
  /**
   * The index of the game's name among the words after the name; undefined or absent if the command takes
   * none, or takes it from the named board.
   */
  gameWordIndex?(line: CommandLine, letterContext: LetterContext): number | undefined;
  /** Reads the words after the name. The error names what to type instead. */
  read(line: CommandLine, letterContext: LetterContext): Result<ParsedCommand<Context>, Sentence>;
}
