/** What a refusal for good can be about. */
export type About =
  /** The address that it was for, or the way there. */
  | 'recipient'
  /** An address, and it is not said whose. */
  | 'address'
  /** Whether we may send at all, or as whom. */
  | 'sender'
  /** How much we have sent. */
  | 'volume'
  | 'unknown';

/** The first that matches counts. What the numbers mean where a line says nothing: RFC 3463, 3. */
const MEANINGS: readonly (readonly [RegExp, About])[] = [
  // 5.4.5 is Gmail's, the others Microsoft's, whose server says them of the daily limits.
  [/^5\.(?:1\.90|2\.0|4\.5|7\.23[23])$/, 'volume'],
  // The sender's address, Microsoft's `SendAsDenied`, and everything about trust.
  [/^5\.(?:1\.[78]|2\.252|7\.\d+)$/, 'sender'],
  [/^5\.1\.0$/, 'address'],
  [/^5\.(?:1\.\d+|2\.1|4\.\d+)$/, 'recipient'],
];

/**
 * What a refusal for good is about, as far as its status tells.
 *
 * @param status as in RFC 3463, such as 5.1.1
 */
export const aboutOf = (status: string | undefined): About =>
  MEANINGS.find(([pattern]) => status !== undefined && pattern.test(status))?.[1] ?? 'unknown';

/** What a refusal may be about that another sender can change. */
const OF_THE_SENDER: readonly About[] = ['sender', 'address', 'unknown'];

/**
 * Whether a refusal for good may be about the sender: some servers look at it only when they have
 * heard the recipient, or the whole letter.
 *
 * @param status as in RFC 3463
 */
export const mayMeanSender = (status: string | undefined): boolean =>
  OF_THE_SENDER.includes(aboutOf(status));
