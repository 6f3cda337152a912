import { makeBase32 } from '../../mail/base32.ts';
import { composeLetter } from '../../mail/compose.ts';
import { withTag } from '../../player/address.ts';
import type { Random, Time } from '../../ports.ts';
import type { Outbound } from '../../post/connection.ts';

/** A letter of `turnpost check` to ourselves. */
export interface TrialLetter extends Outbound {
  readonly kind: 'plain' | 'tagged';
  /** What its header is known by, wherever it comes to lie. */
  readonly mark: string;
}

const MARK_BYTES = 10;
/** A tag of the length that those of players have. No secret has signed it, so it opens nothing. */
const TAG_BYTES = 15;

/**
 * One letter from the plain address to itself, and one from a tagged address to another: as our own
 * letters leave, and as answers to them arrive. Whoever polls the mailbox knows by the header that they
 * are a machine's, and ours, and does nothing with them.
 *
 * @param forgery a field of Authentication-Results that the mail host should take out
 */
export function trialLetters(
  address: string,
  { time, random }: { readonly time: Time; readonly random: Random },
  forgery?: string,
): Readonly<Record<TrialLetter['kind'], TrialLetter>> {
  const word = (bytes: number) => makeBase32(random.bytes(bytes));
  const check = word(MARK_BYTES);
  const letter = (kind: TrialLetter['kind'], from: string, to: string): TrialLetter => {
    const mark = `check-${check}-${kind}`;
    const host = address.slice(address.lastIndexOf('@') + 1);
    const raw = composeLetter({
      forgery,
      from: { name: 'Turnpost', address },
      to,
      replyTo: to,
      messageId: `${mark}@${host}`,
      inReplyTo: undefined,
      references: [],
      date: time.now(),
      subject: `Turnpost looks whether letters arrive (${mark})`,
      text: 'turnpost check has sent this letter to itself. It can be deleted.\n',
      html: undefined,
      pictures: [],
      attached: [],
      autoSubmitted: 'auto-generated',
      listId: `Turnpost <${address.replace('@', '.')}>`,
    });
    return { kind, mark, from, to, raw };
  };
  return {
    plain: letter('plain', address, address),
    tagged: letter('tagged', withTag(address, word(TAG_BYTES)), withTag(address, word(TAG_BYTES))),
  };
}
