import { composeLetter } from '../../mail/compose.ts';
import { aboutOf } from '../../mail/dsn.ts';
import { makeBase32 } from '../../mail/token.ts';
import { withTag } from '../../player/address.ts';
import type { Random, Time } from '../../ports.ts';
import type { Outbound } from '../../post/connection.ts';
import { type Finding, findingsOf } from '../finding.ts';
import { isPassing, parseReply, quoted, type Reply } from '../way/reply.ts';
import type { SmtpRefusal } from '../way/submission.ts';

const { ok, warn, wrong } = findingsOf('letter');

/** What the refusal of a letter to ourselves is about. */
type Matter = 'full' | 'size' | 'volume' | 'relay' | 'login' | 'sender' | 'unknown' | 'other';

/** By the status (RFC 3463, section 3), or the code in front of it. */
const BY_STATUS: readonly (readonly [RegExp, Matter])[] = [
  [/ [45]\.2\.2$/, 'full'],
  [/ [45]\.(?:2\.3|3\.4)$/, 'size'],
  [/^530 /, 'login'],
  [/ [45]\.1\.(?:[12346]|10)$/, 'unknown'],
  [/ [45]\.(?:1\.[78]|7\.60|2\.252)$/, 'sender'],
  [/ [45]\.7\.54$/, 'relay'],
  // Whose trouble it is, these say; what it is, they do not.
  [/ [45]\.[13]\.\d+$/, 'other'],
];
/** By the words, the most telling first. */
const BY_WORDS: readonly (readonly [RegExp, Matter])[] = [
  [/\brelay/i, 'relay'],
  [/authentication (?:is )?required|not (?:authenticated|logged in)|log ?in first/i, 'login'],
  [/\bsender\b|not owned|send ?as\b|\bsend as\b/i, 'sender'],
  [/\bsize\b|too (?:big|large|long)\b/i, 'size'],
  [/\bquota\b|over ?limit|mailbox (?:is )?full|insufficient (?:system )?storage/i, 'full'],
  [
    /\bdaily\b|limit exceeded|too many (?:messages|recipients|letters)|\brate\b|sending limit/i,
    'volume',
  ],
  [/unknown|no such|does(?: not|n't) exist|not found|no mailbox|invalid recipient/i, 'unknown'],
];

function matterOf({ code, status = '', words }: Reply): Matter {
  if (aboutOf(status) === 'volume') return 'volume';
  const known = BY_STATUS.find(([sign]) => sign.test(`${code} ${status}`));
  return known?.[1] ?? BY_WORDS.find(([sign]) => sign.test(words))?.[1] ?? 'other';
}

/**
 * Why a letter to ourselves was not taken.
 *
 * @param address of the server
 */
export function refusedFinding(
  { kind, from, to }: Pick<TrialLetter, 'kind' | 'from' | 'to'>,
  refusal: SmtpRefusal,
  address: string,
): Finding {
  const { at, said, isSaid } = refusal;
  const words = quoted(said);
  if (!isSaid) {
    return wrong(
      `The submission server stops answering when a letter is handed over (${words}).`,
      'It is overloaded or broken, or something on the way cuts in: try again later, or ask its operator.',
    );
  }
  const reply = parseReply(said);
  const matter = matterOf(reply);
  switch (matter) {
    case 'full':
      return wrong(
        `The mailbox of ${address} is full (${words}).`,
        'Delete letters in it, or have it made larger.',
      );
    case 'size':
      return wrong(
        `The submission server finds a letter of a few lines too large (${words}).`,
        'Have its limit on the size of letters raised to a megabyte.',
      );
    case 'volume':
      return wrong(
        `The submission server takes no more letters for now (${words}).`,
        'Wait until the provider lets letters out again, mostly a day; see what it allows a day.',
      );
    case 'login':
      return wrong(
        `The submission server wants a login before it takes letters, and offers none (${words}).`,
        'Use its port for submission, 465 with smtps:// or 587 with smtp://.',
      );
    case 'relay':
      return wrong(
        `The submission server does not hand letters on for us: relaying is refused (${words}).`,
        'Use its port for submission, 465 with smtps:// or 587 with smtp://, and a user that may send; port 25 is for mail between servers.',
      );
  }
  const isForNow = isPassing(reply) === true;
  const isOfSender = matter === 'sender' || at === 'sender';
  if (isOfSender && !isForNow) {
    return wrong(
      `The account may not send letters as ${from}: the sender is refused (${words}).`,
      'Let TURNPOST_ADDRESS be the address of the account in TURNPOST_SMTP_URL, or allow the account to send as it.',
    );
  }
  if (at === 'recipient' && !isOfSender) {
    if (kind === 'tagged') return tagsFinding(`${to} is refused (${words})`);
    return matter === 'unknown'
      ? wrong(
          `There is no mailbox ${address} (${words}).`,
          'Write the address of the mailbox into TURNPOST_ADDRESS.',
        )
      : wrong(
          `The submission server refuses letters to ${address} (${words}).`,
          isForNow
            ? 'Try again later.'
            : 'Ask its operator why; it is our own address, TURNPOST_ADDRESS.',
        );
  }
  return isForNow
    ? wrong(
        `The submission server takes no letter just now (${words}).`,
        'Try again in some minutes.',
      )
    : wrong(
        `The submission server refuses a letter from ${address} to itself (${words}).`,
        'See what it says; ask its operator if it takes our letters for spam.',
      );
}

/** The tagged sender is not taken and the plain one is, which the server does by itself. */
export const plainSenderFinding = (said: string): Finding =>
  warn(
    `The submission server does not allow a tagged sender (${quoted(said)}): letters go out under the plain one.`,
    'Nothing has to be done; reports of lost letters are known by their Message-ID then.',
  );

/** Letters to tagged addresses do not reach us. */
const tagsFinding = (why: string): Finding =>
  wrong(
    `Tagged addresses are not delivered: ${why}.`,
    'Set TURNPOST_PLUS=off, or have the mail host deliver address+tag to the mailbox.',
  );

/** Where a letter was found. */
export type Whereabouts =
  | { readonly kind: 'here' }
  | { readonly kind: 'elsewhere'; readonly folder: string }
  | { readonly kind: 'nowhere' };

/**
 * What is to be said when letters were taken.
 *
 * @param facts `mailbox`: the folder that is read; `user`: of the mailbox's account; `tagged`: undefined
 *   when none was sent
 */
export function arrivalFindings(facts: {
  readonly address: string;
  readonly mailbox: string;
  readonly user: string;
  readonly seconds: number;
  readonly plain: Whereabouts;
  readonly tagged: Whereabouts | undefined;
}): readonly Finding[] {
  const { address, mailbox, user, seconds, plain, tagged } = facts;
  if (plain.kind === 'elsewhere') return [misfiled(address, mailbox, plain.folder)];
  if (plain.kind === 'nowhere' && tagged?.kind !== 'here') {
    const isOther = user.includes('@') && user.toLowerCase() !== address.toLowerCase();
    const guess = isOther
      ? `the account in TURNPOST_IMAP_URL is another one than TURNPOST_ADDRESS, ${address}`
      : 'the address may belong to another mailbox, or the host may be slow';
    return [
      wrong(
        `A letter to ${address} was taken, and has not come to ${mailbox} within ${seconds} seconds: ${guess}.`,
        `Let TURNPOST_ADDRESS and TURNPOST_IMAP_URL name the same mailbox; if they do, look where its letters go, and check again later.`,
      ),
    ];
  }
  const first =
    plain.kind === 'here'
      ? ok(`A letter to ${address} came to ${mailbox}.`)
      : warn(
          `Of two letters, that to the plain address ${address} has not come within ${seconds} seconds.`,
          'Check again later; look whether a filter has taken it.',
        );
  if (!tagged) return [first];
  if (tagged.kind === 'elsewhere') {
    return [first, misfiled(`a tagged address`, mailbox, tagged.folder)];
  }
  if (tagged.kind === 'nowhere') {
    return [
      first,
      tagsFinding(`a letter to one was taken, and has not come within ${seconds} seconds`),
    ];
  }
  return [first, ok('A letter to a tagged address came as well.')];
}

const misfiled = (to: string, mailbox: string, folder: string): Finding =>
  wrong(
    `A letter to ${to} came to the folder ${folder}, and not to ${mailbox}, which is read.`,
    /junk|spam/i.test(folder)
      ? 'The host takes it for spam: mark it as wanted, or have a rule keep letters out of that folder.'
      : `Take the rule away that sorts it there, or let the path of TURNPOST_IMAP_URL name that folder.`,
  );

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
