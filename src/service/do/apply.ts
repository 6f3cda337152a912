import { isAdminChange } from '../../command/shape/admin-change.ts';
import { isBoardChange } from '../../command/shape/board-change.ts';
import type { Change } from '../../command/shape/types.ts';
import { makePosition } from '../../engine/written.ts';
import { withholdChallenge } from '../../store/letters/outbox.ts';
import { addPlayer } from '../../store/people/players.ts';
import { askSolver } from '../../store/play/analyses.ts';
import { putChallenge } from '../../store/play/challenges.ts';
import { noteEvent, startMatch } from '../../store/play/matches.ts';
import { awaitRobot } from '../../store/play/robot-turns.ts';
import { dropWatch, putWatch } from '../../store/play/watches.ts';
import { putAttempt } from '../../store/puzzle/attempts.ts';
import { forgetUnanswered } from '../../store/puzzle/days.ts';
import { ratePuzzle } from '../../store/puzzle/puzzles.ts';
import { putStanding } from '../../store/puzzle/standings.ts';
import { logAdminAct } from '../../store/reading/admin-log.ts';
import type { Shell } from '../shell/shell.ts';
import { advance } from './advance.ts';
import { applyToAccount } from './apply-account.ts';
import { applyAdmin } from './apply-admin.ts';
import { applyToBoard } from './apply-board.ts';
import type { Cause } from './intend.ts';
import { wind } from './wind.ts';

/** Writes one change that a command has decided, within the transaction of its letter. */
export function apply(shell: Shell, change: Change, cause: Cause): void {
  const { inboxId, messageId, address, charge } = cause;
  const { db, time } = shell;
  const now = time.now();
  switch (change.do) {
    case 'add-player':
      addPlayer(db, change.player, now);
      break;
    case 'put-challenge': {
      const { number, challenged, state } = change.challenge;
      putChallenge(db, change.challenge, now);
      if (challenged && state !== 'open') withholdChallenge(db, challenged.id, number, now);
      break;
    }
    case 'start-match': {
      const { board, revision } = change.match;
      startMatch(db, change.match, now);
      wind(db, change.match, now);
      noteEvent(db, { board, revision, event: 'start', inboxId }, now);
      awaitRobot(db, change.match, cause, now);
      break;
    }
    case 'advance-match':
      advance(shell, change.match, change.event, cause);
      break;
    case 'watch':
      putWatch(db, change.watch, change.playerId, now);
      break;
    case 'unwatch':
      dropWatch(db, change.board, change.playerId);
      break;
    case 'ask-solver': {
      const { playerId, understood, hintOn } = change;
      const position = makePosition(change.position);
      const asked = { playerId, understood, position, hintOn, inboxId, messageId, address };
      askSolver(db, { ...asked, proof: charge.proof }, now);
      break;
    }
    case 'put-attempt': {
      const { attempt, ended } = change;
      const { playerId, puzzle } = attempt;
      putAttempt(db, attempt, now);
      forgetUnanswered(db, playerId);
      if (ended) {
        putStanding(db, playerId, ended.standing);
        ratePuzzle(db, puzzle.number, ended.puzzle);
      }
      break;
    }
    case 'log-admin':
      logAdminAct(db, { address, act: change.act, inboxId }, now);
      break;
    default:
      if (isBoardChange(change)) applyToBoard(shell, change, cause);
      else if (isAdminChange(change)) applyAdmin(shell, change);
      else applyToAccount(shell, change, cause);
  }
}
