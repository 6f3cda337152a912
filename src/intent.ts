import type { RulesId } from './engine/shape/ground.ts';
import type { ClockFacts, Pace } from './match/clock.ts';
import type { PuzzleFacts } from './match/puzzle/attempt.ts';
import type { First, MatchOutcome, RobotSeat } from './match/types.ts';
import type { Proof } from './player/proof.ts';
import type { Settings } from './player/settings.ts';
import type { MomentText, Sentence } from './sentence.ts';

/** The recipient of a letter. Without an account there is no id and no userid. */
export interface Recipient {
  readonly playerId?: number | undefined;
  readonly userid?: string | undefined;
  readonly address: string;
  readonly language: string;
  /** The reader's settings for letters. */
  readonly choices?: Choices;
}

/** Settings that a reader has chosen; the others are at their default. */
export type Choices = Settings;

/** Everything a board letter shows, frozen when the turn is committed; players by their userids. */
export interface BoardFacts {
  /** 0 if the position is on no board. */
  readonly board: number;
  /** The revision of the position; 0 for a past position, on which nobody moves. */
  readonly revision: number;
  readonly rules: RulesId;
  readonly black: string;
  readonly white: string;
  /** Position notation of the first position. */
  readonly start: string;
  /** The plies up to the position that is shown. */
  readonly moves: readonly string[];
  readonly outcome: MatchOutcome | undefined;
  /** The match has gone on since this position. */
  readonly past: boolean;
  /** What has just happened, in order. */
  readonly events: readonly Sentence[];
  /** The complete record instead of the last rounds. */
  readonly whole: boolean;
  readonly comment: { readonly by: string; readonly text: string } | undefined;
  /** The open offer, and the userid of its maker. */
  readonly offer?: { readonly kind: 'draw' | 'undo'; readonly by: string } | undefined;
  /** The reader's conditional moves, as a command. Shown to its owner only. */
  readonly queued?: string | undefined;
  /** The position of a preview, never on the board. */
  readonly imagined?: boolean;
  /** The clock of the player to move, if one runs. */
  readonly clock?: ClockFacts;
  /** The rating changes at the end, or the current ratings. */
  readonly rating?: Sentence;
  /** The player to move may ask for a hint. */
  readonly hints?: true;
  /** The reader watches the match, and gets every board. */
  readonly watching?: boolean;
  /** Lessons for the reader, in letters of the first match. */
  readonly lessons?: readonly Sentence[];
  /** The robot, if it is one of the players. */
  readonly robot?: RobotSeat & { readonly rated?: true };
  /** The match is over, and the opponent has no account. */
  readonly opponentGone?: true;
}

/** Unsent news of a board, sent along with the robot's answer. */
export type PendingBoardNews = Pick<BoardFacts, 'events' | 'comment'>;

/** A list in columns, with what to type about it below. */
export interface List {
  readonly title: Sentence;
  readonly columns: readonly Sentence[];
  /** Numbers stand at the right of their column. */
  readonly rows: readonly (readonly (string | number | Sentence)[])[];
  readonly below: readonly Sentence[];
  /** Offered commands: what the reader may answer; links in the HTML part. */
  readonly answers?: readonly string[];
}

/** A help page: the first one, with the games that are offered; a list of commands; a template by its topic. */
export type HelpPage =
  | { readonly kind: 'help'; readonly topic: ''; readonly games?: readonly RulesId[] }
  | { readonly kind: 'help'; readonly topic: 'commands' | 'admin' }
  | { readonly kind: 'command'; readonly topic: string }
  | { readonly kind: 'game' | 'display'; readonly topic: RulesId }
  | { readonly kind: 'text'; readonly topic: 'tutorial' | 'classic' | 'about' };

