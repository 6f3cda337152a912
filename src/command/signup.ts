import { passwordCharsMax, passwordCharsMin, signUpAddressesMax } from '../limits.ts';
import { addressKey, parseAddress } from '../player/address.ts';
import type { Player } from '../player/types.ts';
import { parseUserid } from '../player/userid.ts';
import { err, ok, type Result } from '../result.ts';
import { type Sentence, say } from '../sentence.ts';
import { refuse } from './decision.ts';
import { invitedBy } from './invited.ts';
import { toPlayer } from './letters.ts';
import type { Asking, Change, Command, Decision } from './types.ts';

/** What stands for the password: no full stops, which are taken off the end of a line. */
export const GIVEN = '***';

interface Wanted {
  readonly userid: string;
  /** The word itself was taken out of the letter before (`password-line.ts`). */
  readonly withPassword: boolean;
  /** In addition to the one that the letter comes from. */
  readonly addresses: readonly string[];
}

/**
 * Opens an account for the address that the letter comes from, once its owner has confirmed. Further
 * addresses are asked by a letter of their own after that, as by `address add`.
 */
export const signup: Command = {
  name: 'signup',
  aliases: ['sign up'],
  usage: 'signup USERID [PASSWORD] [ADDRESS...]',
  summary: 'opens an account; the answer asks you to confirm it',
  example: 'signup carol',
  audience: 'anyone',
  need: 'confirmation',
  takesComment: false,
  options: [],

  read({ words }) {
    const wanted = readWanted(words);
    if (!wanted.ok) return wanted;
    const { userid, withPassword, addresses } = wanted.value;
    // What is said shows no address: a stranger may have put anything into it.
    const said = ['signup', userid, ...(withPassword ? [GIVEN] : [])].join(' ');
    const text = [said, ...addresses].join(' ');
    return ok({ text, board: undefined, run: (asking) => open(said, wanted.value, asking) });
  },
};

/** With a host of at least two names, so that a password with an `@` is none. */
export const isMailbox = (word: string): boolean => /@.*\./.test(word) && parseAddress(word).ok;

function readWanted([name, ...rest]: readonly string[]): Result<Wanted, Sentence> {
  if (name === undefined) return err(say('signup-shape'));
  const userid = parseUserid(name);
  if (!userid.ok) return userid;
  const withPassword = rest[0] === GIVEN;
  const others = withPassword ? rest.slice(1) : rest;
  if (!others.every(isMailbox)) return err(say('signup-shape'));
  const found = new Map<string, string>();
  for (const other of others) {
    const address = parseAddress(other);
    if (address.ok) found.set(addressKey(address.value), address.value);
  }
  return found.size > signUpAddressesMax
    ? err(say('signup-addresses', { count: signUpAddressesMax }))
    : ok({ userid: userid.value, withPassword, addresses: [...found.values()] });
}

function open(said: string, wanted: Wanted, asking: Asking): Decision {
  const { reading, player: already, address, language, passwordHash: hash } = asking;
  const { userid, withPassword } = wanted;
  if (already) return refuse(said, say('has-account', { userid: already.userid }));
  if (reading.useridTaken(userid)) return refuse(said, say('userid-taken', { userid }));
  if (withPassword && hash === undefined) {
    const facts = { userid, least: passwordCharsMin, most: passwordCharsMax };
    return refuse(said, say('signup-password', facts));
  }
  const player = { id: reading.nextPlayerId(), userid, address, language };
  const invited = invitedBy(player, reading);
  const others = wanted.addresses.filter((other) => addressKey(other) !== addressKey(address));
  const says = [
    ...(withPassword ? [say('password-set', { userid })] : []),
    ...others.map((other) => say('address-asked', { address: other })),
  ];
  return {
    changes: [
      { do: 'add-player', player },
      ...(withPassword && hash !== undefined
        ? [{ do: 'set-password', playerId: player.id, hash } as const]
        : []),
      ...others.flatMap((other) => askAddress(player, other)),
      ...invited.changes,
    ],
    letters: [
      {
        to: toPlayer(player),
        message: { kind: 'welcome', facts: { userid, ...(says.length > 0 && { says }) } },
        reply: { purpose: 'account', number: 0 },
      },
      ...invited.letters,
    ],
    section: undefined,
    exact: [said, ...others].join(' '),
  };
}

/** Counted as by `address add`, so that nobody who has just signed up may ask for more. */
const askAddress = (player: Player, address: string): readonly Change[] => [
  { do: 'note-act', playerId: player.id, act: 'address' },
  { do: 'request-address', player, address },
];
