import type { Recipient } from '../../intent.ts';
import { addressesPerPlayerMax, addressRequestsPerDayMax } from '../../limits.ts';
import { addressKey, parseAddress } from '../../player/address.ts';
import type { Player } from '../../player/settings.ts';
import { err, ok } from '../../result.ts';
import { type Sentence, say } from '../../sentence.ts';
import { noticeTo, toPlayer } from '../letters/letters.ts';
import { parsed, refuse, tell } from '../shape/decision.ts';
import type { Command, Decision, ParsedCommand, PlayerContext } from '../shape/types.ts';
import { parseNumber } from '../shape/words.ts';

/** The command as the answer repeats it, without its arguments. */
const UNDERSTOOD = 'password ...';

/** A command of the classic server. No password is needed here, and the answer says so. */
export const password: Command = {
  name: 'password',
  usage: 'password',
  summary: 'tells why no password is needed here',
  example: 'password',
  audience: 'player',
  need: 'nothing',

  read: () =>
    ok({
      text: UNDERSTOOD,
      run: () => refuse(UNDERSTOOD, say('no-password')),
    }),
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
    if (first === undefined) return ok(listAddresses);
    const act = ACTS.find((each) => each === first.toLowerCase());
    if (!act || input === undefined || rest.length > 0) return err(say('address-shape'));
    const written = parseAddress(input);
    if (!written.ok) return err(say('address-wrong'));
    const text = `address ${act} ${written.value}`;
    return parsed(text, (context) => DECIDE[act](text, written.value, context));
  },
};

const listAddresses: ParsedCommand = {
  text: 'address',
  run: ({ player, queries }) =>
    tell({ understood: 'address', says: queries.addressesOf(player.id).map(addressLine) }),
};

/** An address as a line of the list. */
export const addressLine = (each: { address: string; main: boolean }): Sentence =>
  say(each.main ? 'address-line-main' : 'address-line', { address: each.address });

type Decide = (text: string, written: string, context: PlayerContext) => Decision;

const DECIDE: Readonly<Record<AddressAct, Decide>> = {
  add(text, input, { player, queries }) {
    const addresses = queries.addressesOf(player.id);
    if (addresses.some((each) => isSame(each.address, input))) {
      return refuse(text, say('address-yours', { address: input }));
    }
    if (addresses.length >= addressesPerPlayerMax) {
      return refuse(text, say('address-many', { count: addressesPerPlayerMax }));
    }
    if (queries.hoursUntilAllowed(player.id, 'address', addressRequestsPerDayMax) > 0) {
      return refuse(text, say('address-enough'));
    }
    // One answer for a free, a taken and a blocked address, so that none can be probed.
    return {
      changes: [
        { do: 'note-act', playerId: player.id, act: 'address' },
        { do: 'request-address', player, address: input },
      ],
      section: { understood: text, says: [say('address-asked', { address: input })] },
    };
  },

  remove(text, input, { player, queries }) {
    const addresses = queries.addressesOf(player.id);
    const found = addresses.find((each) => isSame(each.address, input));
    if (!found) return refuse(text, say('address-not-yours'));
    if (addresses.length === 1) return refuse(text, say('address-last'));
    if (found.main) return refuse(text, say('address-is-main'));
    const removed = say('address-removed', { address: found.address, userid: player.userid });
    return {
      changes: [{ do: 'remove-address', playerId: player.id, address: found.address }],
      letters: [noticeTo(outsider(player, found.address), [removed])],
      section: { understood: text, says: [removed] },
    };
  },

  main(text, input, { player, queries }) {
    const found = queries.addressesOf(player.id).find((each) => isSame(each.address, input));
    if (!found) return refuse(text, say('address-not-yours'));
    if (found.main) return refuse(text, say('address-main-already', { address: found.address }));
    const changed = say('address-main-now', { address: found.address, userid: player.userid });
    return {
      changes: [
        { do: 'main-address', playerId: player.id, address: found.address },
        { do: 'end-tokens', playerId: player.id },
      ],
      // The answer goes to the new address. The old one may be lost: the notice to it has no token.
      letters: [{ ...noticeTo(toPlayer(player), [changed]), reply: { purpose: 'none' } }],
      section: { understood: text, says: [changed] },
    };
  },
};

const isSame = (one: string, other: string): boolean => addressKey(one) === addressKey(other);

/** The owner of an address that belongs to no account any more. */
const outsider = ({ language }: Player, removedAddress: string): Recipient => ({
  playerId: undefined,
  userid: undefined,
  address: removedAddress,
  language,
});

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
      const full = player && queries.addressesOf(player.id).length >= addressesPerPlayerMax;
      const fits = pending && addressKey(pending.address) === addressKey(address);
      if (owner || !player || full || !fits) return refuse(text, say('address-join-none'));
      const { userid } = player;
      return {
        changes: [{ do: 'add-address', playerId: player.id, address }],
        letters: [noticeTo(toPlayer(player), [say('address-added', { address, userid })])],
        section: { understood: undefined, says: [say('address-added', { address, userid })] },
      };
    });
  },
};
