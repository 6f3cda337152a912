import type { Sentence } from '../sentence.ts';
import { type AnswerTo, commandLink, type LinkGroup } from './links.ts';

/** What a kind of letter contributes; the rest is the same for all. */
export interface Content {
  readonly subject: Sentence;
  readonly data: object;
  /** The template's name, where it is not the kind's. */
  readonly template?: string;
  /** The template of the HTML part, where that is more than the text set anew. */
  readonly html?: { readonly template: string; readonly data: object };
  /** What stands above the links. */
  readonly intro?: Sentence;
  /** It has no HTML part, whatever the reader has chosen. */
  readonly plain?: boolean;
  readonly groups?: (to: AnswerTo) => readonly LinkGroup[];
}

/** Commands as links, each of which opens a filled-in answer. */
export const commandGroup =
  (...commands: readonly string[]) =>
  (to: AnswerTo): readonly LinkGroup[] => [
    { title: '', links: commands.map((command) => commandLink(to, command)) },
  ];
