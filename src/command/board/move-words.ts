import { inCaseOf, mayBeMove } from '../../match/move-shape.ts';
import type { Bound } from '../../match/play.ts';
import type { Match } from '../../match/types.ts';
import { err, ok, type Result } from '../../result.ts';
import { type Sentence, say } from '../../sentence.ts';
import type { LetterContext, Words } from '../shape/types.ts';
import { gameAt, parseNumber } from '../shape/words.ts';

/** A move on a board as somebody wrote it, and what it was said to be bound to. */
export interface WrittenMove extends Bound {
  readonly board: number;
  /** In the case of its game and without blanks; it has the shape of a move there, or is cells. */
  readonly move: string;
  /** The whole command in the server's own spelling. */
  readonly text: string;
}

/**
 * Reads `[N] MOVE [#PLY]`. Without a number, and for the revision, the answered letter counts.
 *
 * @param command the name of the command, for its own spelling and for what to type instead
 */
export function readMove(
  words: Words,
  place: LetterContext,
  command: 'move' | 'submit',
): Result<WrittenMove, Sentence> {
  const { board, text, ply } = takeApart(words, place);
  if (board === undefined) return err(say('board-number-missing', { command }));
  if (text === '') return err(say('move-missing', { command, board }));
  if (ply === null) return err(say('ply-shape', { command, board }));
  const game = gameAt(place, board);
  if (!mayBeMove(game, text)) return err(say('not-a-move'));
  const move = inCaseOf(game, text).replace(/\s+/g, '');
  return ok({
    board,
    move,
    ply,
    revision: place.number === board ? place.revision : undefined,
    text: `${command} ${board} ${move}${ply === undefined ? '' : ` #${ply}`}`,
  });
}

/** `[N] MOVE [#PLY]`, where the move may be two words and the ply may stick to it. */
export function takeApart({ words }: Words, place: LetterContext) {
  const first = parseNumber(words[0]);
  const rest = (first === undefined ? words : words.slice(1)).join(' ');
  const [text = '', ...ply] = rest.split('#');
  return { board: first ?? place.number, text: text.trim(), ply: parsePly(ply) };
}

/** The ply that a move is meant for: undefined when none is named, null when it is not a number. */
function parsePly([text, ...more]: readonly string[]): number | undefined | null {
  if (text === undefined) return undefined;
  return more.length > 0 ? null : (parseNumber(text.trim()) ?? null);
}

/** Reads how many plies stand on a board: `3`, or `-1` for one less than now. Else undefined. */
export const parsePlies = (text: string): number | undefined =>
  /^(?:\d{1,6}|-[1-9]\d{0,5})$/.test(text.trim()) ? Number(text.trim()) : undefined;

/** That number of plies on a match, counted from its beginning; refused when it has not so many. */
export function pliesOn(
  { board, moves }: Match,
  plies: number | undefined,
): Result<number, Sentence> {
  const last = moves.length;
  const counted = plies === undefined ? last : plies < 0 ? last + plies : plies;
  return counted >= 0 && counted <= last
    ? ok(counted)
    : err(say('no-such-ply', { board, ply: plies ?? last, last }));
}

/** A text without quotation marks of any kind. */
export const plainQuotes = (text: string): string =>
  text.replace(/["'\u2018-\u201f\u00ab\u00bb]/g, '').trim();
