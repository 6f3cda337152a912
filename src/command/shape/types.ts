import type { Game } from '../../engine/shape/game.ts';
import type { RulesId } from '../../engine/shape/ground.ts';
import type { Position } from '../../engine/shape/types.ts';
import type { Intent, Message, Recipient, Section } from '../../intent.ts';
import type { Day, Span } from '../../match/calendar.ts';
import type { RunningClock } from '../../match/clock.ts';
import type { WaitingOnBoard } from '../../match/queue.ts';
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
import type { Mistaken } from '../../player/reserved-names.ts';
import type { LimitName, SettingName } from '../../player/settings.ts';
import type { Act, Address, AddressRequest, Player } from '../../player/types.ts';
import type { Result } from '../../result.ts';
import type { Sentence } from '../../sentence.ts';
import type {
  AdminChange,
  AdminQueries,
  PuzzleChange,
  PuzzleQueries,
  RatingQueries,
} from './admin-reading.ts';
import type { BoardChange } from './board-change.ts';

/** A player of this server, as anybody with an account may know of one. */
export interface HerePlayer {
  readonly id: number;
  readonly userid: string;
  /** When the account was opened. */
  readonly since: number;
  /** The last day on which the player was heard of. */
  readonly active: Day;
  /** How many boards of the games that were asked for are being played. */
  readonly boards: number;
}

/** How long ago somebody was heard of, as roughly as others need to know. */
export const activeWithin = (days: Day): 'week' | 'month' | 'year' | 'earlier' =>
  days < 7 ? 'week' : days < 31 ? 'month' : days < 365 ? 'year' : 'earlier';

/** Which players are meant: all of them, or those with a rating or a running board in a game. */
export interface HereQuery {
  readonly rules: RulesId | undefined;
  readonly skip: number;
  readonly most: number;
}

/** What commands may look up. The store implements it; nothing here writes. */
export interface Queries {
  playerById(id: number): Player | undefined;
  playerByUserid(userid: string): Player | undefined;
  /** A player whose matches came from another server, and who has got no address yet. */
  playerWithoutAddress(userid: string): Omit<Player, 'address'> | undefined;
  /** A player of either kind: whoever has matches to look at. */
  knownPlayer(userid: string): Seat | undefined;
  playerByAddress(address: string): Player | undefined;
  /** The ids of all players, the oldest account first. */
  playerIds(): readonly number[];
  /** Who plays here, whoever was heard of last first. */
  playersHere(query: HereQuery): readonly HerePlayer[];
  /** Whether an admin has stopped this player's commands. */
  isSuspended(playerId: number): boolean;
  /** The board on which a player has learned, or learns, how to play here. */
  firstBoard(playerId: number): { readonly board: number } | undefined;
  /** Whether a player has met another person. In lists, everybody is. */
  isKnown(playerId: number): boolean;
  /** Whether a userid, or one that looks like it, is in use. */
  useridTaken(userid: string): boolean;
  match(board: number): Match | undefined;
  challenge(number: number): Challenge | undefined;
  /** Unfinished matches, the lowest board first. */
  activeMatches(playerId: number): readonly Match[];
  /** Unfinished matches where it is this player's turn, the longest wait first. */
  turnsOf(playerId: number): readonly Match[];
  /** Finished matches without their records, the newest first. */
  finishedMatches(query: FinishedQuery): readonly Finished[];
  /** Whether the letter about a challenge has not gone out yet, and need not. */
  isUntold(challenge: Challenge): boolean;
  /** Open challenges from or to a player, the lowest number first. */
  openChallenges(playerId: number): readonly Challenge[];
  /** The open offer of a board, the moves that its players have made in advance, and its spectators. */
  waitingOn(board: number): WaitingOnBoard;
  /** How many offers a player has made on a board in the last day. */
  offersToday(board: number, playerId: number): number;
  /** How often a player had words without a move at a board in the last day. */
  saysToday(board: number, playerId: number): number;
  /** The clock of whoever is to move; undefined when none runs. */
  clock(match: Match): RunningClock | undefined;
  /** The day that it is in a zone. */
  today(zone: string): Day;
  /** A player's days off that end on a day or later, merged, the first ones first. */
  daysOff(playerId: number, from: Day): readonly Span[];
  /** Milliseconds since a board has changed last. */
  restingMs(board: number): number;
  /** The move that waits for a player's `confirm`, and the revision that it was made for. */
  submitted(
    board: number,
    playerId: number,
  ): { readonly move: string; readonly revision: number } | undefined;
  /** How many turns of the robot wait to be played. */
  robotTurnsWaiting(): number;
  /** Challenges that anybody may take up, the lowest number first. */
  challengesToAll(): readonly Challenge[];
  /** The running boards that a player looks on at, the lowest first. */
  watches(playerId: number): readonly Watch[];
  /** Whether a position, in any of its equivalent forms, stands on a running board. */
  standsOnRunningBoard(position: Position): boolean;
  /** How many positions a player has asked the solver about in the last day. */
  analysesToday(playerId: number): number;
  /** How many hints a player has asked for in the last day. */
  hintsToday(playerId: number): number;
  /** A player's addresses, the main one first. */
  addressesOf(playerId: number): readonly Address[];
  /** A player's wish to add an address, while it is recent. */
  addressRequest(id: number): AddressRequest | undefined;
  /** Whether a player does not want to hear from another. */
  blocks(playerId: number, otherId: number): boolean;
  /** The userids that a player does not want to hear from. */
  blockedBy(playerId: number): readonly string[];
  /** How many questions letters have caused to an address in the last day, proven ones or the others. */
  questionsToday(address: string, proven: boolean): number;
  /**
   * In how many hours a player may do something again that may be done so many times in a day, to
   * anybody or to one other player; 0: now.
   */
  hoursToAct(playerId: number, act: Act, most: number, otherId?: number): number;
  /** How many times all players together did something in the last day. */
  allActsToday(act: Act): number;
  /** The invitation that waits for whoever signs up from this address. */
  invitationFor(address: string): Invitation | undefined;
  /** All that is stored about a player. */
  everythingAbout(playerId: number): object;
  /** The number that the next challenge or board gets. */
  nextNumber(): number;
  /** The id that the next player gets. */
  nextPlayerId(): number;
  readonly ratings: RatingQueries;
  readonly puzzles: PuzzleQueries;
  /** What only admins may look up. */
  readonly admin: AdminQueries;
}

