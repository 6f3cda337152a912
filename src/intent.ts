import type { RulesId } from './engine/shape/ground.ts';
import type { Pace } from './match/clock.ts';
import type { PuzzleFacts } from './match/puzzle/attempt.ts';
import type { First, MatchOutcome, RobotSeat } from './match/types.ts';
import type { Proof } from './player/proof.ts';
import type { Settings } from './player/settings.ts';
import type { DayText, MomentText, Sentence } from './sentence.ts';

/** Who a letter goes to. People without an account have no id and no userid. */
export interface Recipient {
  readonly playerId: number | undefined;
  readonly userid: string | undefined;
  readonly address: string;
  readonly language: string;
  /** What the reader has chosen about letters. */
  readonly choices?: Choices;
}

/** Settings by their names, where a reader has chosen; everything else is as usual. */
export type Choices = Settings;

/** Everything a board letter shows, frozen when the turn is committed. */
export interface BoardFacts {
  /** 0 when the position stands on no board. */
  readonly board: number;
  /** Of the match when it stood like this; 0 for a board of the past, on which nobody moves. */
  readonly revision: number;
  readonly rules: RulesId;
  /** Userids. */
  readonly black: string;
  readonly white: string;
  /** Position notation of the first position. */
  readonly start: string;
  /** The plies up to the position that is shown. */
  readonly moves: readonly string[];
  readonly outcome: MatchOutcome | undefined;
  /** The match has gone on since the position that is shown. */
  readonly past: boolean;
  /** What has just happened, in order. */
  readonly events: readonly Sentence[];
  /** The whole record instead of the last rounds. */
  readonly whole: boolean;
  readonly comment: { readonly by: string; readonly text: string } | undefined;
  /** What is offered on the board, and the userid of who offers it. */
  readonly offer?: { readonly kind: 'draw' | 'undo'; readonly by: string } | undefined;
  /** What the reader has queued, as the command spells it. Nobody else is shown it. */
  readonly queued?: string | undefined;
  /** The position was never on the board: somebody wants to see what a move would do. */
  readonly imagined?: boolean;
  /** The clock of who is to move, where one runs. */
  readonly clock?: ClockFacts;
  /** What the end has changed about the ratings of its players, or how they stand. */
  readonly rating?: Sentence;
  /** Who is to move may ask for a hint. */
  readonly hints?: true;
  /** The reader looks on, and gets every board of this match. */
  readonly watching?: boolean;
  /** What the reader learns of how to play here, in the letters of the first match. */
  readonly lessons?: readonly Sentence[];
  /** One of the players is the server's own. */
  readonly robot?: RobotSeat & { readonly rated?: true };
  /** The match is over, and the reader's opponent has no account to play again from. */
  readonly opponentGone?: true;
}

/** What a player has not been told of a board: it is told together with the robot's answer. */
export type PendingBoardNews = Pick<BoardFacts, 'events' | 'comment'>;

/** What a letter shows of a clock. */
export interface ClockFacts {
  readonly userid: string;
  /** Whole days. */
  readonly gone: number;
  readonly left: number;
  /** The day until whose end there is time, such as `2026-12-24`, and where. */
  readonly day: DayText;
  readonly zone: string;
  /** There is a limit for all moves together. */
  readonly total?: true;
  /** The last day that the clock stands still. */
  readonly awayUntil?: DayText;
}

/** A cell of a list; numbers stand at the right of their column. */
export type ListCell = string | number | Sentence;

/** A list in columns, with what to type about it below. */
export interface List {
  readonly title: Sentence;
  readonly columns: readonly Sentence[];
  readonly rows: readonly (readonly ListCell[])[];
  readonly below: readonly Sentence[];
  /** Commands that are typed about it; in the HTML part each is a link. */
  readonly answers?: readonly string[];
}

/**
 * The kind of a help page and what it is about. Of the kind `help` are the first page, without a
 * topic, and the lists of `commands` and of `admin` commands; a `text` is a template named after its
 * topic.
 */
export type HelpPage =
  | { readonly kind: 'help'; readonly topic: '' | 'commands' | 'admin' }
  | { readonly kind: 'command'; readonly topic: string }
  | { readonly kind: 'game' | 'display'; readonly topic: RulesId }
  | { readonly kind: 'text'; readonly topic: 'tutorial' | 'classic' };

/** One command of a letter and what came of it. */
export interface Section {
  /** The command in the server's own spelling; undefined when none was recognised. */
  readonly understood: string | undefined;
  readonly says: readonly Sentence[];
  readonly lists?: readonly List[];
  readonly page?: HelpPage;
  /** A text in lines of its own, such as a record. */
  readonly text?: string;
  /** A file of text that goes along with the answer. */
  readonly attached?: { readonly name: string; readonly text: string };
  /** Commands that answer it; in the HTML part each is a link. */
  readonly answers?: readonly string[];
  /** Nothing has shown who asked: such a link proves nothing, and leads to a question first. */
  readonly asks?: boolean;
  /** The board that the section is about, when seeing it helps. */
  readonly board?: BoardFacts;
}

