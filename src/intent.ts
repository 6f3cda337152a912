import type { MatchOutcome } from './match/types.ts';
import type { Sentence } from './sentence.ts';

/** Who a letter goes to. People without an account have no id and no userid. */
export interface Recipient {
  readonly playerId: number | undefined;
  readonly userid: string | undefined;
  readonly address: string;
  readonly language: string;
}

/** Everything a board letter shows, frozen when the turn is committed. */
export interface BoardFacts {
  readonly board: number;
  /** Of the match when it stood like this; 0 for a board of the past, on which nobody moves. */
  readonly revision: number;
  readonly rules: string;
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
  /** The reader looks on, and gets every board of this match. */
  readonly watching?: boolean;
}

/** A cell of a list; numbers stand at the right of their column. */
export type ListCell = string | number | Sentence;

/** A list in columns, with what to type about it below. */
export interface List {
  readonly title: Sentence;
  readonly columns: readonly Sentence[];
  readonly rows: readonly (readonly ListCell[])[];
  readonly below: readonly Sentence[];
}

/** One command of a letter and what came of it. */
export interface Section {
  /** The command in the server's own spelling; undefined when none was recognised. */
  readonly understood: string | undefined;
  readonly says: readonly Sentence[];
  readonly lists?: readonly List[];
  /** A help page: the kind of page and what it is about. */
  readonly page?: { readonly kind: 'help' | 'command' | 'game'; readonly topic: string };
  /** The board that the section is about, when seeing it helps. */
  readonly board?: BoardFacts;
}

/** What a letter says. `kind` names its template. */
export type Message =
  | { readonly kind: 'board'; readonly facts: BoardFacts }
  /** The same letter, because somebody asked to see it. */
  | { readonly kind: 'show'; readonly facts: BoardFacts }
  | { readonly kind: 'answer'; readonly facts: { readonly sections: readonly Section[] } }
  | { readonly kind: 'challenge'; readonly facts: ChallengeFacts }
  | { readonly kind: 'counter'; readonly facts: CounterFacts }
  | { readonly kind: 'confirm'; readonly facts: ConfirmFacts }
  | { readonly kind: 'welcome'; readonly facts: { readonly userid: string } }
  /** To all players, in an admin's own words. */
  | { readonly kind: 'broadcast'; readonly facts: { readonly text: string } }
  | { readonly kind: 'notice'; readonly facts: { readonly says: readonly Sentence[] } };

/** What an offer of a match says. */
export interface OfferedTerms {
  readonly number: number;
  readonly rules: string;
  readonly cols: number;
  readonly rows: number;
  /** Seen from the challenger. */
  readonly first: string;
}

export interface ChallengeFacts extends OfferedTerms {
  readonly challenger: string;
  readonly comment: string;
}

/** Other terms in the place of those that the reader has offered. */
export interface CounterFacts extends ChallengeFacts {
  /** What the reader has offered, as the reader put it. */
  readonly before: OfferedTerms;
}

export interface ConfirmFacts {
  /** What waits for the `yes`: commands in the server's own spelling. */
  readonly commands: readonly string[];
  readonly hours: number;
}

/** What an answer to the letter may do: the purpose of its reply token. */
export type ReplyPurpose =
  | { readonly purpose: 'account'; readonly number: number }
  | { readonly purpose: 'board'; readonly number: number; readonly revision: number }
  | { readonly purpose: 'held'; readonly number: number }
  | { readonly purpose: 'none' };

/** A letter that is to be written: decided in the transaction of a turn, rendered later. */
export interface Intent {
  readonly to: Recipient;
  readonly message: Message;
  readonly reply: ReplyPurpose;
}
