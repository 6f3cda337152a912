import { offeredRules } from '../../engine/registry.ts';
import { signUpAddressesMax } from '../../limits.ts';
import { addressKey, parseAddress, parseUserid } from '../../player/address.ts';
import type { MistakenFor } from '../../player/reserved-names.ts';
import { LANGUAGES, type Player } from '../../player/settings.ts';
import { err, ok, type Result } from '../../result.ts';
import { type Sentence, say } from '../../sentence.ts';
import { challengeFromInvitation, waitingMatch } from '../challenge/invite.ts';
import { toPlayer } from '../letters/letters.ts';
import { parsed, refuse } from '../shape/decision.ts';
import type { Change, Command, CommandContext, Decision } from '../shape/types.ts';

interface Wanted {
  readonly userid: string;
  /** Addresses besides the one that the letter comes from. */
  readonly addresses: readonly string[];
}

/**
 * Opens an account for the address that the letter comes from, once its owner has confirmed. The question
 * shows no further address, because a stranger may have written it; so the yes confirms none, and the
 * welcome tells how the owner can. A password after the userid, as on the classic server, is ignored.
 */
export const signup: Command = {
  name: 'signup',
  aliases: ['sign up'],
  usage: 'signup USERID',
  summary: 'opens an account; the answer asks you to confirm it',
  example: 'signup carol',
  audience: 'anyone',
  need: 'confirmation',

  read({ words }) {
    const wanted = readWanted(words);
    if (!wanted.ok) return wanted;
    const { userid, addresses } = wanted.value;
    // Shows no address: a stranger may have put anything into it.
    const understood = `signup ${userid}`;
    const text = [understood, ...addresses].join(' ');
    return parsed(text, (context) => open(understood, wanted.value, context));
  },
};

/** A host of at least two labels, so that a password with an `@` does not count. */
export const isMailbox = (word: string): boolean => /@.*\./.test(word) && parseAddress(word).ok;

function readWanted([name, ...rest]: readonly string[]): Result<Wanted, Sentence> {
  if (name === undefined) return err(say('signup-shape'));
  const userid = parseUserid(name);
  if (!userid.ok) return userid;
  const others = rest.filter(isMailbox);
  if (rest.length - others.length > 1) return err(say('signup-shape'));
  const byKey = new Map<string, string>();
  for (const other of others) {
    const address = parseAddress(other);
    if (address.ok) byKey.set(addressKey(address.value), address.value);
  }
  return byKey.size > signUpAddressesMax
    ? err(say('signup-addresses', { count: signUpAddressesMax }))
    : ok({ userid: userid.value, addresses: [...byKey.values()] });
}

/** Why a userid is reserved; one like a domain is offered with hyphens for its dots. */
const reserved = (command: string, userid: string, mistaken: MistakenFor): Sentence =>
  mistaken === 'domain'
    ? say('userid-domain', { command, userid, other: userid.replaceAll('.', '-') })
    : say('userid-mistaken', { command, userid, mistaken });

/** @returns why nobody may have this userid; undefined if it is allowed */
export function useridProblem(
  command: 'signup' | 'name',
  userid: string,
  { mistakenFor, queries }: Pick<CommandContext, 'mistakenFor' | 'queries'>,
): Sentence | undefined {
  const mistaken = mistakenFor(userid);
  if (mistaken) return reserved(command, userid, mistaken);
  return queries.useridTaken(userid) ? say('userid-taken', { command, userid }) : undefined;
}

/** Stores a language that is not the default as a setting, where it can be changed. */
export const languageChosen = ({ id: playerId, language: value }: Player): readonly Change[] =>
  value === LANGUAGES[0] ? [] : [{ do: 'put-setting', playerId, name: 'language', value }];

function open(understood: string, wanted: Wanted, context: CommandContext): Decision {
  const { queries, player: account, address, language, trialReply } = context;
  const { userid } = wanted;
  if (account) return refuse(understood, say('has-account', { userid: account.userid }));
  const hindrance = useridProblem('signup', userid, context);
  if (hindrance) return refuse(understood, hindrance);
  const player = { id: queries.nextPlayerId(), userid, address, language };
  const invited = challengeFromInvitation(player, queries);
  const others = wanted.addresses.filter((other) => addressKey(other) !== addressKey(address));
  const says = others.map((other) => say('signup-adds-none', { address: other }));
  // Accepted by the next command of the letter.
  const accepts = trialReply !== undefined && invited.challenge !== undefined;
  const waiting = accepts
    ? ('accepted' as const)
    : waitingMatch(player, invited.challenge, queries);
  const more = { ...(says.length > 0 && { says }), ...(waiting && { waiting }) };
  return {
    changes: [{ do: 'add-player', player }, ...languageChosen(player), ...invited.changes],
    letters: [
      {
        to: toPlayer(player),
        message: { kind: 'welcome', facts: { userid, games: offeredRules(), ...more } },
        reply: { purpose: 'account', number: 0, asks: accepts ? undefined : 'first' },
      },
      ...(accepts ? [] : invited.letters),
    ],
    pinnedCommand: [understood, ...others].join(' '),
  };
}
