import { transact } from '../../store/file/database.ts';
import type { Shell } from '../shell/shell.ts';
import { choose } from '../thread/choose.ts';
import { beginTurns, playTurn } from './robot.ts';

/**
 * Lets the robot move wherever it is to, at the time that it is: what it plays follows from the board, so
 * it has played the same before.
 */
export function playRobotAtOnce(shell: Shell): void {
  for (let begun = beginTurns(shell); begun.length > 0; begun = beginTurns(shell)) {
    for (const { turn, question } of begun) {
      transact(shell.db, () => playTurn(shell, turn, choose(question)));
    }
  }
}
