import type { BoardChange } from '../../command/shape/board-change.ts';
import type { Match } from '../../match/types.ts';
import type { Database } from '../../store/file/database.ts';
import { endOffer, lapseUndo, putOffer } from '../../store/play/board-offers.ts';
import { putStart } from '../../store/play/challenge-starts.ts';
import { putUntold } from '../../store/play/mornings.ts';
import { keepUntold } from '../../store/play/robot-turns.ts';
import { noteSay } from '../../store/play/says.ts';
import {
  dropQueue,
  forgetQueues,
  forgetSubmitted,
  putQueue,
  putSubmitted,
} from '../../store/play/waiting-moves.ts';
import type { Shell } from '../shell/shell.ts';
import type { Cause } from './intend.ts';

/** Writes a change of what waits on a board, within the transaction of its letter. */
export function applyToBoard(shell: Shell, change: BoardChange, { inboxId }: Cause): void {
  const { db, time } = shell;
  const now = time.now();
  switch (change.do) {
    case 'put-start':
      putStart(db, change.number, change.start);
      break;
    case 'note-say':
      noteSay(db, { ...change, inboxId }, now);
      break;
    case 'put-offer':
      putOffer(db, change.offer, inboxId, now);
      break;
    case 'end-offer':
      endOffer(db, change.board, change.end, now);
      break;
    case 'put-submitted':
      putSubmitted(db, change);
      break;
    case 'put-untold':
      putUntold(db, change.playerId, change.facts);
      break;
    case 'keep-untold':
      keepUntold(db, change.board, change.untold);
      break;
    case 'put-queue':
      putQueue(db, change.queue);
      break;
    case 'drop-queue':
      dropQueue(db, change.board, change.playerId);
      break;
  }
}

/**
 * Forgets the queues and the undo that waited on an earlier revision of a board and, when the match
 * is over, everything that waits there. A submitted move stays until then: its `confirm` is told that the
 * board has moved on.
 */
export function forgetWaiting(db: Database, match: Match, now: number): void {
  const { board, revision, outcome } = match;
  forgetQueues(db, board, revision);
  lapseUndo(db, board, revision, now);
  if (!outcome) return;
  forgetSubmitted(db, board);
  endOffer(db, board, 'lapsed', now);
}
