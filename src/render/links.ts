import { moveLinksBytesMax } from '../limits.ts';
import { makeMailto, withoutTag } from '../mail/reply.ts';
import { type Sentence, say } from '../sentence.ts';
import { inMarkup } from './ascii.ts';
import type { BoardPage } from './board-page.ts';

/** A link that opens a filled-in answer. */
export interface Link {
  readonly label: string;
  readonly href: string;
  /** The same as it stands in markup, escaped. */
  readonly attribute: string;
}

/** Links under one heading. */
export interface LinkGroup {
  readonly title: string;
  readonly links: readonly Link[];
  /** What is said above all links, where it is not the usual thing. */
  readonly intro?: Sentence;
}

/** What a letter's answers have in common. */
export interface ReplyTo {
  readonly address: string;
  readonly subject: string;
}

/** The same to an address that shows nothing about who writes. */
export const withoutProof = (to: ReplyTo): ReplyTo => ({
  ...to,
  address: withoutTag(to.address),
});

/** A link whose answer consists of one command. */
export const commandLink = (to: ReplyTo, command: string): Link => answersTo(to)(command);

/**
 * A link to a new letter with a command as its subject and its text: there are programs that fill in only
 * one of them.
 */
export const commandInNewLetter = (address: string, command: string): string =>
  makeMailto(address, command, `${command}\n`);

/** A link to a new letter whose subject is the command: it needs no letter of ours to answer. */
export function subjectLink({ address }: ReplyTo, command: string): Link {
  const href = makeMailto(address, command);
  return { label: command, href, attribute: inMarkup(href) };
}

type MakeLink = (line: string) => Link;
const makers = new WeakMap<ReplyTo, MakeLink>();

/** Makes links whose answers consist of one line each; they differ in that alone. */
function answersTo(to: ReplyTo): MakeLink {
  const known = makers.get(to);
  if (known) return known;
  const without = makeMailto(to.address, `Re: ${to.subject}`, '');
  const escaped = inMarkup(without);
  const make: MakeLink = (line) => {
    const body = `${encodeURIComponent(line)}%0D%0A`;
    return { label: line, href: without + body, attribute: escaped + body };
  };
  makers.set(to, make);
  return make;
}

type Moves = BoardPage['moves'];

/** In some games a move names one cell, and the cell itself is the move. */
export const areCells = (moves: Moves): boolean =>
  moves.every(({ from, moves: [move] }) => move === from);

/** A board that is tapped: what each cell opens, as it stands in markup, and the words that say so. */
export interface Taps {
  readonly links: ReadonlyMap<string, string>;
  readonly says: string;
}

/**
 * What a tap on each cell opens, as it stands in markup: an answer with the move that begins there or, where there are
 * several, with the cell alone, which is answered with its moves.
 *
 * @param line how a move is written in the answer
 */
export function cellLinks(
  moves: Moves,
  to: ReplyTo,
  line: (move: string) => string,
): ReadonlyMap<string, string> {
  const answer = answersTo(to);
  return new Map(
    moves.map(({ from, moves: [move = from, another] }) => [
      from,
      answer(line(another === undefined ? move : from)).attribute,
    ]),
  );
}

/** What markup there is around a link in a row, and around one that stands alone as a button. */
const LINK_MARKUP_BYTES = 60;
const BUTTON_MARKUP_BYTES = 450;
/** ... and around a row, with the stone whose moves it has. */
const ROW_MARKUP_BYTES = 300;

const bytesOf = (moves: readonly string[], to: ReplyTo, around = LINK_MARKUP_BYTES): number => {
  const longest = moves.reduce((one, next) => (next.length > one.length ? next : one), '');
  const { attribute, label } = answersTo(to)(longest);
  return moves.length * (attribute.length + label.length + around);
};

/**
 * Links to play a move with, below the board. Every legal move, grouped by stone, where the letter
 * has room for so many; else one link a stone, which fills in the cell it stands on; where even these
 * are too many, one link to an answer without the move. What a tap on the board does needs no link.
 *
 * @param byCell whether the cells of the board are links
 * @param room how many bytes the letter has left
 */
export function moveLinks(
  { board, moves }: Pick<BoardPage, 'board' | 'moves'>,
  to: ReplyTo,
  { byCell, room }: { readonly byCell: boolean; readonly room: number },
): readonly LinkGroup[] {
  const [bytes, answer] = [Math.min(room, moveLinksBytesMax), answersTo(to)];
  const linked = (lines: readonly string[]) => lines.map((line) => answer(line));
  const heads = moves.map(({ from }) => from);
  const all = moves.flatMap((group) => group.moves);
  const fitsAlone = () => bytesOf(heads, to, BUTTON_MARKUP_BYTES) <= bytes;
  if (areCells(moves)) {
    if (byCell) return [];
    if (fitsAlone()) return ungrouped(linked(heads));
  } else if (bytesOf(all, to) + moves.length * ROW_MARKUP_BYTES <= bytes) {
    return moves.map((group) => ({ title: group.from, links: linked(group.moves) }));
  }
  if (byCell) return [];
  if (!areCells(moves) && fitsAlone()) {
    return ungrouped(linked(heads), say('links-intro-stones'));
  }
  const empty = { ...answer(`move ${board} `), label: `move ${board}` };
  return ungrouped([empty], say('links-intro-empty'));
}

const ungrouped = (links: readonly Link[], intro?: Sentence): readonly LinkGroup[] =>
  links.length > 0 ? [{ title: '', links, ...(intro && { intro }) }] : [];
