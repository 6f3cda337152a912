import { type AdminChange, isAdminChange } from '../../command/shape/admin-reading.ts';
import { isBoardChange } from '../../command/shape/board-change.ts';
import type { Change } from '../../command/shape/types.ts';
import { makePosition } from '../../engine/registry.ts';
import { withholdChallenge, withholdLateAnswers } from '../../store/letters/outbox.ts';
import { addPlayer, replaceAddresses, suspendPlayer } from '../../store/people/players.ts';
import { putChallenge } from '../../store/play/challenges.ts';
import { changeJob, putJob } from '../../store/play/jobs.ts';
import { insertMatch, noteEvent } from '../../store/play/matches.ts';
import { newTurn } from '../../store/play/turn-clocks.ts';
import { dropWaiting, putWaiting } from '../../store/play/waiting.ts';
import { putAttempt } from '../../store/puzzle/attempts.ts';
import { putStanding, ratePuzzle } from '../../store/puzzle/puzzles.ts';
import {
  forgetCopies,
  logAdminAct,
  retryIncoming,
  retryOutgoing,
} from '../../store/reading/admin-reading.ts';
import type { Shell } from '../shell/shell.ts';
import { advance, applyToBoard, scheduleRobot } from './advance.ts';
import { applyToAccount } from './apply-account.ts';
import type { Cause } from './intend.ts';

/** Writes one change that a command has decided, within the transaction of its letter. */
export function apply(shell: Shell, change: Change, cause: Cause): void {
  const { inboxId, address } = cause;
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
      insertMatch(db, change.match, now, newTurn(db, change.match, now));
      noteEvent(db, { board, revision, event: 'start', inboxId }, now);
      scheduleRobot(db, change.match, cause);
      break;
    }
    case 'advance-match':
      advance(shell, change.match, change.event, cause);
      break;
    case 'watch': {
      const { board, what } = change.watch;
      putWaiting(db, { board, playerId: change.playerId, kind: 'watch', revision: 0, facts: what });
      break;
    }
    case 'unwatch':
      dropWaiting(db, change.board, change.playerId, 'watch');
      break;
    case 'ask-solver': {
      const { playerId, understood, hintOn } = change;
      const facts = { understood, position: makePosition(change.position), hintOn };
      putJob(db, { kind: 'analysis', key: undefined, facts, playerId, cause, at: now });
      break;
    }
    case 'put-attempt': {
      const { attempt, ended } = change;
      const { playerId, puzzle } = attempt;
      putAttempt(db, attempt, now);
      changeJob(db, 'puzzle', playerId, { unanswered: 0 });
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

/** Writes one change that only an admin can ask for, within the transaction of the letter. */
function applyAdmin({ db, time }: Shell, change: AdminChange): void {
  const now = time.now();
  switch (change.do) {
    case 'suspend-player':
      suspendPlayer(db, change.playerId, now);
      break;
    case 'restore-player':
      suspendPlayer(db, change.playerId, undefined);
      break;
    case 'move-address':
      replaceAddresses(db, change.playerId, change.address, now);
      withholdLateAnswers(db, change.playerId, now);
      break;
    case 'retry-letter': {
      const { way, id } = change.letter;
      if (way === 'out') {
        retryOutgoing(db, id, now);
      } else {
        retryIncoming(db, id);
        forgetCopies(db, id);
      }
      break;
    }
  }
}
