import { gameOf } from '../engine/registry.ts';
import { Effort } from '../engine/shape/solution.ts';
import type { Colour, Position } from '../engine/shape/types.ts';
import { roundOf, sideOf } from '../engine/shape/view.ts';
import { type Hindsight, lookBack } from '../engine/solve/solve-text.ts';
import { opposite } from '../engine/stones/board.ts';
import type { BoardFacts } from '../intent.ts';
import { shownLimits } from '../limits.ts';
import { replayed } from '../match/by-rules.ts';
import { type Sentence, say } from '../sentence.ts';

/** A line of a move list: its number, from 1, and the moves of both sides. */
interface Round extends Readonly<Record<Colour, string>> {
  readonly number: number;
}

const NUMBER_WIDTH = 3;

/** The moves in two columns, below the sides and the players. */
export function drawRecord(
  rounds: readonly Round[],
  [left, right]: readonly [Colour, Colour],
  players: { readonly black: string; readonly white: string },
  sides: { readonly black: string; readonly white: string },
): readonly string[] {
  if (rounds.length === 0) return [];
  const long = Math.max(...rounds.map((round) => round[left].length));
  const width = Math.max(15, sides.black.length + 2, players.black.length + 2, long + 2);
  const row = (before: string, cells: Readonly<Record<Colour, string>>) =>
    `${before.padStart(NUMBER_WIDTH)}  ${cells[left].padEnd(width)}${cells[right]}`.trimEnd();
  return [
    row('', sides),
    row('', players),
    ...rounds.map(({ number, ...moves }) => row(String(number), moves)),
  ];
}

/**
 * The lines of a move list.
 *
 * @param whole all rounds, or only the last ones
 */
export function roundsOf(
  moves: readonly string[],
  [left]: readonly [Colour, Colour],
  first: Colour,
  whole: boolean,
): readonly Round[] {
  const missing = first === left ? 0 : 1;
  const rounds: Round[] = [];
  for (let at = -missing; at < moves.length; at += 2) {
    const [one, other] = [moves[at] ?? '...', moves[at + 1] ?? ''];
    const cells = left === 'black' ? { black: one, white: other } : { black: other, white: one };
    rounds.push({ number: rounds.length + 1, ...cells });
  }
  return whole ? rounds : rounds.slice(-shownLimits.recentRounds);
}

/**
 * A line about the loser's missed win, if cheap to find: the last ply at which that side could have won.
 * Undefined while the match is open, after a draw, and if nothing was missed or found.
 */
export function hindsightOf(facts: BoardFacts, start: Position): Sentence | undefined {
  const winner = facts.outcome?.winner;
  if (!winner) return undefined;
  const game = gameOf(facts.rules);
  const loser = opposite(winner);
  const ply = foundOf(facts, start)?.couldWinUntil[loser];
  if (ply === undefined) return undefined;
  const side = sideOf(game, loser).name;
  return ply > facts.moves.length
    ? say('could-still-win', { side })
    : say('could-have-won', { side, round: roundOf(game, start.turn, ply) });
}

/** What was found last: both players get it in turn. */
let last: { readonly key: string; readonly found: Hindsight | undefined } | undefined;

function foundOf({ rules, start: text, moves }: BoardFacts, start: Position) {
  const key = [rules, text, ...moves].join('\n');
  if (last?.key !== key) {
    const played = [...replayed(start, moves)].map(({ move }) => move);
    const found = lookBack(start, played, new Effort({ nodesMax: shownLimits.hindsightNodes }));
    last = { key, found };
  }
  return last.found;
}
