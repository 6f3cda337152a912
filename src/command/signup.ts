import { parseUserid } from '../player/userid.ts';
import { err, ok } from '../result.ts';
import { say } from '../sentence.ts';
import { refuse } from './decision.ts';
import { invitedBy } from './invited.ts';
import { toPlayer } from './letters.ts';
import type { Command } from './types.ts';

/** Opens an account for the address that the letter comes from, once its owner has confirmed. */
export const signup: Command = {
  name: 'signup',
  aliases: [],
  usage: 'signup USERID',
  summary: 'opens an account; the answer asks you to confirm it',
  example: 'signup carol',
  audience: 'anyone',
  need: 'confirmation',
  takesComment: false,
  options: [],

  read({ words }) {
    const [wanted, ...rest] = words;
    if (wanted === undefined || rest.length > 0) return err(say('signup-shape'));
    const userid = parseUserid(wanted);
    if (!userid.ok) return userid;
    const text = `signup ${userid.value}`;
    return ok({
      text,
      board: undefined,
      run({ reading, player: already, address, language }) {
        if (already) return refuse(text, say('has-account', { userid: already.userid }));
        if (reading.useridTaken(userid.value)) {
          return refuse(text, say('userid-taken', { userid: userid.value }));
        }
        const player = { id: reading.nextPlayerId(), userid: userid.value, address, language };
        const invited = invitedBy(player, reading);
        return {
          changes: [{ do: 'add-player', player }, ...invited.changes],
          letters: [
            {
              to: toPlayer(player),
              message: { kind: 'welcome', facts: { userid: player.userid } },
              reply: { purpose: 'account', number: 0 },
            },
            ...invited.letters,
          ],
          section: undefined,
        };
      },
    });
  },
};
