import { makeSize } from '../../engine/stones/notation.ts';
import { invitationLimits } from '../../limits.ts';
import { addressKey, parseAddress } from '../../player/address.ts';
import { err } from '../../result.ts';
import { say } from '../../sentence.ts';
import { parsed, refuse } from '../shape/decision.ts';
import { makeTerms, readTerms, TERM_VALUES } from '../shape/terms.ts';
import type { Command } from '../shape/types.ts';

/**
 * Invites somebody without an account, once and in the server's words only. The answer is the same whether
 * the address is new, has an account or was invited before.
 */
export const invite: Command = {
  name: 'invite',
  usage: 'invite ADDRESS [GAME] [-size=8x8] [-first=me/them/random]',
  summary: 'invites somebody who has no account, once',
  example: 'invite carol@home.example forms',
  audience: 'player',
  need: 'proof',
  // An invited person has no rating yet, and may not know clocks.
  options: ['size', 'first'],
  values: TERM_VALUES,
  gameWordIndex: () => 1,

  read(line) {
    const [to, named, ...rest] = line.words;
    if (to === undefined || rest.length > 0) return err(say('invite-shape'));
    const address = parseAddress(to);
    if (!address.ok) return err(say('invite-address'));
    const terms = readTerms(named, line);
    if (!terms.ok) return terms;
    const { game, size, first } = terms.value;
    const text = `invite ${address.value} ${makeTerms(terms.value)}`;
    return parsed(text, ({ player, queries }) => {
      const key = addressKey(address.value);
      if (queries.addressesOf(player.id).some((each) => addressKey(each.address) === key)) {
        return refuse(say('invite-yourself'));
      }
      const count = invitationLimits.perPlayerPerDay;
      const hours = queries.hoursUntilAllowed(player.id, 'invite', count);
      if (hours > 0) return refuse(say('invite-enough', { count, hours }));
      const guaranteed = invitationLimits.guaranteedPerDay;
      const guaranteedHours = queries.hoursUntilAllowed(player.id, 'invite', guaranteed);
      if (guaranteedHours > 0 && queries.allActsInLastDay('invite') >= invitationLimits.perDay) {
        return refuse(say('invite-full', { count: guaranteed, hours: guaranteedHours }));
      }
      const what = { game: game.name, size: makeSize(size) };
      const invitation = { inviterId: player.id, rules: game.rules, size, first };
      return {
        changes: [
          { do: 'note-act', playerId: player.id, act: 'invite' },
          { do: 'invite', player, address: address.value, invitation },
        ],
        section: { says: [say('invite-sent', { address: address.value, ...what })] },
      };
    });
  },
};
