import { type Authserv, hostIn, isForged } from '../mail/authentication-results.ts';
import type { HeaderField } from '../mail/header.ts';
import { type Finding, findingsOf } from './finding.ts';

const { ok, warn, wrong } = findingsOf('senders');

/**
 * What the letter that came back says of Authentication-Results, and what to set by it.
 *
 * @param fields its header, top first
 * @param configured what is set; undefined: nobody is believed
 */
export function authenticationFinding(
  fields: readonly HeaderField[],
  configured: Authserv | undefined,
): Finding {
  const found = hostIn(fields);
  const first = fields.find(({ name }) => name === 'authentication-results');
  if (!found) return unfound(first !== undefined && isForged(first), configured);
  const { id, hops } = found;
  const proposal = `TURNPOST_AUTHSERV_ID=${id} and TURNPOST_AUTHSERV_HOPS=${hops}`;
  if (!configured) {
    return ok(
      `The host checks senders as ${id}. With ${proposal} they can play by that; see docs/operating.md first.`,
    );
  }
  if (configured.id.toLowerCase() !== id.toLowerCase()) {
    return wrong(
      `The host checks senders as ${id}, and TURNPOST_AUTHSERV_ID is ${configured.id}: nobody is believed.`,
      `Set ${proposal}.`,
    );
  }
  if (hops > configured.hops) {
    return wrong(
      `Above the check of the host stand ${hops} Received, and TURNPOST_AUTHSERV_HOPS is ${configured.hops}: nobody is believed.`,
      `Set TURNPOST_AUTHSERV_HOPS=${hops}.`,
    );
  }
  if (hops < configured.hops) {
    return wrong(
      `Above the check of the host stand only ${hops} Received, and TURNPOST_AUTHSERV_HOPS is ${configured.hops}: a sender could forge a check.`,
      `Set TURNPOST_AUTHSERV_HOPS=${hops}.`,
    );
  }
  if (fields.some(isForged)) {
    return warn(
      `The host checks senders as ${id}, and leaves in a letter what the sender has written under that name.`,
      'It is safe as long as the host writes its own into every letter; if it does not, unset TURNPOST_AUTHSERV_ID.',
    );
  }
  return ok(`The host checks senders as ${id}, as TURNPOST_AUTHSERV_ID says.`);
}

function unfound(isForged: boolean, configured: Authserv | undefined): Finding {
  if (!configured)
    return ok('The host has not checked the sender of this letter: nothing is to be set.');
  return isForged
    ? warn(
        `A field that the letter itself brought stands as the check of ${configured.id}: anybody could forge it.`,
        'Look at a letter from elsewhere: if the host does not write a check above, unset TURNPOST_AUTHSERV_ID.',
      )
    : warn(
        `The letter has no Authentication-Results of ${configured.id}, as TURNPOST_AUTHSERV_ID has it.`,
        'Hosts may leave it out of letters from themselves: look at one from elsewhere. If that has none, unset TURNPOST_AUTHSERV_ID.',
      );
}
