import { gameOf } from '../engine/registry.ts';
import { Effort } from '../engine/shape/effort.ts';
import { sideOf } from '../engine/shape/sides.ts';
import type { Move, Position } from '../engine/shape/types.ts';
import { type Hindsight, lookBack } from '../engine/solve/hindsight.ts';
import { opposite } from '../engine/stones/board.ts';
import type { BoardFacts } from '../intent.ts';
import { hindsightNodesMax, hindsightUnaidedNodesMax } from '../limits.ts';
import { type Sentence, say } from '../sentence.ts';

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
