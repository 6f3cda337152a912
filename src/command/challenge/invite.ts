import {
  invitationsPerDayMax,
  invitationsPerPlayerPerDayMax,
  invitationsSharePerDay,
} from '../../limits.ts';
import { addressKey, parseAddress } from '../../player/address.ts';
import { err, ok } from '../../result.ts';
import { say } from '../../sentence.ts';
import { refuse } from '../shape/decision.ts';
import { makeTerms, readTerms, TERM_VALUES } from '../shape/terms.ts';
import type { Command } from '../shape/types.ts';

/**
 * Invites somebody without an account, once and in our own words only. The answer is the same
 * whether the address is new here, has an account or was invited before.
 */
export const invite: Command = {
  name: 'invite',
  aliases: [],
  usage: 'invite ADDRESS [GAME] [-size=8x8] [-first=me/them/random]',
  summary: 'invites somebody who has no account, once',
  example: 'invite carol@home.example forms',
  audience: 'player',
  need: 'proof',
  takesComment: false,
  // Who has no account yet has no rating either, and may not know what a clock is.
  options: ['size', 'first'],
  values: TERM_VALUES,
  gameAt: () => 1,

  read(words) {
    const [to, named, ...rest] = words.words;
    if (to === undefined || rest.length > 0) return err(say('invite-shape'));
    const address = parseAddress(to);
    if (!address.ok) return err(say('invite-address'));
    const terms = readTerms(named, words);
    if (!terms.ok) return terms;
    const { game, size, first } = terms.value;
    const text = `invite ${address.value} ${makeTerms(terms.value)}`;
    return ok({
      text,
      board: undefined,
      run({ player, reading }) {
        const key = addressKey(address.value);
        if (reading.addressesOf(player.id).some((each) => addressKey(each.address) === key)) {
          return refuse(text, say('invite-yourself'));
        }
        const count = invitationsPerPlayerPerDayMax;
        const hours = reading.hoursToAct(player.id, 'invite', count);
        if (hours > 0) return refuse(text, say('invite-enough', { count, hours }));
        const share = invitationsSharePerDay;
        const more = reading.hoursToAct(player.id, 'invite', share);
        if (more > 0 && reading.allActsToday('invite') >= invitationsPerDayMax) {
          return refuse(text, say('invite-full', { count: share, hours: more }));
        }
        const invitation = { inviterId: player.id, rules: game.rules, size, first };
        return {
          changes: [
            { do: 'note-act', playerId: player.id, act: 'invite' },
            { do: 'invite', player, address: address.value, invitation },
          ],
          letters: [],
          section: { understood: text, says: [say('invite-sent', { address: address.value })] },
        };
      },
    });
  },
};
