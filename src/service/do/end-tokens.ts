import { boardsAgain } from '../../command/letters/letters.ts';
import type { Change } from '../../command/shape/types.ts';
import { nextEpoch } from '../../player/types.ts';
import { deleteRequestsOf } from '../../store/people/addresses.ts';
import { epochOf, playerById, setEpoch } from '../../store/people/players.ts';
import { queriesOf } from '../../store/reading/reading.ts';
import type { Shell } from '../shell/shell.ts';
import { type Cause, intendLetter } from './intend.ts';

/**
 * Invalidates all tokens of a player. Call within a transaction. Pending address requests end, too: their
 * questions carry no token of the player's, and a thief of tokens may have made them.
 */
export function endTokens({ db, time }: Shell, playerId: number): void {
  setEpoch(db, playerId, nextEpoch(epochOf(db, playerId), time.now()));
  deleteRequestsOf(db, playerId);
}

/** The players whose tokens these changes end. */
export const playersWithEndedTokens = (changes: readonly Change[]): readonly number[] =>
  changes.flatMap((change) => (change.do === 'end-tokens' ? change.playerId : []));

/** Sends players their boards again after their tokens ended, once all changes are written. */
export function sendBoardsAgain(shell: Shell, playerIds: Iterable<number>, cause: Cause): void {
  const { db, time } = shell;
  for (const playerId of playerIds) {
    const player = playerById(db, playerId);
    const letters = player ? boardsAgain(player, queriesOf(db, time.now())) : [];
    for (const letter of letters) intendLetter(shell, letter, cause);
  }
}
