import { AccessError } from '../post/access.ts';
import { accessTokenBytesMax, accessTokenCharsMax, accessTokenMsMax } from '../server-limits.ts';

/** The answer of an endpoint: a JSON object, and whether it succeeded. */
export type EndpointResponse = Awaited<ReturnType<typeof askEndpoint>>;

/** The errors of RFC 6749, section 5.2, and RFC 8628, section 3.5. Other error texts may hold anything. */
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

/** The error of an answer, if known. */
export const errorOf = ({ fields }: EndpointResponse): string | undefined => {
  const { error } = fields;
  return typeof error === 'string' && ERRORS.has(error) ? error : undefined;
};

/**
 * Posts to an OAuth endpoint (RFC 6749, section 3.2). Redirects fail: the request holds secrets.
 *
 * @param see the variable to name in errors
 * @param msMax timeout in milliseconds
 * @throws AccessError when unreachable, slow, failing (5xx) or not JSON
 */
export async function askEndpoint(
  url: string,
  form: Readonly<Record<string, string>>,
  see: string,
  msMax = accessTokenMsMax,
) {
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
    // The body may be an HTML page.
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

/** @throws SyntaxError when the text is no JSON object */
function fieldsOf(text: string): Readonly<Record<string, unknown>> {
  const value: unknown = JSON.parse(text);
  if (typeof value !== 'object' || value === null) throw new SyntaxError('no object');
  return value as Record<string, unknown>;
}

/** The parser's message would repeat its input. */
function whyNot({ name, cause }: Error, msMax: number): string {
  if (name === 'TimeoutError') return `has not answered within ${msMax / 1000} seconds`;
  if (name === 'SyntaxError') return 'has answered with something that is no JSON of OAuth';
  const { code } = Object(cause) as { code?: unknown };
  return `cannot be reached (${typeof code === 'string' ? code : 'no answer, or a redirect'})`;
}

/**
 * Whether a value can be a token. Mail servers get it between control characters, so a blank or a line
 * break in it could inject other fields.
 */
export const isToken = (value: unknown): value is string =>
  typeof value === 'string' && value.length <= accessTokenCharsMax && /^[\x21-\x7e]+$/.test(value);
