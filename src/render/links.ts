import { writeChoices } from '../command/shape/move-choices.ts';
import { shownLimits } from '../limits.ts';
import { makeMailto } from '../mail/reply.ts';
import { type Sentence, say, type Wording } from '../sentence.ts';
import { type BoardDrawing, escapeMarkup } from './ascii.ts';
import type { BoardPage } from './board-page.ts';
import type { Album } from './picture/album.ts';

export interface Link {
  readonly label: string;
  readonly href: string;
  /** `href`, escaped for markup. */
  readonly attribute: string;
}

interface LinkGroup {
  readonly title: string;
  readonly links: readonly Link[];
  /** The line above all links, if not the default. */
  readonly intro?: Sentence;
}

/** Recipient and subject of answers to a letter. */
export interface ReplyTo {
  readonly address: string;
  readonly subject: string;
  /** Writes a command in the reader's language. */
  readonly spelled?: (line: string) => string;
}

/** A link to a new letter with a command as subject and text: some programs fill in only one. */
export const commandInNewLetter = (address: string, command: string): string =>
  makeMailto(address, command, `${command}\n`);

/** The start of the links to answers to a letter, which may be hundreds. */
const starts = new WeakMap<ReplyTo, string>();

export function commandLink(to: ReplyTo, command: string): Link {
  const start = starts.get(to) ?? makeMailto(to.address, `Re: ${to.subject}`, '');
  starts.set(to, start);
  const label = to.spelled?.(command) ?? command;
  const body = `${encodeURIComponent(label.replaceAll('\n', '\r\n'))}%0D%0A`;
  return { label, href: start + body, attribute: escapeMarkup(start) + body };
}

type Moves = BoardPage['moves'];

/** Whether each move is a single cell, as in some games. */
export const areCells = (moves: Moves): boolean =>
  moves.every(({ from, moves: [move] }) => move === from);

/** Effects of taps on a board: the escaped link of each cell, and a description. */
export interface Taps {
  readonly links: ReadonlyMap<string, string>;
  readonly says: string;
}

/**
 * The escaped link of each cell: an answer with its only move, or with its moves to choose from; if those are
 * too many, with the cell, behind which the rest of the move is typed.
 *
 * @param line writes a move in the answer
 * @param hint how to choose a move, or without choices how to type the rest of one like this, in the reader's
 *   language
 */
export function cellLinks(
  moves: Moves,
  to: ReplyTo,
  line: (move: string) => string,
  hint: (like?: string) => string,
): ReadonlyMap<string, string> {
  const answer = (text: string) => commandLink(to, text).attribute;
  const written = (move: string) => to.spelled?.(line(move)) ?? line(move);
  return new Map(
    moves.map(({ from, moves: [move = from, ...others] }) => {
      if (others.length === 0) return [from, answer(line(move))];
      if (others.length < shownLimits.tapChoices) {
        return [from, answer(writeChoices(from, hint(), [move, ...others].map(written)))];
      }
      const rest = move.startsWith(from) ? move.slice(from.length).replace(/^[-x]/, '') : move;
      const isBareMove = line(from) === from;
      return [from, answer(isBareMove ? writeChoices(from, hint(rest), []) : line(from))];
    }),
  );
}

/** Bytes of markup around a link in a row, and around a button. */
const LINK_MARKUP_BYTES = 60;
const BUTTON_MARKUP_BYTES = 450;
/** Bytes of markup around a row, with its stone. */
const ROW_MARKUP_BYTES = 80;

const bytesOf = (moves: readonly string[], to: ReplyTo, around = LINK_MARKUP_BYTES): number => {
  const longest = moves.reduce((one, next) => (next.length > one.length ? next : one), '');
  const { attribute, label } = commandLink(to, longest);
  return moves.length * (attribute.length + label.length + around);
};

/**
 * Links for moves, below the board: every legal move, grouped by stone, if they fit; else a link per stone
 * with its cell; else one link to an answer without the move. Links on the board are not repeated.
 *
 * @param isCounted whether the players are agreeing on dead stones
 * @param byCell whether the cells of the board are links
 */
export function moveLinks(
  {
    board,
    moves,
    isCounted = false,
  }: Pick<BoardPage, 'board' | 'moves'> & {
    readonly isCounted?: boolean;
  },
  to: ReplyTo,
  { byCell, room }: { readonly byCell: boolean; readonly room: number },
): readonly LinkGroup[] {
  if (moves.length === 0) return [];
  const most = byCell ? shownLimits.moveLinksBelowLinkedBoardBytes : shownLimits.moveLinksBytes;
  const bytes = Math.min(room, most);
  const linked = (lines: readonly string[]) => lines.map((line) => commandLink(to, line));
  const heads = moves.map(({ from }) => from);
  const all = moves.flatMap((group) => group.moves);
  const fitsAlone = () => bytesOf(heads, to, BUTTON_MARKUP_BYTES) <= bytes;
  if (areCells(moves) || isCounted) {
    if (byCell) return [];
    if (fitsAlone()) return ungrouped(linked(all));
  } else if (bytesOf(all, to) + moves.length * ROW_MARKUP_BYTES <= bytes) {
    return moves.map((group) => ({ title: group.from, links: linked(group.moves) }));
  }
  if (byCell) return [];
  if (!areCells(moves) && !isCounted && fitsAlone()) {
    return ungrouped(linked(heads), say('links-intro-stones'));
  }
  const empty = {
    ...commandLink(to, `move ${board} `),
    label: to.spelled?.(`move ${board}`) ?? `move ${board}`,
  };
  return ungrouped([empty], say('links-intro-empty'));
}

const ungrouped = (links: readonly Link[], intro?: Sentence): readonly LinkGroup[] =>
  links.length > 0 ? [{ title: '', links, ...(intro && { intro }) }] : [];

/** The body of an HTML part: a template and its data. */
interface HtmlBody {
  readonly template: string;
  readonly data: object;
}

/** What is omitted from a letter that is too long, in this order. */
export type SizeLevel = 'nothing' | 'cell-links' | 'table';

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
  readonly drawings?: readonly BoardDrawing[];
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
      label: words(
        say('button', { name, userid: '', game: '', command: to.spelled?.(command) ?? command }),
      ),
    }));

/** Buttons for a yes and a no. */
export const yesAndNo = (words: Wording) =>
  buttonsFor(words, ['yes', words(say('word-yes'))], ['no', words(say('word-no'))]);
