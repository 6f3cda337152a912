import type { Sentence } from '../sentence.ts';
import type { BoardDrawing } from './ascii.ts';
import { commandLink, type LinkGroup, type ReplyTo, type Taps } from './links.ts';
import type { Album } from './picture/album.ts';

/** Turns sentences into the reader's language. */
export type Wording = (sentence: Sentence) => string;

/** The body of an HTML part: a template, and what it is given. */
export interface HtmlBody {
  readonly template: string;
  readonly data: object;
}

/** What a letter leaves out that would be too long otherwise, the first of them first. */
export type SizeLevel = 'nothing' | 'cell-links' | 'table';

/** A file of text that goes along with a letter. */
export interface AttachedText {
  readonly name: string;
  readonly text: string;
}

/** What a kind of letter contributes; the rest is the same for all. */
export interface Content {
  readonly subject: Sentence;
  readonly data: object;
  /** What lists of letters show beside the subject, where that is more than how the text begins. */
  readonly preheader?: string;
  /** The template's name, where it is not the kind's. */
  readonly template?: string;
  /**
   * The HTML part, where that is more than the text set anew. Its pictures go into the album; `to` is
   * there where links can stand for answers.
   */
  readonly html?: (album: Album, to: ReplyTo | undefined, without: SizeLevel) => HtmlBody;
  /** The boards that the text shows as diagrams: where it is set anew, they are drawn. */
  readonly sights?: readonly BoardDrawing[];
  /** What a tap on these does, where one is a move. */
  readonly taps?: (to: ReplyTo) => Taps | undefined;
  /** What stands above the links. */
  readonly intro?: Sentence;
  /** It has no HTML part, whatever the reader has chosen. */
  readonly plain?: boolean;
  /** The links below, for which the letter has so many bytes left. */
  readonly groups?: (to: ReplyTo, room: number, without: SizeLevel) => readonly LinkGroup[];
  readonly attached?: readonly AttachedText[];
}

/** Commands as links, each of which opens a filled-in answer. */
export const commandGroup =
  (...commands: readonly string[]) =>
  (to: ReplyTo): readonly LinkGroup[] => [
    { title: '', links: commands.map((command) => commandLink(to, command)) },
  ];
