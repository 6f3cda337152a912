import { letterLimits } from '../limits.ts';
import {
  type HeaderField,
  headerFields,
  parseMessageIds,
  readHeader,
  recipients,
  valuesOf,
} from './header.ts';
import { type Part, readParts } from './part.ts';
import { tagsOf } from './reply.ts';

/** The actions of a delivery report (RFC 3464, section 2.3.3). */
const DSN_ACTIONS = ['failed', 'delayed', 'delivered', 'relayed', 'expanded'] as const;

/** A delivery report about a letter of ours, without the tag of its recipient. */
interface Report {
  /** The Message-ID of the returned letter, without angle brackets. */
  readonly originalMessageId: string | undefined;
  readonly finalRecipient?: string;
  readonly action: (typeof DSN_ACTIONS)[number];
  /** RFC 3463, such as `5.1.1`. */
  readonly status: string;
}

/**
 * Parses a delivery status notification (RFC 3464 in a multipart/report, RFC 6522; also the plain text of
 * qmail and Exim). Linear time; reads at most 256 KiB.
 *
 * @returns undefined for any other letter, or a damaged report; `envelopeTag` is the tag of the report's
 *   recipient, which was the letter's envelope sender
 */
export function dsnOf(
  raw: Uint8Array,
  serverAddress: string,
): (Report & { readonly envelopeTag: string | undefined }) | undefined {
  const bytes = raw.subarray(0, letterLimits.dsnBytes);
  const { fields, ...header } = readHeader(bytes);
  const parts = readParts(bytes, { fields, ...header });
  if (!parts.ok) return undefined;
  const letter = parts.value;
  const text = textOf(bytes.subarray(header.end));
  const isFromDaemon = fromDaemon(fields);
  const plainReport = () => eximReport(fields, text) ?? qmailReport(letter, text);
  const report = standardReport(letter, isFromDaemon) ?? (isFromDaemon ? plainReport() : undefined);
  if (!report) return undefined;
  return {
    ...report,
    originalMessageId: report.originalMessageId ?? messageIdIn(fields, 'in-reply-to'),
    envelopeTag: tagsOf(recipients(fields), serverAddress)[0],
  };
}

/** RFC 6522: a part for people, one for programs, and the letter or its header. */
function standardReport({ content, parts }: Part, isFromDaemon: boolean): Report | undefined {
  if (content.type === 'multipart/mixed') {
    // Some systems wrap the report, to add text below.
    const inner = partOf(parts, /^multipart\/report$/);
    if (inner) return standardReport(inner, isFromDaemon);
    // OpenSMTPD reports are multipart/mixed; so may be a report that a person forwards.
    if (!isFromDaemon) return undefined;
  } else if (content.type !== 'multipart/report') return undefined;
  const status = partOf(parts, /^message\/(?:global-)?delivery-status$/);
  const report = status && statusOf(textOf(decoded(status)));
  return report && { ...report, originalMessageId: returnedId(parts) ?? report.originalMessageId };
}

const partOf = (parts: readonly Part[], type: RegExp): Part | undefined =>
  parts.find(({ content }) => type.test(content.type));

const RETURNED_TYPE =
  /^(?:message\/rfc822(?:-headers)?|message\/global(?:-headers)?|text\/rfc822-headers)$/;

function returnedId(parts: readonly Part[]): string | undefined {
  const returned = partOf(parts, RETURNED_TYPE);
  return returned && messageIdIn(headerFields(decoded(returned)));
}

/** Parses the field groups of a message/delivery-status (RFC 3464, section 2.1). */
function statusOf(text: string): Report | undefined {
  const groups = text
    .split(/(?:\n[ \t]*){2,}/)
    .map((group) => headerFields(Buffer.from(group, 'latin1')));
  const about = groups.filter((fields) => actionOf(fields) !== undefined);
  const recipient = about.find((fields) => actionOf(fields) === 'failed') ?? about[0];
  const action = recipient && actionOf(recipient);
  const status = recipient && statusCode(recipient);
  if (!action || !status) return undefined;
  const [, final] = /;\s*(\S{1,320})/.exec(valuesOf(recipient, 'final-recipient')[0] ?? '') ?? [];
  return {
    // Added by Gmail; the per-message fields come first.
    originalMessageId: messageIdIn(groups.flat(), 'x-original-message-id'),
    ...(final !== undefined && { finalRecipient: final }),
    action,
    status,
  };
}

