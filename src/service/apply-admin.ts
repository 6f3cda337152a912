import type { AdminChange } from '../command/admin-change.ts';
import { forgetCopies, retryIncoming, retryOutgoing } from '../store/admin-letters.ts';
import { moveAddress } from '../store/players.ts';
import { restorePlayer, suspendPlayer } from '../store/suspended-players.ts';
import type { Shell } from './shell.ts';

/** Writes one change that only an admin can ask for, within the transaction of the letter. */
export function applyAdmin({ db, clock }: Shell, change: AdminChange): void {
  const now = clock.now();
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
