import { accountLimits } from '../../limits.ts';
import { say } from '../../sentence.ts';
import { accountLetter } from '../letters/letters.ts';
import { plainCommand, refuse, tell } from '../shape/decision.ts';
import type { Command } from '../shape/types.ts';
import { addressLine } from './address.ts';
import { settingLines } from './set.ts';

/** Shows the sender's userid, addresses, settings, and number of boards and challenges. */
export const whoami: Command = plainCommand(
  {
    name: 'whoami',
    summary: 'tells your userid, addresses and settings',
    audience: 'player',
    need: 'nothing',
  },
  ({ player, queries }) =>
    tell({
      says: [
        say('you-are', { userid: player.userid }),
        ...queries.addressesOf(player.id).map(addressLine),
        say('you-play', {
          boards: queries.activeMatches(player.id).length,
          challenges: queries.openChallenges(player.id).length,
        }),
        ...settingLines(player),
        say('whoami-all-how'),
      ],
    }),
  { wrong: say('whoami-shape') },
);

/**
 * Sends everything that is stored about the sender. A stranger would learn much from it, so it takes a
 * fresh confirmation, and goes to the registered address only.
 */
export const whoamiAll: Command = plainCommand(
  {
    name: 'whoami all',
    summary: 'sends all that is kept about you, at most once a day',
    audience: 'player',
    need: 'confirmation',
  },
  ({ player, queries }) => {
    if (queries.hoursUntilAllowed(player.id, 'export', accountLimits.exportsPerDay) > 0) {
      return refuse(say('export-enough'));
    }
    const facts = { everything: queries.everythingAbout(player.id) };
    return {
      changes: [{ do: 'note-act', playerId: player.id, act: 'export' }],
      letters: [accountLetter(player, { kind: 'export', facts })],
    };
  },
  { wrong: say('whoami-shape') },
);

/**
 * Invalidates the tokens of all letters that a player has: somebody else may have seen them. Held commands
 * end too, because their questions are such letters.
 */
export const tokensNew: Command = plainCommand(
  {
    name: 'tokens new',
    aliases: ['new tokens'],
    summary: 'makes older e-mails worthless, and sends your boards again',
    audience: 'player',
    need: 'confirmation',
  },
  ({ player }) => ({
    changes: [{ do: 'end-tokens', playerId: player.id }],
    section: { says: [say('tokens-ended')] },
  }),
);
