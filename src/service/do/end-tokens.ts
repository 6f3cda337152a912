import { boardsAnew } from '../../command/letters/letters.ts';
import type { Change } from '../../command/shape/types.ts';
import { nextEpoch } from '../../player/types.ts';
import { endRequestsOf } from '../../store/people/addresses.ts';
import { epochOf, playerById, setEpoch } from '../../store/people/players.ts';
import { queriesOf } from '../../store/reading/reading.ts';
import type { Shell } from '../shell/shell.ts';
import { type Cause, intendLetter } from './intend.ts';

/**
 * Makes every token that a player has got worthless, within a transaction. An address that waits to
 * be added goes too: its question carries no token of the player's, and whoever had one may have
 * asked for it.
 */
export function endTokens({ db, time }: Shell, playerId: number): void {
  setEpoch(db, playerId, nextEpoch(epochOf(db, playerId), time.now()));
  endRequestsOf(db, playerId);
}

/** The players whose tokens these changes end. */
export const whoseTokensEnd = (changes: readonly Change[]): readonly number[] =>
  changes.flatMap((change) => (change.do === 'end-tokens' ? change.playerId : []));

/** Sends players the boards whose older letters do not count any more, when all has been written. */
export function sendBoardsAnew(shell: Shell, playerIds: Iterable<number>, cause: Cause): void {
  const { db, time } = shell;
  for (const playerId of playerIds) {
    const player = playerById(db, playerId);
    const letters = player ? boardsAnew(player, queriesOf(db, time.now())) : [];
    for (const letter of letters) intendLetter(shell, letter, cause);
  }
}
