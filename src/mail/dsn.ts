import { dsnBytesMax, dsnPartsMax } from '../limits.ts';
import { type HeaderField, headerFields, parseMessageIds, recipients, valuesOf } from './header.ts';
import { tagsOf } from './reply.ts';

/** The actions of a delivery report (RFC 3464, section 2.3.3). */
const DSN_ACTIONS = ['failed', 'delayed', 'delivered', 'relayed', 'expanded'] as const;
type DsnAction = (typeof DSN_ACTIONS)[number];

/** A delivery report about a letter of ours. */
interface Dsn {
  /** The Message-ID of the returned letter, without angle brackets. */
  readonly originalMessageId: string | undefined;
  /** The tag of the report's recipient, which was the letter's envelope sender. */
  readonly envelopeTag: string | undefined;
  readonly finalRecipient?: string;
  readonly action: DsnAction;
  /** RFC 3463, such as `5.1.1`. */
  readonly status: string;
}

/** A MIME part, not decoded. */
interface Part {
  readonly fields: readonly HeaderField[];
  readonly lines: readonly string[];
}

/**
 * Parses a delivery status notification (RFC 3464 in a multipart/report, RFC 6522; also the plain text of
 * qmail and Exim). Linear time; reads at most 256 KiB.
 *
 * @param raw the complete letter
 * @param serverAddress the address of this server, without a tag
 * @returns undefined for any other letter, or a damaged report
 */
export function dsnOf(raw: Uint8Array, serverAddress: string): Dsn | undefined {
  const lines = Buffer.from(raw.buffer, raw.byteOffset, Math.min(raw.length, dsnBytesMax))
    .toString('latin1')
    .split(/\r?\n/);
  const letter = partOf(lines);
  const report = standardReport(letter, 0) ?? eximReport(letter) ?? qmailReport(letter);
  if (!report) return undefined;
  const [repliesTo] = parseMessageIds(valuesOf(letter.fields, 'in-reply-to').join(' '));
  return {
    ...report,
    originalMessageId: report.originalMessageId ?? repliesTo,
    envelopeTag: tagsOf(recipients(letter.fields), serverAddress)[0],
  };
}

type Report = Omit<Dsn, 'envelopeTag'>;

/** RFC 6522: a part for people, one for programs, and the letter or its header. */
function standardReport(letter: Part, depth: number): Report | undefined {
  const kind = typeOf(letter);
  if (kind !== 'multipart/report' && (kind !== 'multipart/mixed' || depth > 0)) return undefined;
  const parts = partsOf(letter);
  if (kind === 'multipart/mixed') {
    // Some systems wrap the report, to add text below.
    const inner = parts.find((part) => typeOf(part) === 'multipart/report');
    if (inner) return standardReport(inner, 1);
    // OpenSMTPD reports are multipart/mixed; so may be a report that a person forwards.
    if (!fromDaemon(letter)) return undefined;
  }
  const status = parts.find((part) => STATUS_TYPE.test(typeOf(part) ?? ''));
  const report = status && statusOf(decoded(status));
  return report && { ...report, originalMessageId: returnedId(parts) ?? report.originalMessageId };
}

const STATUS_TYPE = /^message\/(?:global-)?delivery-status$/;
const RETURNED_TYPE =
  /^(?:message\/rfc822(?:-headers)?|message\/global(?:-headers)?|text\/rfc822-headers)$/;

/** The Message-ID in the returned letter or header. */
function returnedId(parts: readonly Part[]): string | undefined {
  const returned = parts.find((part) => RETURNED_TYPE.test(typeOf(part) ?? ''));
  return returned && messageIdOf(decoded(returned));
}

/** Parses the field groups of a message/delivery-status (RFC 3464, section 2.1). */
function statusOf(lines: readonly string[]): Report | undefined {
  const groups = blocksOf(lines).map(fieldsOf);
  const about = groups.filter((fields) => actionOf(fields) !== undefined);
  const recipient = about.find((fields) => actionOf(fields) === 'failed') ?? about[0];
  const action = recipient && actionOf(recipient);
  const status = recipient && statusCode(recipient);
  if (!action || !status) return undefined;
  const [, final] = /;\s*(\S{1,320})/.exec(valuesOf(recipient, 'final-recipient')[0] ?? '') ?? [];
  // Added by Gmail; the per-message fields come first.
  const [id] = parseMessageIds(
    groups.flatMap((fields) => valuesOf(fields, 'x-original-message-id')).join(' '),
  );
  return {
    originalMessageId: id,
    ...(final !== undefined && { finalRecipient: final }),
    action,
    status,
  };
}

