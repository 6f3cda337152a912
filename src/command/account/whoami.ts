import { exportsPerDayMax } from '../../limits.ts';
import { err } from '../../result.ts';
import { say } from '../../sentence.ts';
import { toPlayer } from '../letters/letters.ts';
import { parsed, refuse, tell } from '../shape/decision.ts';
import type { Command } from '../shape/types.ts';
import { addressLine } from './address.ts';
import { settingLines } from './set.ts';

/** Shows the sender's userid, addresses, settings, and number of boards and challenges. */
export const whoami: Command = {
  name: 'whoami',
  usage: 'whoami',
  summary: 'tells your userid, addresses and settings',
  example: 'whoami',
  audience: 'player',
  need: 'nothing',

  read({ words }) {
    if (words.length > 0) return err(say('whoami-shape'));
    return parsed('whoami', ({ player, queries }) =>
      tell({
        understood: 'whoami',
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
    );
  },
};

/**
 * Sends everything that is stored about the sender. A stranger would learn much from it, so it takes a
 * fresh confirmation, and goes to the registered address only.
 */
export const whoamiAll: Command = {
  name: 'whoami all',
  usage: 'whoami all',
  summary: 'sends all that is kept about you, at most once a day',
  example: 'whoami all',
  audience: 'player',
  need: 'confirmation',

  read({ words }) {
    if (words.length > 0) return err(say('whoami-shape'));
    const text = 'whoami all';
    return parsed(text, ({ player, queries }) => {
      if (queries.hoursUntilAllowed(player.id, 'export', exportsPerDayMax) > 0) {
        return refuse(text, say('export-enough'));
      }
      return {
        changes: [{ do: 'note-act', playerId: player.id, act: 'export' }],
        letters: [
          {
            to: toPlayer(player),
            message: {
              kind: 'export',
              facts: { everything: queries.everythingAbout(player.id) },
            },
            reply: { purpose: 'account', number: 0 },
          },
        ],
      };
    });
  },
};

/**
 * Invalidates the tokens of all letters that a player has: somebody else may have seen them. Held commands
 * end too, because their questions are such letters.
 */
export const tokensNew: Command = {
  name: 'tokens new',
  aliases: ['new tokens'],
  usage: 'tokens new',
  summary: 'makes older e-mails worthless, and sends your boards again',
  example: 'tokens new',
  audience: 'player',
  need: 'confirmation',

  read({ words }) {
    if (words.length > 0) return err(say('no-words-wanted', { command: 'tokens new' }));
    const text = 'tokens new';
    return parsed(text, ({ player }) => ({
      changes: [{ do: 'end-tokens', playerId: player.id }],
      section: { understood: text, says: [say('tokens-ended')] },
    }));
  },
};
