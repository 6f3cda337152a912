import { receivedHeadersMax } from '../limits.ts';
import { type Field, valuesOf } from './header.ts';

/** A sign that no person wrote this letter to us. `reason` is for the operator. */
interface Sign {
  readonly reason: string;
  readonly seen: (fields: readonly Field[], sender: string, own: string) => boolean;
}

const has = (name: string) => (fields: readonly Field[]) => valuesOf(fields, name).length > 0;

const DAEMON =
  /^(?:mailer-daemon|postmaster|no-?reply|do-?not-?reply|.*-bounces?|bounces?|owner-.*|.*-request|.*-owner)$/i;
const BULK = /^(?:bulk|junk|list|auto_reply)$/i;

/** The signs of RFC 3834, section 2, and of what mail systems do in practice. */
const SIGNS: readonly Sign[] = [
  {
    reason: 'null sender',
    seen: (fields) => valuesOf(fields, 'return-path').some((value) => value === '<>'),
  },
  {
    reason: 'our own address',
    seen: (_, sender, own) => withoutTag(sender) === withoutTag(own),
  },
  {
    reason: 'sender is a daemon',
    seen: (_, sender) => DAEMON.test(sender.slice(0, sender.lastIndexOf('@')).replace(/\+.*$/, '')),
  },
  {
    reason: 'Auto-Submitted',
    seen: (fields) =>
      valuesOf(fields, 'auto-submitted').some((value) => !/^no\b/i.test(value.trim())),
  },
  {
    reason: 'Precedence',
    seen: (fields) => valuesOf(fields, 'precedence').some((value) => BULK.test(value.trim())),
  },
  { reason: 'mailing list', seen: (fields) => fields.some(({ name }) => name.startsWith('list-')) },
  {
    reason: 'automatic answer',
    seen: (fields) =>
      ['x-auto-response-suppress', 'x-autoreply', 'x-autorespond', 'x-loop', 'x-turnpost'].some(
        (name) => has(name)(fields),
      ),
  },
  {
    reason: 'delivery report or receipt',
    seen: (fields) =>
      valuesOf(fields, 'content-type').some((value) =>
        /^\s*(?:multipart\/report|message\/(?:delivery|disposition)-)/i.test(value),
      ),
  },
  {
    reason: 'too many hops',
    seen: (fields) => valuesOf(fields, 'received').length > receivedHeadersMax,
  },
];

/**
 * Why a letter must never be answered or carried out, or undefined when a person may have written
 * it.
 *
 * @param own the address of this server
 */
export function automaticReason(
  fields: readonly Field[],
  sender: string,
  own: string,
): string | undefined {
  return SIGNS.find(({ seen }) => seen(fields, sender, own))?.reason;
}

const withoutTag = (address: string): string => address.toLowerCase().replace(/\+[^@]*@/, '@');
