import type { AdminChange } from '../../command/shape/admin-change.ts';
import { moveAddress } from '../../store/people/players.ts';
import { restorePlayer, suspendPlayer } from '../../store/people/suspended-players.ts';
import { forgetCopies, retryIncoming, retryOutgoing } from '../../store/reading/admin-letters.ts';
import type { Shell } from '../shell/shell.ts';

/** Writes one change that only an admin can ask for, within the transaction of the letter. */
export function applyAdmin({ db, time }: Shell, change: AdminChange): void {
  const now = time.now();
  switch (change.do) {
    case 'suspend-player':
      suspendPlayer(db, change.playerId, now);
      break;
    case 'restore-player':
      restorePlayer(db, change.playerId);
      break;
    case 'move-address':
      moveAddress(db, change.playerId, change.address, now);
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