/** A command line taken apart: `challenge bob -size=6x6`. Lower-case option names. */
export interface Words {
  readonly words: readonly string[];
  readonly options: ReadonlyMap<string, string>;
}

/** What the letter around a command line tells the parser. */
export interface LetterContext {
  /** The board or challenge that the answered letter was about. */
  readonly number: number | undefined;
  /** The revision that a board letter showed. */
  readonly revision: number | undefined;
  /**
   * The revisions of the boards that the answered letter showed, 0 where that is not known; not there
   * for a letter that answers none.
   */
  readonly shown?: ReadonlyMap<number, number>;
  /** What the letter asked for a yes or a no about. */
  readonly asks?: QuestionKind | undefined;
  /** What is meant where the letter is about nothing in particular. */
  readonly only?: OnlyNumbers;
  /** The puzzle that the answered letter showed; without a revision where only its subject names it. */
  readonly puzzle?: PuzzlePlace | undefined;
  /** What is played at a board; not there where nobody can know it. */
  readonly gameOn?: ((board: number) => Game | undefined) | undefined;
  /** Whether a word is a player's userid; not there where nobody can know it. */
  readonly isPlayer?: ((word: string) => boolean) | undefined;
  /** The userid of the player who has proven to write here; nobody else can be named as the writer. */
  readonly writer?: string | undefined;
}

/** A puzzle that a letter is about. */
export interface PuzzlePlace {
  readonly number: number;
  readonly revision: number | undefined;
  readonly game: Game | undefined;
}

/** Numbers that a writer need not write, because no other can be meant. */
export interface OnlyNumbers {
  /** Of the only running board. */
  readonly board?: number | undefined;
  /** Of the only challenge, or offer on a board, that waits for an answer. */
  readonly asked?: number | undefined;
  /** Of the only one that the writer has made. */
  readonly made?: number | undefined;
}

/** What our letters ask for a yes or a no about. */
export type QuestionKind = 'challenge' | 'draw' | 'undo' | 'invitation' | 'confirmation';

/** Who is asking, and in what letter. */
export interface CommandContext {
  readonly address: string;
  readonly player: Player | undefined;
  readonly language: string;
  /** The player's own words that go along with the letter's first command. */
  readonly comment: string;
  readonly queries: Queries;
  /** Whether the letter shows that nobody else can have written it. */
  readonly proven: boolean;
  /** An even chance, drawn by the shell. */
  readonly heads: boolean;
  /** Whether there is an admin to write to. */
  readonly hasAdmin: boolean;
  /** How many days off a player may take in a year. */
  readonly vacationDays: number;
  /** The letter answers one that has shown a first board: with this move, if with any. */
  readonly answersFirst?: { readonly move: string | undefined };
  /** For what else than a player a userid could be taken. */
  readonly mistakenFor: (userid: string) => Mistaken | undefined;
}

/** A player who is asking. */
export interface PlayerContext extends CommandContext {
  readonly player: Player;
}

/** A change to what is stored. Written by the service in the letter's transaction. */
export type Change =
  | { readonly do: 'add-player'; readonly player: Player }
  | { readonly do: 'put-challenge'; readonly challenge: Challenge }
  | { readonly do: 'start-match'; readonly match: Match }
  /** `event` says what it was, unless it was a ply. */
  | { readonly do: 'advance-match'; readonly match: Match; readonly event?: MatchEvent }
  | BoardChange
  | { readonly do: 'watch'; readonly watch: Watch; readonly playerId: number }
  | { readonly do: 'unwatch'; readonly board: number; readonly playerId: number }
  | { readonly do: 'log-admin'; readonly act: string }
  | {
      readonly do: 'ask-solver';
      readonly playerId: number;
      readonly understood: string;
      readonly position: Position;
      /** A hint is wanted, on this board as it stands. */
      readonly hintOn?: HintOn;
    }
  | PuzzleChange
  | AccountChange
  | AdminChange;

