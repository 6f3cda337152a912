import { gameOf } from '../engine/registry.ts';
import { Effort } from '../engine/shape/effort.ts';
import type { Colour, Move, Position } from '../engine/shape/types.ts';
import { sideOf } from '../engine/shape/view.ts';
import { type Hindsight, lookBack } from '../engine/solve/solve-text.ts';
import { opposite } from '../engine/stones/board.ts';
import type { BoardFacts } from '../intent.ts';
import { hindsightNodesMax, hindsightUnaidedNodesMax, recentRoundsMax } from '../limits.ts';
import { type Sentence, say } from '../sentence.ts';

/** One line of a move list: the ply of its first move, and the moves of both sides. */
export interface Round extends Readonly<Record<Colour, string>> {
  readonly ply: number;
}

/** Widest number of a ply, and the blanks behind it. */
const NUMBER = 3;

/**
 * The moves in two columns under the sides and their players.
 *
 * @param columns whose moves stand left, and whose right
 */
export function drawRecord(
  rounds: readonly Round[],
  [left, right]: readonly [Colour, Colour],
  players: { readonly black: string; readonly white: string },
  sides: { readonly black: string; readonly white: string },
): readonly string[] {
  if (rounds.length === 0) return [];
  const width = Math.max(15, sides.black.length + 2, players.black.length + 2);
  const row = (number: string, cells: Readonly<Record<Colour, string>>) =>
    `${number.padStart(NUMBER)}  ${cells[left].padEnd(width)}${cells[right]}`.trimEnd();
  return [
    row('', sides),
    row('', players),
    ...rounds.map(({ ply, ...moves }) => row(String(ply), moves)),
  ];
}

/**
 * The lines of a move list.
 *
 * @param columns whose moves stand left, and whose right
 * @param first who made the first ply
 * @param whole every round, or only the last ones
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
    rounds.push({ ply: Math.max(at, 0) + 1, ...cells });
  }
  return whole ? rounds : rounds.slice(-recentRoundsMax);
}

/**
 * The one line about what the loser has missed, when it is cheap to find: until which ply that side
 * could have won. Undefined while the match goes on, after a draw, and when nothing was missed or
 * not enough is known.
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
    : say('could-have-won', { side, ply });
}

/** What was found of the games that were looked back at last. */
const known = new Map<string, Hindsight | undefined>();
/** An end is told to both players, one behind the other, and some read it again. */
const KNOWN_MAX = 32;

function foundOf(facts: BoardFacts, start: Position): Hindsight | undefined {
  const { rules, moves } = facts;
  const key = [rules, facts.start, ...moves].join('\n');
  if (!known.has(key)) {
    const [oldest] = known.keys();
    if (oldest !== undefined && known.size >= KNOWN_MAX) known.delete(oldest);
    const nodesMax = gameOf(rules).oracle ? hindsightNodesMax : hindsightUnaidedNodesMax;
    known.set(key, lookBack(start, movesOf(facts, start), new Effort({ nodesMax })));
  }
  return known.get(key);
}

function movesOf({ board, rules, moves: texts }: BoardFacts, start: Position): readonly Move[] {
  const game = gameOf(rules);
  let position = start;
  return texts.map((text) => {
    const move = game.parseMove(position, text);
    if (!move.ok) throw new Error(`board ${board}: damaged record (${move.error.code})`);
    position = game.play(position, move.value).position;
    return move.value;
  });
}
