import type { IncomingMessage } from 'node:http';

/**
 * Whether a request to a page on loopback comes from the page itself, or from no page at all. A name
 * that somebody else has pointed at 127.0.0.1 shows in Host; another page that asks here shows in
 * Origin.
 */
export function isOurs({ headers }: IncomingMessage, port: number): boolean {
  const names = ['127.0.0.1', 'localhost'];
  // A browser leaves the default port out.
  const hosts = names.map((name) => (port === 80 ? name : `${name}:${port}`));
  const { host = '', origin } = headers;
  return hosts.includes(host) && (origin === undefined || origin === `http://${host}`);
}
