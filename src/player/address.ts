import { domainToASCII } from 'node:url';
import { err, ok, type Result } from '../result.ts';
import { type Sentence, say } from '../sentence.ts';

/** A plain mailbox: dot-atom local part (RFC 5322, section 3.2.3) and a domain as A-label. */
const LOCAL = /^[a-z0-9!#$%&'*+/=?^_`{|}~-]+(\.[a-z0-9!#$%&'*+/=?^_`{|}~-]+)*$/i;
const DOMAIN =
  /^(?=.{1,253}$)[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?(\.[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?)*$/;

/**
 * Parses `local@domain` only: no display name, comment, quoting or route. The local part keeps its case and
 * has at most 64 octets (RFC 5321, section 4.5.3.1.1). The domain becomes lower-case ASCII.
 */
export function parseAddress(text: string): Result<string, 'not-an-address'> {
  const at = text.lastIndexOf('@');
  const local = text.slice(0, Math.max(at, 0));
  const written = text.slice(at + 1);
  // domainToASCII parses the host of a URL, so characters that end a host are excluded first.
  const domain = /[\s/\\?#:@%]/.test(written) ? '' : domainToASCII(written);
  if (local.length > 64 || !LOCAL.test(local) || !DOMAIN.test(domain)) return err('not-an-address');
  return ok(`${local}@${domain}`);
}

/** The unique key of an address: lower case. */
export const addressKey = (address: string): string => address.toLowerCase();

/** `games+k3f@host` -> `games@host` and `k3f`; without a tag, the tag is empty. */
export function splitTag(address: string): { readonly base: string; readonly tag: string } {
  const at = address.lastIndexOf('@');
  const plus = address.indexOf('+');
  if (plus < 0 || plus > at) return { base: address, tag: '' };
  return {
    base: address.slice(0, plus) + address.slice(at),
    tag: address.slice(plus + 1, at),
  };
}

/** `games@host` and `k3f` -> `games+k3f@host`. */
export function withTag(address: string, tag: string): string {
  const at = address.lastIndexOf('@');
  return `${address.slice(0, at)}+${tag}${address.slice(at)}`;
}

const SHAPE = /^[a-z0-9][a-z0-9._-]{0,18}[a-z0-9]$/i;

/** Words with another meaning in commands. */
const RESERVED = new Set(
  'active admin all anyone from me next none open them turnpost you'.split(' '),
);

/**
 * Parses a userid: 2 to 20 letters, digits, `-`, `_` or `.`, with a letter or digit at both ends. Its case
 * is kept.
 */
export function parseUserid(text: string): Result<string, Sentence> {
  if (!SHAPE.test(text)) return err(say('userid-shape'));
  if (RESERVED.has(text.toLowerCase())) return err(say('userid-reserved', { userid: text }));
  return ok(text);
}

/** A userid suggested by an address: its local part without tag; undefined if invalid. */
export function useridFrom(address: string): string | undefined {
  const { base } = splitTag(address);
  const userid = parseUserid(base.slice(0, base.lastIndexOf('@')));
  return userid.ok ? userid.value : undefined;
}

/** Whether the server has chosen a userid, whose player may want another. */
export const isGenerated = (userid: string): boolean => /^guest\d+$/.test(userid);

/**
 * The unique key of a userid: easily confused ones (`Bob` and `b0b`, `ann_lee` and `annlee`) have the same
 * key.
 */
export function useridKey(userid: string): string {
  return userid
    .toLowerCase()
    .replace(/[._-]/g, '')
    .replaceAll('0', 'o')
    .replace(/[1i]/g, 'l')
    .replaceAll('5', 's')
    .replaceAll('rn', 'm')
    .replaceAll('vv', 'w');
}