/** The board on which a hint was asked for, and its revision then. */
export interface HintOn {
  readonly board: number;
  readonly revision: number;
}

/** A change to an account, or to what players want of one another. */
export type AccountChange =
  /** The match in whose letters a player learns how to play here. */
  | {
      readonly do: 'put-first-board';
      readonly playerId: number;
      readonly board: number;
      /** The server has named the player. */
      readonly unnamed: boolean;
    }
  | { readonly do: 'rename'; readonly playerId: number; readonly userid: string }
  | { readonly do: 'request-address'; readonly player: Player; readonly address: string }
  | { readonly do: 'add-address'; readonly playerId: number; readonly address: string }
  | { readonly do: 'remove-address'; readonly playerId: number; readonly address: string }
  | { readonly do: 'main-address'; readonly playerId: number; readonly address: string }
  /** A question goes out; the yes to it carries out the lines. */
  | {
      readonly do: 'ask-yes';
      readonly to: Recipient;
      readonly lines: readonly string[];
      readonly message: Extract<Message, { readonly kind: 'signoff' }>;
    }
  | { readonly do: 'sign-off'; readonly playerId: number }
  /** Answers to what a player has got until now count no more; the running boards are sent anew. */
  | { readonly do: 'end-tokens'; readonly playerId: number }
  /** A player's words go to every admin. */
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
      /** To whom, where that counts. */
      readonly otherId?: number;
    }
  | { readonly do: 'put-vacation'; readonly playerId: number; readonly span: Span }
  /** Clocks run again from a day on. */
  | { readonly do: 'end-vacations'; readonly playerId: number; readonly day: Day }
  | {
      readonly do: 'put-setting';
      readonly playerId: number;
      readonly name: SettingName | LimitName;
      readonly value: string;
    };

/** What is to be written down, and who is to be told. */
export interface Effects {
  readonly changes: readonly Change[];
  readonly letters: readonly Intent[];
}

/** What a command wants done, written and said. */
export type Decision = Decided | Refused;

export interface Decided extends Effects {
  readonly refused?: never;
  /** The sender's section of the answer; undefined when a letter above is the answer. */
  readonly section: Section | undefined;
  /** The command together with the place it is meant for, in case it has to wait for a proof. */
  readonly exact?: string;
  /** What must be shown for it, where that is more than the command needs for others. */
  readonly need?: Need;
}

/** Nothing is done, and the section says why. */
export interface Refused {
  readonly refused: true;
  readonly section: Section;
  readonly changes?: never;
  readonly letters?: never;
  readonly exact?: never;
  readonly need?: never;
}

/** A command line that was understood, for whoever may ask for it. */
export interface ParsedCommand<By extends CommandContext = PlayerContext> {
  /** The command in the server's own spelling: vocabulary, numbers, userids and cells only. */
  readonly text: string;
  /** The same without the writer's own words, for whoever may not have written them. */
  readonly bare?: string;
  /** A reply token of whatever kind is enough for it, whatever the command needs otherwise. */
  readonly need?: 'any-proof' | undefined;
  /** The board whose token is proof enough, if the command concerns one. */
  readonly board: number | undefined;
  /** What it is to somebody without an account: a line of another command, in our own spelling. */
  readonly toStranger?: string;
  /** The text below the line is meant for this command and no other. */
  readonly wantsText?: boolean;
  /** Decides, and changes nothing by itself. */
  readonly run: (context: By) => Decision;
}

/** Who may use a command. Admins need not have an account. */
export type Audience = 'anyone' | 'player' | 'admin';

/** A command that describes itself. One file each; help is made from these. */
export type Command =
  | CommandFor<'player', PlayerContext>
  | CommandFor<'anyone' | 'admin', CommandContext>;

/** A command for an audience, run for nobody else: one for players always has a player. */
export interface CommandFor<To extends Audience, By extends CommandContext> {
  readonly name: string;
  readonly aliases: readonly string[];
  readonly usage: string;
  readonly summary: string;
  readonly example: string;
  readonly audience: To;
  readonly need: Exclude<Need, 'any-proof'>;
  /** Whether the player's own words may go along with it. */
  readonly takesComment: boolean;
  /** Whether somebody without an account may mean it, too. */
  readonly meetsStrangers?: true;
  /** Its name begins sentences as well: a line without options that it cannot read is one. */
  readonly beginsProse?: true;
  /** The names of the options it takes. */
  readonly options: readonly string[];
  /** Words of ours that it reads behind its name and its options; a language may have its own. */
  readonly values?: readonly string[];
  /**
   * Where among the words after the name that of a game stands; undefined, or not there at all, when
   * the command takes none, or takes it from the board that is named.
   */
  gameAt?(words: Words, place: LetterContext): number | undefined;
  /** Reads the words after the name. The sentence says what to type instead. */
  read(words: Words, place: LetterContext): Result<ParsedCommand<By>, Sentence>;
}