function actionOf(fields: readonly HeaderField[]): DsnAction | undefined {
  const [word] = /^[a-z]+/i.exec(valuesOf(fields, 'action')[0] ?? '') ?? [];
  return DSN_ACTIONS.find((action) => action === word?.toLowerCase());
}

/** The Status field; if missing, the last server's reply. */
function statusCode(fields: readonly HeaderField[]): string | undefined {
  const [status] = /^[245]\.\d{1,3}\.\d{1,3}(?!\d)/.exec(valuesOf(fields, 'status')[0] ?? '') ?? [];
  const [, reply, enhanced] =
    /^smtp;\s*([245])\d\d[ -]?([245]\.\d{1,3}\.\d{1,3}(?!\d))?/i.exec(
      valuesOf(fields, 'diagnostic-code')[0] ?? '',
    ) ?? [];
  return status ?? enhanced ?? (reply && `${reply}.0.0`);
}

/** Exim, formerly Gmail: the failed address in a header, the letter below a line. */
function eximReport(letter: Part): Report | undefined {
  const [failed] = valuesOf(letter.fields, 'x-failed-recipients');
  if (failed === undefined || !fromDaemon(letter)) return undefined;
  const copy = letter.lines.findIndex((line) =>
    /^-+ (?:This is a copy of |Original message -)/.test(line),
  );
  return {
    originalMessageId: copy < 0 ? undefined : messageIdBelow(letter.lines.slice(copy + 1)),
    finalRecipient: failed.slice(0, 320),
    action: 'failed',
    status: codeIn(letter.lines.slice(0, copy < 0 ? undefined : copy)) ?? '5.0.0',
  };
}

/** qmail: https://cr.yp.to/proto/qsbmf.txt; always a permanent failure. */
function qmailReport(letter: Part): Report | undefined {
  if (!fromDaemon(letter)) return undefined;
  // Newer versions return the letter in its own part.
  const parts = partsOf(letter);
  const { lines } = parts[0] ?? letter;
  const start = lines.findIndex((line) => line.trim() !== '');
  if (!lines[start]?.startsWith('Hi. This is the ')) return undefined;
  const copy = lines.findIndex((line) => /^--- (?:Below|Enclosed|Undelivered)/.test(line));
  if (copy < 0) return undefined;
  const reason = lines.slice(start, copy);
  const [, recipient] = /^<(\S{1,320})>:[ \t]{0,9}$/m.exec(reason.join('\n')) ?? [];
  if (recipient === undefined) return undefined;
  return {
    originalMessageId: returnedId(parts) ?? messageIdBelow(lines.slice(copy + 1)),
    finalRecipient: recipient,
    action: 'failed',
    status: codeIn(reason) ?? '5.0.0',
  };
}

/** Plain-text bounces count only from a mail system. */
const fromDaemon = ({ fields }: Part): boolean =>
  valuesOf(fields, 'return-path').includes('<>') ||
  valuesOf(fields, 'from').some((value) => /\b(?:mailer-daemon|postmaster)@/i.test(value));

