import { opposite } from '../../engine/stones/board.ts';
import { storedPosition } from '../../engine/written.ts';
import type { BoardFacts } from '../../intent.ts';

/** Whether a player, who has a seat there, is to move on a board as a letter shows it. */
export function isTurnOf(facts: BoardFacts, player: string): boolean {
  const { board, rules, start, moves } = facts;
  const first = storedPosition(rules, start, `board ${board}`).turn;
  return facts[moves.length % 2 === 0 ? first : opposite(first)] === player;
}
