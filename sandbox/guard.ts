import type { IncomingMessage } from 'node:http';
import { err, ok, type Result } from '../src/result.ts';
import { bodyBytesMax } from './limits.ts';

/** What keeps other pages in the visitor's browser away from this one. */

/** Nothing but the page's own files; a letter's HTML comes with rules of its own. */
const PAGE_RULES = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self'",
  "connect-src 'self'",
  "frame-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
];

/** A letter may be as colourful as it likes, but runs nothing and fetches nothing. */
const LETTER_RULES = [
  "default-src 'none'",
  "style-src 'unsafe-inline'",
  'img-src data:',
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'self'",
  // The same as the frame says, for a letter that is opened without it.
  'sandbox allow-same-origin allow-top-navigation-by-user-activation',
];

const HEADERS = {
  'Cache-Control': 'no-store',
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'same-origin',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Cross-Origin-Opener-Policy': 'same-origin',
};

const headers = (rules: readonly string[]) => ({
  ...HEADERS,
  'Content-Security-Policy': rules.join('; '),
});

export const pageHeaders = headers(PAGE_RULES);
export const letterHeaders = headers(LETTER_RULES);

/** Reads a JSON body. @returns the HTTP status of what is wrong with it */
export async function readJson(request: IncomingMessage): Promise<Result<unknown, number>> {
  if (!/^application\/json\b/i.test(request.headers['content-type'] ?? '')) return err(415);
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes > bodyBytesMax) return err(413);
    chunks.push(chunk);
  }
  try {
    return ok(JSON.parse(Buffer.concat(chunks).toString('utf8')));
  } catch {
    return err(400);
  }
}
