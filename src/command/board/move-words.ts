import type { Bound } from '../../match/play.ts';
import { foldCase, type Match, mayBeMove } from '../../match/types.ts';
import { err, ok, type Result } from '../../result.ts';
import { type Sentence, say } from '../../sentence.ts';
import type { CommandLine, LetterContext } from '../shape/types.ts';
import { gameAt, parseNumber, splitAtHash } from '../shape/words.ts';

/** A move on a board as written, and the state that it is bound to. */
export interface WrittenMove extends Bound {
  readonly board: number;
  /** In the upper or lower case of its game, without spaces; shaped like a move there, or a list of cells. */
  readonly move: string;
  /** The whole command in the server's own spelling. */
  readonly text: string;
}

/**
 * Reads `[N] MOVE [#PLY]`. A missing number is that of the answered letter, as is the revision.
 *
 * @param command the name of the command, for its own spelling and the hint in an error
 */
export function readMove(
  line: CommandLine,
  letterContext: LetterContext,
  command: 'move' | 'submit',
): Result<WrittenMove, Sentence> {
  const { board, text, ply } = takeApart(line, letterContext);
  if (board === undefined) return err(say('board-number-missing', { command }));
  if (text === '') return err(say('move-missing', { command, board }));
  if (ply === null) return err(say('ply-shape', { command, board }));
  const game = gameAt(letterContext, board);
  if (!mayBeMove(game, text)) return err(say('not-a-move'));
  const move = foldCase(game, text).replace(/\s+/g, '');
  return ok({
    board,
    move,
    ply,
    revision: letterContext.number === board ? letterContext.revision : undefined,
    text: `${command} ${board} ${move}${ply === undefined ? '' : ` #${ply}`}`,
  });
}

/** Splits `[N] MOVE [#PLY]`; the move may be two words, and the ply may be joined to it. */
export function takeApart({ words }: CommandLine, letterContext: LetterContext) {
  const first = parseNumber(words[0]);
  const rest = (first === undefined ? words : words.slice(1)).join(' ');
  const [text = '', ...ply] = splitAtHash(rest);
  return { board: boardNamed(first, letterContext), text: text.trim(), ply: parsePly(ply) };
}

/** The board that a number in front of a move means; "move 2 e4" may count the moves. */
export const boardNamed = (
  named: number | undefined,
  { number, countsMoves }: LetterContext,
): number | undefined =>
  named === undefined || (named !== number && countsMoves?.(named)) ? number : named;

/** The ply that a move is meant for; undefined if none is named, null if it is not a number. */
function parsePly([text, ...more]: readonly string[]): number | undefined | null {
  if (text === undefined) return undefined;
  return more.length > 0 ? null : (parseNumber(text.trim()) ?? null);
}

/** Reads a number of plies: `3`, or `-1` for one less than now. Undefined for other text. */
export const parsePlies = (text: string): number | undefined =>
  /^(?:\d{1,6}|-[1-9]\d{0,5})$/.test(text.trim()) ? Number(text.trim()) : undefined;

/**
 * Reads `[N] [#PLY]`: a board, and a number of plies.
 *
 * @returns undefined for other text
 */
export function readBoardAndPlies(words: readonly string[]) {
  const [number = '', ply, ...more] = words.join(' ').split('#');
  const board = parseNumber(number.trim());
  const plies = ply === undefined ? undefined : parsePlies(ply);
  const isOther = (number.trim() !== '' && board === undefined) || more.length > 0;
  return isOther || (ply !== undefined && plies === undefined) ? undefined : { board, plies };
}

/** A number of plies as counted from the start of a match; an error if it is outside the match. */
export function resolvePlies(
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
export const withoutQuotes = (text: string): string =>
  text.replace(/["'\u2018-\u201f\u00ab\u00bb]/g, '').trim();
