import { domainToASCII } from 'node:url';
import { err, ok, type Result } from '../result.ts';

/** One plain mailbox: dot-atom local part (RFC 5322, section 3.2.3) and a domain as A-label. */
const LOCAL = /^[a-z0-9!#$%&'*+/=?^_`{|}~-]+(\.[a-z0-9!#$%&'*+/=?^_`{|}~-]+)*$/i;
const DOMAIN =
  /^(?=.{1,253}$)[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?(\.[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?)*$/;

/**
 * Reads `local@domain` and nothing else: no display name, comment, quoting or route. The local part
 * keeps its case; the domain is lower case and ASCII. A local part may have 64 octets (RFC 5321,
 * section 4.5.3.1.1).
 */
export function parseAddress(text: string): Result<string, 'not-an-address'> {
  const at = text.lastIndexOf('@');
  const local = text.slice(0, Math.max(at, 0));
  const written = text.slice(at + 1);
  // domainToASCII reads its argument as the host of a URL, so what would end a host goes first.
  const domain = /[\s/\\?#:@%]/.test(written) ? '' : domainToASCII(written);
  if (local.length > 64 || !LOCAL.test(local) || !DOMAIN.test(domain)) return err('not-an-address');
  return ok(`${local}@${domain}`);
}

/** The form under which an address is looked up and unique: without ASCII case. */
export const addressKey = (address: string): string => address.toLowerCase();

/** `games+k3f@host` -> `games@host` and `k3f`; an address without a tag has an empty one. */
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