/** One command of a letter and its result. */
export interface Section {
  /** The command in the server's own spelling; undefined when none was recognised. */
  readonly understood?: string | undefined;
  readonly says: readonly Sentence[];
  readonly lists?: readonly List[];
  readonly page?: HelpPage;
  /** A text in lines of its own, such as a record. */
  readonly text?: string;
  /** A text file attached to the answer. */
  readonly attached?: { readonly name: string; readonly text: string };
  /** Offered commands: what the reader may answer; links in the HTML part. */
  readonly answers?: readonly string[];
  /** Set if `answers` are offers for a yes or a number: the boards that they name, as they are. */
  readonly offers?: readonly (readonly [board: number, revision: number])[];
  /** The writer's text for the opponent, which goes along with the offer that is taken. */
  readonly comment?: string;
  /** The sender is unproven: the links of `answers` carry no proof, and lead to a question first. */
  readonly asks?: boolean;
  /** The board that the section is about, when seeing it helps. */
  readonly board?: BoardFacts;
}

/** The content of a letter, with its reader's settings at the decision. */
export type Message = Content & { readonly facts: { readonly choices?: Choices } };

/** What a letter says to any reader. `kind` names its template. */
type Content =
  | { readonly kind: 'board'; readonly facts: BoardFacts }
  /** A board that was asked for. */
  | { readonly kind: 'show'; readonly facts: BoardFacts }
  | { readonly kind: 'answer'; readonly facts: { readonly sections: readonly Section[] } }
  /** The letter of the day. */
  | { readonly kind: 'morning'; readonly facts: MorningFacts }
  | { readonly kind: 'challenge'; readonly facts: ChallengeFacts }
  | { readonly kind: 'counter'; readonly facts: CounterFacts }
  | { readonly kind: 'confirm'; readonly facts: ConfirmFacts }
  /** To a stranger: a board, whose answer is the first move. */
  | { readonly kind: 'first'; readonly facts: FromLetter & { readonly board: BoardFacts } }
  | {
      readonly kind: 'welcome';
      readonly facts: {
        readonly userid: string;
        /** The games that were offered then. */
        readonly games?: readonly RulesId[];
        /** A match that can start at once, or that of an invitation, whose board comes too. */
        readonly waiting?: WaitingMatch | 'accepted';
        /** A further address was named, and not added. */
        readonly hasOther?: boolean;
        /** More was asked for, which comes by itself; then no board is offered. */
        readonly asksMore?: boolean;
      };
    }
  | { readonly kind: 'puzzle'; readonly facts: PuzzleFacts }
  /** To all players, in an admin's own words. */
  | { readonly kind: 'broadcast'; readonly facts: { readonly text: string } }
  | { readonly kind: 'address'; readonly facts: AddressFacts }
  | { readonly kind: 'signoff'; readonly facts: SignoffFacts }
  /** A message of another player, without a board. */
  | { readonly kind: 'message'; readonly facts: { readonly from: string; readonly text: string } }
  /** A message of a player to the admins. */
  | { readonly kind: 'feedback'; readonly facts: { readonly from: string; readonly text: string } }
  | { readonly kind: 'invitation'; readonly facts: InvitationFacts }
  /** To a stranger: what this server is, and the game that was named. */
  | { readonly kind: 'introduction'; readonly facts: IntroducedGame & { readonly userid?: string } }
  | { readonly kind: 'export'; readonly facts: { readonly everything: object } }
  | { readonly kind: 'notice'; readonly facts: NoticeFacts }
  /** To the admins: what needs a person. */
  | { readonly kind: 'report'; readonly facts: ReportFacts }
  /** To ourselves: does the mail host deliver tagged addresses? */
  | { readonly kind: 'probe'; readonly facts: Readonly<Record<string, never>> };

export type MessageKind = Content['kind'];

/** The facts of a kind of letter. */
export type MessageFacts<Kind extends MessageKind> = Extract<Message, { kind: Kind }>['facts'];

