import { playerByAddress } from '../../store/people/players.ts';
import type { Shell } from '../shell/shell.ts';
import { type Cause, intendLetter } from './intend.ts';
import { LANGUAGE_BY_DEFAULT } from './sender.ts';

/** Sends a player's words to every admin; the player is charged for the letters. */
export function tellAdmins(shell: Shell, from: string, text: string, cause: Cause): void {
  for (const address of shell.admins) {
    const player = playerByAddress(shell.db, address);
    const language = player?.language ?? LANGUAGE_BY_DEFAULT;
    intendLetter(
      shell,
      {
        to: { playerId: player?.id, userid: player?.userid, address, language },
        message: { kind: 'feedback', facts: { from, text } },
        reply: { purpose: 'account', number: 0 },
      },
      cause,
    );
  }
}
