import { type Sentence, say, type Wording } from '../sentence.ts';
import type { BoardDrawing } from './ascii.ts';
import { commandLink, type Link, type LinkGroup, type ReplyTo, type Taps } from './links.ts';
import type { Album } from './picture/album.ts';

/** The body of an HTML part: a template and its data. */
export interface HtmlBody {
  readonly template: string;
  readonly data: object;
}

/** What is omitted from a letter that is too long, in this order. */
export type SizeLevel = 'nothing' | 'cell-links' | 'table';

/** An attached text file. */
export interface AttachedText {
  readonly name: string;
  readonly text: string;
}

/** The specific content of a kind of letter. */
export interface Content {
  readonly subject: Sentence;
  readonly data: object;
  /** The text that mail programs show next to the subject, if not the start of the text. */
  readonly preheader?: string;
  /** The template's name, if not the kind's. */
  readonly template?: string;
  /**
   * The HTML part, if not derived from the text. Its pictures go into the album; `to` is defined if links
   * can send answers.
   */
  readonly html?: (album: Album, to: ReplyTo | undefined, without: SizeLevel) => HtmlBody;
  /** The boards of the text's diagrams, to draw in derived HTML. */
  readonly sights?: readonly BoardDrawing[];
  /** Effects of taps on these, if any. */
  readonly taps?: (to: ReplyTo) => Taps | undefined;
  /** The main actions of derived HTML, as buttons. */
  readonly buttons?: (to: ReplyTo) => readonly Link[];
  /** The line above the links. */
  readonly intro?: Sentence;
  /** Never has an HTML part. */
  readonly plain?: boolean;
  /** The links below the body, within `room` bytes. */
  readonly groups?: (to: ReplyTo, room: number, without: SizeLevel) => readonly LinkGroup[];
  readonly attached?: readonly AttachedText[];
}

/** Commands as links that open filled-in answers. */
export const commandGroup =
  (...commands: readonly string[]) =>
  (to: ReplyTo): readonly LinkGroup[] => [
    { title: '', links: commands.map((command) => commandLink(to, command)) },
  ];

/** Buttons for commands, with a label each. */
export const buttonsFor =
  (words: Wording, ...buttons: readonly (readonly [name: string, command: string])[]) =>
  (to: ReplyTo): readonly Link[] =>
    buttons.map(([name, command]) => ({
      ...commandLink(to, command),
      label: words(say('button', { name, userid: '', command: to.spelled?.(command) ?? command })),
    }));

/** Buttons for a yes and a no. */
export const yesAndNo = (words: Wording) =>
  buttonsFor(words, ['yes', words(say('word-yes'))], ['no', words(say('word-no'))]);