/** The game that a stranger names. */
export interface IntroducedGame {
  readonly game?: RulesId;
  /** The size that was wished, such as `7x7`. */
  readonly size?: string;
  /** A game that is not offered here. */
  readonly absent?: RulesId;
}

/** A challenge that a new player can accept. */
export interface WaitingMatch
  extends Pick<ShownTerms, 'number' | 'rules' | 'cols' | 'rows'>,
    Pick<ChallengeFacts, 'challenger'> {
  /** Made to the player by the sender of the invitation. */
  readonly invited: boolean;
}

/** News in a few sentences, and the comment of the player concerned. */
interface NoticeFacts {
  readonly says: readonly Sentence[];
  readonly comment?: BoardFacts['comment'];
}

/** Everything that waits for a player in one table, and the boards with `daily`. */
export interface MorningFacts {
  /** The player wants one every day. */
  readonly daily: boolean;
  /** The number of boards with the player to move, and the first of them. */
  readonly turns: number;
  readonly board: number;
  /** Near forfeits. */
  readonly says: readonly Sentence[];
  /** Turns by due time, then other news. */
  readonly rows: readonly MorningRow[];
  /** How to move on the first board; undefined without a turn. */
  readonly how?: Sentence;
  /** The number of boards without a row. */
  readonly more: number;
  /** Boards with comments, and boards to show, new ones first. */
  readonly boards: readonly BoardFacts[];
  /** The number of them shown as boards. */
  readonly drawn: number;
  /** Replaces all of the above in letters of older versions. */
  readonly sections?: readonly Section[];
}

/** A board in the letter of the day. */
export interface MorningRow extends Pick<BoardFacts, 'board' | 'rules'> {
  /** Userid of the other player. */
  readonly against: string;
  readonly state: 'yours' | 'theirs' | 'over';
  /** Whole days; undefined without a clock. */
  readonly left?: number;
  /** The last ply; undefined before the first. */
  readonly last?: string;
  /** Undefined in letters of older versions. */
  readonly revision?: number;
}

/** The first entries of a list, and the number of others. */
interface Listed<T> {
  readonly first: readonly T[];
  readonly more: number;
}

/** The causes of an alarm. */
export type AlarmName =
  /** The mailbox cannot be read to its end. */
  | 'mailbox'
  /** The submission server is out of reach. */
  | 'submission'
  /** The submission server refuses our letters. */
  | 'door'
  /** A letter is due and does not go out, though nothing else is wrong. */
  | 'outbox'
  /** A step fails every time. */
  | 'work'
  | 'backup'
  | 'disk';

/** Facts for the admins. Numbers are row ids. Contains no address and no words of a letter. */
interface ReportFacts {
  /** Letters that were given up. */
  readonly failed: Listed<{
    readonly number: number;
    readonly kind: MessageKind;
    /** Null without an account. */
    readonly userid?: string | null;
    /** The server's codes; missing if the letter could not be rendered. */
    readonly codes?: string | null;
  }>;
  /** Letters that came in and could not be read. */
  readonly aside: Listed<{ readonly number: number; readonly reason: string }>;
  /** The operator's unusable templates: files, or kinds of letters. */
  readonly templates: Listed<{ readonly place: string; readonly error: string }>;
  /** Suspended players; null without an account. */
  readonly suspended: Listed<{ readonly userid: string | null; readonly status: string }>;
  /** When the submission server took no letters, with its codes. */
  readonly closure?: {
    readonly since: MomentText;
    /** Null while it lasts. */
    readonly until: MomentText | null;
    readonly codes: string;
  } | null;
  /** Why the tagged address does not work. */
  readonly probe: 'stripped' | 'bounced' | 'silent' | null;
  /** Alarms, and their end. */
  readonly alarms?: readonly {
    readonly trouble: AlarmName;
    readonly since: MomentText;
    readonly until: MomentText | null;
    readonly why: string;
  }[];
  readonly backups?: { readonly since: MomentText; readonly error: string } | null;
  /** What is wrong with the folder of the copies; `none`: no copies are made. */
  readonly copies?: 'none' | 'same-disk' | 'room' | null;
  /** Players whose userid is no longer allowed. */
  readonly names?: Listed<string>;
  /** Spans of the quota that are nearly used up: their limit, and since when. */
  readonly shortages?: readonly {
    readonly span: 'day' | 'hour';
    readonly most: number;
    readonly since: MomentText;
  }[];
  /** Caps on letters to strangers that were reached: since when, and letters over them. */
  readonly caps?: readonly {
    readonly name: 'sign-ups' | 'answers';
    readonly letters: number;
    readonly since: MomentText;
  }[];
}

