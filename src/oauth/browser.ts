import { createHash } from 'node:crypto';
import type { Random } from '../ports.ts';
import { err, ok, type Result } from '../result.ts';
import { refreshTokenOf } from './device.ts';
import { askEndpoint } from './endpoint.ts';

/** A consent that is asked for in a browser, which may be that of another machine. */
export interface Consent {
  /** The page to open. */
  readonly page: string;
  /** Reads the code out of the address that the browser ends at. */
  codeOf(address: string): Result<string, string>;
  /** The refresh token for that code. @throws AccessError when there is none */
  refreshToken(code: string): Promise<string>;
}

/** Where the browser is sent back to. Nothing listens there: the address alone is wanted. */
const BACK = 'http://127.0.0.1:8026/';

/**
 * Begins a consent in a browser (RFC 8252, with the proof of RFC 7636). The provider sends the browser
 * to an address of its own machine, whose page does not load; the person copies that address.
 */
export function beginConsent(
  provider: { readonly tokenUrl: string; readonly url: string; readonly scope: string },
  client: { readonly id: string; readonly secret: string | undefined },
  random: Random,
): Consent {
  const [state, verifier] = [16, 32].map((count) => base64url(random.bytes(count)));
  if (state === undefined || verifier === undefined) throw new Error('chance has run out');
  const page = new URL(provider.url);
  page.search = new URLSearchParams({
    client_id: client.id,
    redirect_uri: BACK,
    response_type: 'code',
    scope: provider.scope,
    // Google gives a refresh token only when it is asked in so many words.
    access_type: 'offline',
    prompt: 'consent',
    state,
    code_challenge: base64url(createHash('sha256').update(verifier).digest()),
    code_challenge_method: 'S256',
  }).toString();
  return {
    page: page.href,
    codeOf(address) {
      const text = address.trim();
      const params = URL.canParse(text) ? new URL(text).searchParams : undefined;
      const code = params?.get('code');
      if (params?.has('error')) return err('The consent was refused there. Open the page again.');
      if (!params || !code) {
        return err(`That is not the address at the end. It begins with ${BACK}?`);
      }
      return params.get('state') === state
        ? ok(code)
        : err('That address is of another try. Open the page above.');
    },
    async refreshToken(code) {
      const answer = await askEndpoint(
        provider.tokenUrl,
        {
          grant_type: 'authorization_code',
          code,
          redirect_uri: BACK,
          client_id: client.id,
          code_verifier: verifier,
          ...(client.secret !== undefined && { client_secret: client.secret }),
        },
        'TURNPOST_OAUTH_CLIENT_ID',
      );
      return refreshTokenOf(answer, provider.tokenUrl);
    },
  };
}

const base64url = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64url');
