import { accountLimits } from '../../limits.ts';
import { addressKey, parseAddress } from '../../player/address.ts';
import { err } from '../../result.ts';
import { type Sentence, say } from '../../sentence.ts';
import { noticeTo, toPlayer } from '../letters/letters.ts';
import { parsed, refuse, tell } from '../shape/decision.ts';
import type { Command, Decision, PlayerContext } from '../shape/types.ts';
import { parseNumber } from '../shape/words.ts';

/** A command of the classic server. No password is needed here, and the answer says so. */
export const password: Command = {
  name: 'password',
  usage: 'password',
  summary: 'tells why no password is needed here',
  example: 'password',
  audience: 'player',
  need: 'nothing',

  // The answer does not repeat the password.
  read: () => parsed('password ...', () => refuse(say('no-password'))),
};

const ACTS = ['add', 'remove', 'main'] as const;
type AddressAct = (typeof ACTS)[number];

/**
 * The addresses of an account, each confirmed by a reply from it. Letters go to the main address; commands
 * may come from any of them. Every change is first confirmed from the main address.
 */
export const address: Command = {
  name: 'address',
  aliases: ['addresses'],
  usage: 'address add/remove/main ADDRESS',
  summary: 'adds or removes one of your addresses, or lists them',
  example: 'address add alice@work.example',
  audience: 'player',
  need: 'confirmation',
  values: ACTS,

  read({ words }) {
    const [first, input, ...rest] = words;
    if (first === undefined) return listAddresses;
    const act = ACTS.find((each) => each === first.toLowerCase());
    if (!act || input === undefined || rest.length > 0) return err(say('address-shape'));
    const written = parseAddress(input);
    if (!written.ok) return err(say('address-wrong'));
    const text = `address ${act} ${written.value}`;
    return parsed(text, (context) => DECIDE[act](written.value, context));
  },
};

const listAddresses = parsed('address', ({ player, queries }) =>
  tell({ says: queries.addressesOf(player.id).map(addressLine) }),
);

export const addressLine = (each: { address: string; main: boolean }): Sentence =>
  say(each.main ? 'address-line-main' : 'address-line', { address: each.address });

const DECIDE: Readonly<Record<AddressAct, (written: string, context: PlayerContext) => Decision>> =
  {
    add(input, { player, queries }) {
      const addresses = queries.addressesOf(player.id);
      if (addresses.some((each) => isSame(each.address, input))) {
        return refuse(say('address-yours', { address: input }));
      }
      if (addresses.length >= accountLimits.addresses) {
        return refuse(say('address-many', { count: accountLimits.addresses }));
      }
      if (
        queries.hoursUntilAllowed(player.id, 'address', accountLimits.addressRequestsPerDay) > 0
      ) {
        return refuse(say('address-enough'));
      }
      // One answer for a free, a taken and a blocked address, so that none can be probed.
      return {
        changes: [
          { do: 'note-act', playerId: player.id, act: 'address' },
          { do: 'request-address', player, address: input },
        ],
        section: { says: [say('address-asked', { address: input })] },
      };
    },

    remove(input, { player, queries }) {
      const addresses = queries.addressesOf(player.id);
      const found = addresses.find((each) => isSame(each.address, input));
      if (!found) return refuse(say('address-not-yours'));
      if (addresses.length === 1) return refuse(say('address-last'));
      if (found.main) return refuse(say('address-is-main'));
      const { address } = found;
      const { userid, language } = player;
      const removed = say('address-removed', { address, userid });
      return {
        changes: [{ do: 'remove-address', playerId: player.id, address }],
        letters: [noticeTo({ address, language }, [removed])],
        section: { says: [removed] },
      };
    },

    main(input, { player, queries }) {
      const found = queries.addressesOf(player.id).find((each) => isSame(each.address, input));
      if (!found) return refuse(say('address-not-yours'));
      const { address, main } = found;
      if (main) return refuse(say('address-main-already', { address }));
      const changed = say('address-main-now', { address, userid: player.userid });
      return {
        changes: [
          { do: 'main-address', playerId: player.id, address },
          { do: 'end-tokens', playerId: player.id },
        ],
        // The answer goes to the new address. The old one may be lost: the notice to it has no token.
        letters: [{ ...noticeTo(toPlayer(player), [changed]), reply: { purpose: 'none' } }],
        section: { says: [changed] },
      };
    },
  };

const isSame = (one: string, other: string): boolean => addressKey(one) === addressKey(other);

/**
 * The second half of `address add`: the command that the `yes` of the new address carries out. The request
 * must be a player's, recent, and about the address that the letter comes from.
 */
export const addressJoin: Command = {
  name: 'address join',
  usage: 'address join N',
  summary: 'adds the address you write from to an account that asked for it',
  example: 'address join 7',
  audience: 'anyone',
  need: 'confirmation',

  read({ words }) {
    const [input, ...rest] = words;
    const request = parseNumber(input);
    if (request === undefined || rest.length > 0) return err(say('address-join-none'));
    const text = `address join ${request}`;
    return parsed(text, ({ address, player: owner, queries }) => {
      const pending = queries.addressRequest(request);
      const player = pending && queries.playerById(pending.playerId);
      const full = player && queries.addressesOf(player.id).length >= accountLimits.addresses;
      const fits = pending && addressKey(pending.address) === addressKey(address);
      if (owner || !player || full || !fits) return refuse(say('address-join-none'));
      const says = [say('address-added', { address, userid: player.userid })];
      return {
        changes: [{ do: 'add-address', playerId: player.id, address }],
        letters: [noticeTo(toPlayer(player), says)],
        section: { understood: undefined, says },
      };
    });
  },
};
