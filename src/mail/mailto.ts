import { splitTag } from '../player/address.ts';

/** The address of this server as it is in everybody's letters, without the token of one of them. */
export const withoutTag = (address: string): string => {
  const { base } = splitTag(address);
  return base;
};

/**
 * A link that opens a filled-in letter (RFC 6068, section 2). Lines of the body end with CRLF there.
 */
export function makeMailto(to: string, subject: string, body?: string): string {
  const query = [
    ['subject', subject],
    ...(body === undefined ? [] : [['body', body.replace(/\r?\n/g, '\r\n')]]),
  ].map(([name, value]) => `${name}=${encodeURIComponent(value ?? '')}`);
  return `mailto:${encodeURIComponent(to).replace('%40', '@')}?${query.join('&')}`;
}
