import type { Position } from '../../engine/shape/types.ts';
import { makePosition, parsePosition } from '../../engine/written.ts';
import { analysesPerDayMax } from '../../limits.ts';
import { positionAfter } from '../../match/play.ts';
import { err, ok } from '../../result.ts';
import { say } from '../../sentence.ts';
import { plainQuotes } from '../board/plain-quotes.ts';
import { refuse } from '../shape/decision.ts';
import type { Command, Decision, PlayerAsking } from '../shape/types.ts';
import { parseNumber } from '../shape/words.ts';

/** Asks for the exact outcome of a position: of a finished board, or one written out. */
export const solve: Command = {
  name: 'solve',
  aliases: [],
  usage: 'solve N [#PLY], or: solve "POSITION"',
  summary: 'works out who wins from a position of a finished board',
  example: 'solve 12 #3',
  audience: 'player',
  need: 'proof-to-read',
  takesComment: false,
  options: [],

  read({ words }) {
    const [first, ...rest] = words.join(' ').split('#');
    const board = parseNumber(first?.trim());
    if (board !== undefined) {
      const ply = rest[0] === undefined ? undefined : parsePly(rest[0]);
      if (ply === null || rest.length > 1) return err(say('solve-shape'));
      const text = `solve ${board}${ply === undefined ? '' : ` #${ply}`}`;
      return ok({ text, board: undefined, run: (asking) => solveBoard(text, board, ply, asking) });
    }
    const position = parsePosition(plainQuotes(words.join(' ')));
    if (!position.ok) {
      const { error } = position;
      return err(error.code === 'not-a-position' ? say('solve-shape') : error);
    }
    const text = `solve "${makePosition(position.value)}"`;
    return ok({ text, board: undefined, run: (asking) => ask(text, position.value, asking) });
  },
};

function solveBoard(
  text: string,
  board: number,
  ply: number | undefined,
  asking: PlayerAsking,
): Decision {
  const match = asking.reading.match(board);
  if (!match) return refuse(text, say('no-such-board', { board }));
  if (!match.outcome) return refuse(text, say('solve-running', { board }));
  const last = match.moves.length;
  if (ply !== undefined && ply > last) {
    return refuse(text, say('no-such-ply', { board, ply, last }));
  }
  return ask(text, positionAfter(match, ply ?? last), asking);
}

/** Hands a position to the solver; its answer is a letter of its own. */
function ask(text: string, position: Position, { player, reading }: PlayerAsking): Decision {
  if (reading.standsOnRunningBoard(position)) return refuse(text, say('solve-courtesy'));
  if (reading.analysesToday(player.id) >= analysesPerDayMax) {
    return refuse(text, say('solve-enough', { count: analysesPerDayMax }));
  }
  return {
    changes: [{ do: 'ask-solver', playerId: player.id, understood: text, position }],
    letters: [],
    section: undefined,
  };
}

const parsePly = (text: string): number | null =>
  /^\d{1,6}$/.test(text.trim()) ? Number(text.trim()) : null;