/** What a letter says, with what its reader had chosen when it was decided. */
export type Message = Content & { readonly facts: { readonly choices?: Choices } };

/** What a letter says to any reader. `kind` names its template. */
type Content =
  | { readonly kind: 'board'; readonly facts: BoardFacts }
  /** The same letter, because somebody asked to see it. */
  | { readonly kind: 'show'; readonly facts: BoardFacts }
  | { readonly kind: 'answer'; readonly facts: { readonly sections: readonly Section[] } }
  /** What waits for a player: once a day at most. */
  | { readonly kind: 'morning'; readonly facts: MorningFacts }
  | { readonly kind: 'challenge'; readonly facts: ChallengeFacts }
  | { readonly kind: 'counter'; readonly facts: CounterFacts }
  | { readonly kind: 'confirm'; readonly facts: ConfirmFacts }
  /** To somebody who has no account: a board, on which the answer is the first move. */
  | { readonly kind: 'first'; readonly facts: FromLetter & { readonly board: BoardFacts } }
  | {
      readonly kind: 'welcome';
      readonly facts: {
        readonly userid: string;
        /** What else has come of the sign-up. */
        readonly says?: readonly Sentence[];
        /** A match that can begin at once. */
        readonly waiting?: WaitingMatch;
      };
    }
  | { readonly kind: 'puzzle'; readonly facts: PuzzleFacts }
  /** To all players, in an admin's own words. */
  | { readonly kind: 'broadcast'; readonly facts: { readonly text: string } }
  | { readonly kind: 'address'; readonly facts: AddressFacts }
  | { readonly kind: 'signoff'; readonly facts: SignoffFacts }
  /** What another player writes, about no board in particular. */
  | { readonly kind: 'message'; readonly facts: { readonly from: string; readonly text: string } }
  /** What a player writes to the admins. */
  | { readonly kind: 'feedback'; readonly facts: { readonly from: string; readonly text: string } }
  | { readonly kind: 'invitation'; readonly facts: InvitationFacts }
  /** To somebody whom nobody knows: what this server is. */
  | { readonly kind: 'introduction'; readonly facts: { readonly userid?: string } }
  | { readonly kind: 'export'; readonly facts: { readonly everything: object } }
  | { readonly kind: 'notice'; readonly facts: NoticeFacts }
  /** To the admins: what needs a person. */
  | { readonly kind: 'report'; readonly facts: ReportFacts }
  /** To ourselves: does the mail host deliver tagged addresses? */
  | { readonly kind: 'probe'; readonly facts: Readonly<Record<string, never>> };

export type MessageKind = Content['kind'];

/** A challenge that a new player can accept. */
export interface WaitingMatch
  extends Pick<ShownTerms, 'number' | 'rules' | 'cols' | 'rows'>,
    Pick<ChallengeFacts, 'challenger'> {
  /** It was made to the player, by who has sent the invitation. */
  readonly invited: boolean;
}

/** News in a few sentences, and the words of the player whom they are about. */
interface NoticeFacts {
  readonly says: readonly Sentence[];
  readonly comment?: BoardFacts['comment'];
}

/** What waits for a player in one table, and the boards for who wants them in one letter. */
export interface MorningFacts {
  /** The player wants such a letter every day. */
  readonly daily: boolean;
  /** On how many boards it is the player's turn, and the first of them. */
  readonly turns: number;
  readonly board: number;
  /** The forfeits that are near. */
  readonly says: readonly Sentence[];
  /** What is due first, and then what is only news. */
  readonly rows: readonly MorningRow[];
  /** How to move on the first of them; not there where it is nobody's turn. */
  readonly how?: Sentence;
  /** How many boards more there are than rows. */
  readonly more: number;
  /** The boards of whose words there is something to tell, and those to be shown, what is new first. */
  readonly boards: readonly BoardFacts[];
  /** How many of them are shown as boards. */
  readonly drawn: number;
  /** In place of all that is above, in a letter that an older version has decided. */
  readonly sections?: readonly Section[];
}

/** A board in the letter of the day. */
export interface MorningRow extends Pick<BoardFacts, 'board' | 'rules'> {
  /** Userid of the other player. */
  readonly against: string;
  readonly state: 'yours' | 'theirs' | 'over';
  /** Whole days; not there where no clock runs. */
  readonly left?: number;
  /** The last ply; not there where nobody has moved. */
  readonly last?: string;
  /** Not in letters that older versions have decided. */
  readonly revision?: number;
}

/** The first few of a long list, and how many more there are. */
export interface Listed<T> {
  readonly first: readonly T[];
  readonly more: number;
}

/** What a server calls its operator for. */
export type AlarmName =
  /** The mailbox cannot be read to its end. */
  | 'mailbox'
  /** The submission server is out of reach. */
  | 'submission'
  /** It takes no letter of ours. */
  | 'door'
  /** A letter is due and does not go out, though nothing else is wrong. */
  | 'outbox'
  /** A part of the work fails each time. */
  | 'work'
  | 'backup'
  | 'disk';