/** The status: `(#5.1.1)` of qmail, or in the last server's reply. */
function codeIn(lines: readonly string[]): string | undefined {
  for (const line of lines) {
    const [, code] = /[#\s(]([45]\.\d{1,3}\.\d{1,3})(?!\d)/.exec(line.slice(0, 1_000)) ?? [];
    if (code !== undefined) return code;
  }
  return undefined;
}

const messageIdOf = (lines: readonly string[]): string | undefined =>
  parseMessageIds(valuesOf(fieldsOf(lines), 'message-id').join(' '))[0];

/** `messageIdOf` below leading empty lines. */
const messageIdBelow = (lines: readonly string[]): string | undefined =>
  messageIdOf(lines.slice(lines.findIndex((line) => line !== '')));

/** Header fields up to the first empty line. */
const fieldsOf = (lines: readonly string[]): readonly HeaderField[] => {
  const end = lines.indexOf('');
  return headerFields(Buffer.from(lines.slice(0, end < 0 ? undefined : end).join('\n'), 'latin1'));
};

function partOf(lines: readonly string[]): Part {
  const end = lines.indexOf('');
  return { fields: fieldsOf(lines), lines: end < 0 ? [] : lines.slice(end + 1) };
}

const typeOf = ({ fields }: Part): string | undefined =>
  /^[\w/.+-]{1,100}/.exec(valuesOf(fields, 'content-type')[0] ?? '')?.[0].toLowerCase();

/** The parts of a multipart (RFC 2046, section 5.1.1), up to a maximum. */
function partsOf({ fields, lines }: Part): readonly Part[] {
  const type = (valuesOf(fields, 'content-type')[0] ?? '').slice(0, 1_000);
  const [, quoted, plain] = /;\s*boundary=(?:"([^"]{1,200})"|([^\s;"]{1,200}))/i.exec(type) ?? [];
  const boundary = quoted ?? plain;
  if (boundary === undefined) return [];
  const parts: Part[] = [];
  let start = -1;
  for (const [index, line] of lines.entries()) {
    const marks = line.startsWith(`--${boundary}`);
    const rest = marks ? line.slice(boundary.length + 2).trimEnd() : 'none';
    if (rest !== '' && rest !== '--') continue;
    if (start >= 0) parts.push(partOf(lines.slice(start, index)));
    start = index + 1;
    if (rest === '--' || parts.length >= dsnPartsMax) return parts;
  }
  // Truncated by our limit, or by the sending system.
  if (start >= 0) parts.push(partOf(lines.slice(start)));
  return parts;
}

/** The lines of a part, transfer-decoded, though the standard allows no encoding. */
function decoded({ fields, lines }: Part): readonly string[] {
  const encoding = (valuesOf(fields, 'content-transfer-encoding')[0] ?? '').trim().toLowerCase();
  const text = lines.join('\n');
  if (encoding === 'base64') return Buffer.from(text, 'base64').toString('latin1').split(/\r?\n/);
  if (encoding !== 'quoted-printable') return lines;
  return text
    .replace(/=[ \t]*\n/g, '')
    .replace(/=([0-9a-f]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
    .split(/\r?\n/);
}

/** Blocks of lines, separated by empty lines. */
function blocksOf(lines: readonly string[]): readonly (readonly string[])[] {
  const blocks: string[][] = [[]];
  for (const line of lines) {
    if (line.trim() !== '') blocks.at(-1)?.push(line);
    else if (blocks.at(-1)?.length !== 0) blocks.push([]);
  }
  return blocks.slice(0, dsnPartsMax);
}

/** The cause of a permanent failure. */
export type FailureCause =
  /** The recipient's address, or the route. */
  | 'recipient'
  /** An unspecified address. */
  | 'address'
  /** Our right to send, or the sender address. */
  | 'sender'
  /** Our sending volume. */
  | 'volume'
  | 'unknown';

/** The first match counts. Undocumented codes: RFC 3463, section 3. */
const MEANINGS: readonly (readonly [RegExp, FailureCause])[] = [
  // 5.4.5 is Gmail's, the others Microsoft's, for daily limits.
  [/^5\.(?:1\.90|2\.0|4\.5|7\.23[23])$/, 'volume'],
  // The sender's address, Microsoft's `SendAsDenied`, and policy.
  [/^5\.(?:1\.[78]|2\.252|7\.\d+)$/, 'sender'],
  [/^5\.1\.0$/, 'address'],
  [/^5\.(?:1\.\d+|2\.1|4\.\d+)$/, 'recipient'],
];

/**
 * The cause of a permanent failure, by its status.
 *
 * @param status RFC 3463, such as 5.1.1
 */
export const failureCauseOf = (status: string | undefined): FailureCause =>
  MEANINGS.find(([pattern]) => status !== undefined && pattern.test(status))?.[1] ?? 'unknown';

/** Causes that another sender may remove. */
const OF_THE_SENDER: readonly FailureCause[] = ['sender', 'address', 'unknown'];

/**
 * Whether a permanent failure may concern the sender: some servers check it only after the recipient, or
 * the complete letter.
 *
 * @param status RFC 3463
 */
export const mayMeanSender = (status: string | undefined): boolean =>
  OF_THE_SENDER.includes(failureCauseOf(status));
