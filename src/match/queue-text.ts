import type { Game } from '../engine/shape/game.ts';
import { queueConditionalsMax, queueLinesMax } from '../limits.ts';
import { inCaseOf, mayBeMove } from './move-shape.ts';

/** Moves made in advance, as players write them: `if e4xe5 then c4xc5 if b1xb2 then a1xb1; d4xd5`. */

/** A move that answers one of the other side, or any that it makes. */
interface ConditionalMove {
  readonly when: string | undefined;
  readonly move: string;
}

/** Answers to one move after the other. Of several lines, the first that fits is played. */
export type ConditionalLine = readonly ConditionalMove[];

/** Writes moves. `parseReplies` reads them back to an equal value. */
export const makeConditionals = (lines: readonly ConditionalLine[]): string =>
  lines
    .map((line) =>
      line
        .map(({ when, move }) => (when === undefined ? move : `if ${when} then ${move}`))
        .join(' '),
    )
    .join('; ');

/**
 * Reads conditional moves: lines with `;` between, each of `if MOVE then MOVE`, as often as needed, where the
 * first may also be a move alone. Undefined when something else is written, or too much. Whether a
 * move is legal shows on the board.
 *
 * @param game of the board; undefined where there is none, and only cells are read
 */
export function parseConditionals(
  text: string,
  game?: Game,
): readonly ConditionalLine[] | undefined {
  const lines = text.split(';').map((line) => parseLine(line, game));
  if (lines.length > queueLinesMax) return undefined;
  const read = lines.flatMap((line) => (line ? [line] : []));
  return read.length === lines.length ? read : undefined;
}

const CONDITION = /^if (.+?) then (.+?)(?= if |$)/i;

function parseLine(text: string, game: Game | undefined): ConditionalLine | undefined {
  let rest = text.replaceAll(',', ' ').trim().replace(/\s+/g, ' ');
  const moves: ConditionalMove[] = [];
  while (rest !== '' && moves.length < queueConditionalsMax) {
    const [whole, condition, answer] = CONDITION.exec(rest) ?? readAlone(rest);
    const move = readMove(answer, game);
    const when = condition === undefined ? undefined : readMove(condition, game);
    // Only the first move of a line may do without a condition.
    const bare = condition === undefined && moves.length === 0;
    if (move === undefined || (when === undefined && !bare)) return undefined;
    moves.push({ when, move });
    rest = rest.slice(whole.length).trim();
  }
  return rest === '' && moves.length > 0 ? moves : undefined;
}

const readAlone = (text: string): readonly [string, undefined, string] => {
  const [alone = ''] = text.split(/ (?=if )/i);
  return [alone, undefined, alone];
};

/** A move in one word; undefined when it cannot be one. */
function readMove(text: string | undefined, game: Game | undefined): string | undefined {
  const move = inCaseOf(game, text?.replaceAll(' ', '') ?? '');
  return mayBeMove(game, move) ? move : undefined;
}