/** Numbers are those of the tables. No address, and no word that anybody has written, is in it. */
export interface ReportFacts {
  /** Letters that were given up. */
  readonly failed: Listed<{
    readonly number: number;
    readonly kind: MessageKind;
    /** Null for people without an account. */
    readonly userid: string | null;
    /** What the server said, as codes; null when the letter could not be written. */
    readonly codes: string | null;
  }>;
  /** Letters that came in and could not be read. */
  readonly aside: Listed<{ readonly number: number; readonly reason: string }>;
  /** Templates of the operator's own that could not be used: files, or kinds of letters. */
  readonly templates: Listed<{ readonly place: string; readonly error: string }>;
  /** Players who are sent nothing for some days; null for people without an account. */
  readonly suspended: Listed<{ readonly userid: string | null; readonly status: string }>;
  /** When the submission server took no letters, and what it said, as codes. */
  readonly closure?: {
    readonly since: MomentText;
    /** Null while it lasts. */
    readonly until: MomentText | null;
    readonly codes: string;
  } | null;
  /** What was wrong with the tagged address, when it does not work. */
  readonly probe: 'stripped' | 'bounced' | 'silent' | null;
  /** What somebody was called for, and whether it is over. */
  readonly alarms?: readonly {
    readonly trouble: AlarmName;
    readonly since: MomentText;
    readonly until: MomentText | null;
    readonly why: string;
  }[];
  /** Since when no copy could be made, and why; and what is amiss with the place of the copies. */
  readonly backups?: { readonly since: MomentText; readonly error: string } | null;
  readonly copies?: 'none' | 'same-disk' | 'room' | null;
  /** Players whose userid nobody would get any more. */
  readonly names?: Listed<string>;
  /** Of which letters that the submission host takes few are left, since when, and how many there are. */
  readonly shortages?: readonly {
    readonly span: 'day' | 'hour';
    readonly most: number;
    readonly since: MomentText;
  }[];
  /** Caps on letters to strangers that were met, and how many letters from when on. */
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
  /** Seen from the challenger. */
  readonly first: First;
  /** Without it there is no clock. */
  readonly pace?: Pace;
  readonly rated?: boolean;
  /** Either may ask for hints. */
  readonly hints?: boolean;
  /** The position that the match begins from, in its notation, and where it comes from. */
  readonly from?: { readonly start: string; readonly board: number; readonly ply: number };
}

export interface ChallengeFacts extends ShownTerms {
  readonly challenger: string;
  readonly comment: string;
}

/** Other terms in the place of those that the reader has proposed. */
export interface CounterFacts extends ChallengeFacts {
  /** What the reader has proposed, as the reader put it. */
  readonly before: ShownTerms;
}

/** The letter that a question is about, as far as it is known. */
export interface Asked {
  /** When it came, such as `2026-12-24 18:00 (Europe/Berlin)`. */
  readonly at: MomentText;
  /** What it has shown about who wrote it. */
  readonly proof: Proof['kind'];
  /** So many have shown nothing that no more of them are asked about today. */
  readonly last: boolean;
}

/** Where a question comes from; not in those that older versions have asked. */
interface FromLetter {
  readonly asked?: Asked;
}

interface ConfirmFacts extends FromLetter {
  /** What waits for the `yes`: commands in the server's own spelling. */
  readonly commands: readonly string[];
  /** Words that others are to read are not shown, because anybody may have written them. */
  readonly wordless?: boolean;
  /** Addresses are shown with blanks in them, for the same reason. */
  readonly spaced?: boolean;
  /** That the answered letter does not show the board as it is. */
  readonly outdated?: Sentence | undefined;
  readonly hours: number;
}

/** A player's wish to write from the address that the letter goes to. */
interface AddressFacts extends FromLetter {
  readonly userid: string;
  readonly hours: number;
}

/** The game that somebody without an account is invited to. */
interface InvitationFacts extends Omit<ChallengeFacts, 'number' | 'challenger' | 'comment'> {
  /** Userid. */
  readonly inviter: string;
  /** The userid that suits the reader's address, where anybody could have it. */
  readonly userid?: string;
}

/** What closing an account would end. */
interface SignoffFacts extends FromLetter {
  readonly userid: string;
  readonly boards: readonly {
    readonly board: number;
    readonly game: string;
    readonly opponent: string;
  }[];
  readonly hours: number;
}

/** What an answer to the letter may do: the purpose of its reply token. */
export type ReplyPurpose =
  /** `first`: the letter shows a board on which nobody plays yet, and a move begins the match. */
  | { readonly purpose: 'account'; readonly number: number; readonly asks?: 'first' | undefined }
  | {
      readonly purpose: 'board';
      readonly number: number;
      readonly revision: number;
      /** What the letter asks for a yes or a no about. */
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
