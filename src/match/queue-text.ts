import { ENGINES } from '../engine/registry.ts';
import { queueLinesMax, queueRepliesMax } from '../limits.ts';

/** Moves made in advance, as players write them: `if e4xe5 then c4xc5 if b1xb2 then a1xb1; d4xd5`. */

/** A move that answers one of the other side, or any that it makes. */
interface Reply {
  readonly when: string | undefined;
  readonly move: string;
}

/** Replies to one move after the other. Of several lines, the first that fits is played. */
export type ReplyLine = readonly Reply[];

/** Writes replies. `parseReplies` reads them back to an equal value. */
export const makeReplies = (lines: readonly ReplyLine[]): string =>
  lines
    .map((line) =>
      line
        .map(({ when, move }) => (when === undefined ? move : `if ${when} then ${move}`))
        .join(' '),
    )
    .join('; ');

/**
 * Reads replies: lines with `;` between, each of `if MOVE then MOVE`, as often as needed, where the
 * first may also be a move alone. Undefined when something else is written, or too much. Whether a
 * move is legal shows on the board.
 */
export function parseReplies(text: string): readonly ReplyLine[] | undefined {
  const lines = text.toLowerCase().split(';').map(parseLine);
  if (lines.length > queueLinesMax) return undefined;
  const read = lines.flatMap((line) => (line ? [line] : []));
  return read.length === lines.length ? read : undefined;
}

const CONDITION = /^if (.+?) then (.+?)(?= if |$)/;

function parseLine(text: string): ReplyLine | undefined {
  let rest = text.replaceAll(',', ' ').trim().replace(/\s+/g, ' ');
  const replies: Reply[] = [];
  while (rest !== '' && replies.length < queueRepliesMax) {
    const [whole, condition, answer] = CONDITION.exec(rest) ?? readAlone(rest);
    const move = readMove(answer);
    const when = condition === undefined ? undefined : readMove(condition);
    // Only the first move of a line may do without a condition.
    const bare = condition === undefined && replies.length === 0;
    if (move === undefined || (when === undefined && !bare)) return undefined;
    replies.push({ when, move });
    rest = rest.slice(whole.length).trim();
  }
  return rest === '' && replies.length > 0 ? replies : undefined;
}

const readAlone = (text: string): readonly [string, undefined, string] => {
  const [alone = ''] = text.split(/ (?=if )/);
  return [alone, undefined, alone];
};

/** A move in one word; undefined when it has not the shape of one in any game. */
function readMove(text: string | undefined): string | undefined {
  const move = text?.replaceAll(' ', '');
  return move !== undefined && ENGINES.some((engine) => engine.looksLikeMove(move))
    ? move
    : undefined;
}