/** The terms of a challenge. */
export interface ShownTerms {
  readonly number: number;
  readonly rules: RulesId;
  readonly cols: number;
  readonly rows: number;
  /** From the challenger's side. */
  readonly first: First;
  /** Undefined: no clock. */
  readonly pace?: Pace;
  readonly rated?: boolean;
  /** Both players may ask for hints. */
  readonly hints?: boolean;
  /** The start position, in its notation, and its origin. */
  readonly from?: { readonly start: string; readonly board: number; readonly ply: number };
}

interface ChallengeFacts extends ShownTerms {
  readonly challenger: string;
  readonly comment: string;
}

/** Other terms than the reader proposed. */
interface CounterFacts extends ChallengeFacts {
  /** The reader's own terms. */
  readonly before: ShownTerms;
}

/** The letter that a question is about, if known. */
export interface Asked {
  /** The arrival of that letter, such as `2026-12-24 18:00 (Europe/Berlin)`. */
  readonly at: MomentText;
  /** The proof that it showed. */
  readonly proof: Proof['kind'];
  /** The last question of the day about unproven letters. */
  readonly last: boolean;
}

/** The origin of a question; undefined in those of older versions. */
interface FromLetter {
  readonly asked?: Asked;
}

interface ConfirmFacts extends FromLetter {
  /** The held commands, in the server's own spelling. */
  readonly commands: readonly string[];
  /** Words for others are hidden, because anyone may have written them. */
  readonly wordless?: boolean;
  /** Addresses are spaced out, for the same reason. */
  readonly spaced?: boolean;
  /** Set if the answered letter does not show the board as it is. */
  readonly outdated?: Sentence | undefined;
  /** Hours for which a yes counts. */
  readonly hours: number;
}

/** A player's request to add the address of the letter. */
interface AddressFacts extends FromLetter {
  readonly userid: string;
  readonly hours: number;
}

/** The game of an invitation. */
interface InvitationFacts extends Omit<ChallengeFacts, 'number' | 'challenger' | 'comment'> {
  readonly inviter: string;
  /** The userid suggested for the address, if it is free. */
  readonly userid?: string;
}

/** What ends with an account. */
interface SignoffFacts extends FromLetter {
  readonly userid: string;
  readonly boards: readonly {
    readonly board: number;
    readonly game: string;
    readonly opponent: string;
  }[];
  readonly hours: number;
}

/** The purpose of a letter's reply token: what a reply may do. */
export type ReplyPurpose =
  /** `first`: the letter shows a board whose match starts with the reply. */
  | { readonly purpose: 'account'; readonly number: number; readonly asks?: 'first' | undefined }
  | {
      readonly purpose: 'board';
      readonly number: number;
      readonly revision: number;
      /** The offer that awaits a yes or a no. */
      readonly asks?: 'draw' | 'undo' | undefined;
    }
  | { readonly purpose: 'puzzle'; readonly number: number; readonly revision: number }
  | { readonly purpose: 'held' | 'invitation'; readonly number: number }
  | { readonly purpose: 'none' };

/** A letter that is to be written: decided in the transaction of a turn, rendered later. */
export interface Intent {
  readonly to: Recipient;
  readonly message: Message;
  readonly reply: ReplyPurpose;
}
