import { AccessError } from '../post/access.ts';
import { accessTokenBytesMax, accessTokenCharsMax, accessTokenMsMax } from '../server-limits.ts';

/** What an endpoint has said: an object of JSON, and whether it was a yes. */
export interface EndpointResponse {
  readonly ok: boolean;
  readonly status: number;
  readonly fields: Readonly<Record<string, unknown>>;
}

/** The errors of RFC 6749, section 5.2, and RFC 8628, section 3.5. What else it says may hold anything. */
const ERRORS = new Set([
  'invalid_request',
  'invalid_client',
  'invalid_grant',
  'invalid_scope',
  'unauthorized_client',
  'unsupported_grant_type',
  'authorization_pending',
  'slow_down',
  'access_denied',
  'expired_token',
]);

/** The error that an endpoint names, if it is one of the known ones. */
export const errorOf = ({ fields }: EndpointResponse): string | undefined => {
  const { error } = fields;
  return typeof error === 'string' && ERRORS.has(error) ? error : undefined;
};

/**
 * Asks an endpoint of OAuth (RFC 6749, section 3.2). It is not followed elsewhere: what it is asked
 * with is secret.
 *
 * @param see the variable to look at when it cannot be asked
 * @throws AccessError when it is out of reach, slow or out of order (5xx), or says what is no JSON
 */
export async function askEndpoint(
  url: string,
  form: Readonly<Record<string, string>>,
  see: string,
  msMax = accessTokenMsMax,
): Promise<EndpointResponse> {
  const { host } = new URL(url);
  try {
    const response = await fetch(url, {
      method: 'POST',
      headers: { accept: 'application/json' },
      body: new URLSearchParams(form),
      redirect: 'error',
      signal: AbortSignal.timeout(msMax),
    });
    const { ok, status } = response;
    // What it says then may be a page for people.
    if (status >= 500) throw new AccessError(`${host} has answered with HTTP ${status}`, see);
    return { ok, status, fields: fieldsOf(await textOf(response)) };
  } catch (error) {
    if (error instanceof AccessError) throw error;
    throw new AccessError(`${host} ${whyNot(error as Error, msMax)}`, see);
  }
}

async function textOf({ body }: Response): Promise<string> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of body ?? []) {
    bytes += chunk.length;
    if (bytes > accessTokenBytesMax) throw new SyntaxError('too long');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

/** @throws SyntaxError when it is not an object of JSON */
function fieldsOf(text: string): Readonly<Record<string, unknown>> {
  const value: unknown = JSON.parse(text);
  if (typeof value !== 'object' || value === null) throw new SyntaxError('no object');
  return value as Record<string, unknown>;
}

/** In our own words: those of a parser repeat what it has read. */
function whyNot({ name, cause }: Error, msMax: number): string {
  if (name === 'TimeoutError') return `has not answered within ${msMax / 1000} seconds`;
  if (name === 'SyntaxError') return 'has answered with something that is no JSON of OAuth';
  const { code } = Object(cause) as { code?: unknown };
  return `cannot be reached (${typeof code === 'string' ? code : 'no answer, or a redirect'})`;
}

/**
 * Whether something can be a token. It is said to mail servers between signs of control, so a blank or
 * a line break in it could say something else.
 */
export const isToken = (value: unknown): value is string =>
  typeof value === 'string' && value.length <= accessTokenCharsMax && /^[\x21-\x7e]+$/.test(value);
