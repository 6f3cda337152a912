import { nextEpoch } from '../../player/epoch.ts';
import { endRequestsOf } from '../../store/people/addresses.ts';
import { epochOf, setEpoch } from '../../store/people/epochs.ts';
import type { Shell } from '../shell/shell.ts';

/**
 * Makes every token that a player has got worthless, within a transaction. An address that waits to
 * be added goes too: its question carries no token of the player's, and whoever had one may have
 * asked for it.
 */
export function endTokens({ db, time }: Shell, playerId: number): void {
  setEpoch(db, playerId, nextEpoch(epochOf(db, playerId), time.now()));
  endRequestsOf(db, playerId);
}