function actionOf(fields: readonly HeaderField[]): Report['action'] | undefined {
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

/** Whether a mail system sent the letter: reports in plain text or multipart/mixed count only from one. */
const fromDaemon = (fields: readonly HeaderField[]): boolean =>
  valuesOf(fields, 'return-path').includes('<>') ||
  valuesOf(fields, 'from').some((value) => /\b(?:mailer-daemon|postmaster)@/i.test(value));

/** Exim, formerly Gmail: the failed address in a header, the letter below a line. */
function eximReport(fields: readonly HeaderField[], text: string): Report | undefined {
  const [failed] = valuesOf(fields, 'x-failed-recipients');
  if (failed === undefined) return undefined;
  const [reason = '', copy = ''] = text.split(/^-+ (?:This is a copy of |Original message -).*$/m);
  return plainFailure(failed.slice(0, 320), reason, copy);
}

/** qmail: https://cr.yp.to/proto/qsbmf.txt; always a permanent failure. */
function qmailReport({ parts }: Part, text: string): Report | undefined {
  // Newer versions return the letter in its own part.
  const said = parts[0] ? textOf(parts[0].body) : text;
  const [reason = '', copy] = said.split(/^--- (?:Below|Enclosed|Undelivered).*$/m);
  if (copy === undefined || !/^\s*Hi\. This is the /.test(reason)) return undefined;
  const [, recipient] = /^<(\S{1,320})>:[ \t]{0,9}$/m.exec(reason) ?? [];
  return recipient === undefined
    ? undefined
    : plainFailure(recipient, reason, copy, returnedId(parts));
}

/** A report in plain text: `(#5.1.1)` of qmail, or the last server's reply, above a copy of the letter. */
function plainFailure(recipient: string, reason: string, copy: string, returned?: string): Report {
  const [, code] = /[#\s(]([45]\.\d{1,3}\.\d{1,3})(?!\d)/.exec(reason) ?? [];
  return {
    originalMessageId:
      returned ?? messageIdIn(headerFields(Buffer.from(copy.trimStart(), 'latin1'))),
    finalRecipient: recipient,
    action: 'failed',
    status: code ?? '5.0.0',
  };
}

const messageIdIn = (fields: readonly HeaderField[], name = 'message-id'): string | undefined =>
  parseMessageIds(valuesOf(fields, name).join(' '))[0];

const textOf = (bytes: Uint8Array): string =>
  Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length)
    .toString('latin1')
    .replaceAll('\r\n', '\n');

/** The body of a part, transfer-decoded, though the standard allows no encoding. */
function decoded({ content: { encoding }, body }: Part): Uint8Array {
  const text = textOf(body);
  if (encoding === 'base64') return Buffer.from(text, 'base64');
  if (encoding !== 'quoted-printable') return body;
  const bytes = text
    .replace(/=[ \t]*\n/g, '')
    .replace(/=([0-9a-f]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
  return Buffer.from(bytes, 'latin1');
}

export type FailureCause =
  /** The recipient's address, or the route. */
  | 'recipient'
  /** One of the two addresses; the status does not say which. */
  | 'address'
  /** Our right to send, or the sender address. */
  | 'sender'
  /** Our sending volume. */
  | 'volume'
  | 'unknown';

/** The cause by status; the first match counts. Codes without a comment here are those of RFC 3463, section 3. */
const CAUSES: readonly (readonly [RegExp, FailureCause])[] = [
  // 5.4.5 is Gmail's, the others Microsoft's, for daily limits.
  [/^5\.(?:1\.90|2\.0|4\.5|7\.23[23])$/, 'volume'],
  // The sender's address, Microsoft's `SendAsDenied`, and policy.
  [/^5\.(?:1\.[78]|2\.252|7\.\d+)$/, 'sender'],
  [/^5\.1\.0$/, 'address'],
  [/^5\.(?:1\.\d+|2\.1|4\.\d+)$/, 'recipient'],
];

/** The cause of a permanent failure, by its status. */
export const failureCauseOf = (status: string | undefined): FailureCause =>
  CAUSES.find(([pattern]) => status !== undefined && pattern.test(status))?.[1] ?? 'unknown';

/** Causes that another sender address may avoid. */
const MAYBE_OF_SENDER: readonly FailureCause[] = ['sender', 'address', 'unknown'];

/**
 * Whether a permanent failure may concern the sender: some servers check it only after the recipient, or
 * the complete letter.
 */
export const mayMeanSender = (status: string | undefined): boolean =>
  MAYBE_OF_SENDER.includes(failureCauseOf(status));
