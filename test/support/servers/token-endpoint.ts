import { createServer, type ServerResponse } from 'node:http';

/** What it answers to a request for tokens: an object as JSON, or any text. */
export type Said = { readonly status: number; readonly body: object | string };

/** A provider of access tokens on loopback, with one account, whose refresh tokens are used up. */
export interface TokenEndpoint {
  readonly url: string;
  /** Where mail servers ask whose a token is (RFC 7662). */
  readonly introspectionUrl: string;
  /** The forms it was asked with. */
  readonly asked: URLSearchParams[];
  /** The refresh token that counts now. */
  refreshToken(): string;
  /** Takes back all access tokens that it has given. */
  revoke(): void;
  /** Whether a token is one that it has given and not taken back. */
  isGood(token: string): boolean;
  /** Every token and secret that ever was. */
  secrets(): readonly string[];
  /** Says something else next time, and the times after; undefined: as usual. */
  say(said: Said | 'nothing' | undefined): void;
  /** Lets something happen before it answers the next request. */
  first(act: () => Promise<unknown>): void;
  stop(): Promise<void>;
}

export const CLIENT_SECRET = 'client+secret/of=ours';

export async function startTokenEndpoint(user: string, livesSeconds = 3600) {
  const asked: URLSearchParams[] = [];
  const secrets: string[] = ['refresh-0', CLIENT_SECRET];
  let good = new Set<string>();
  let refreshToken = 'refresh-0';
  let said: Said | 'nothing' | undefined;
  let act = async (): Promise<unknown> => undefined;

  const tokens = (form: URLSearchParams): Said => {
    const right =
      form.get('refresh_token') === refreshToken && form.get('client_secret') === CLIENT_SECRET;
    if (!right) return { status: 400, body: { error: 'invalid_grant', error_description: 'no' } };
    refreshToken = `refresh-${asked.length}`;
    const token = `access-${asked.length}`;
    secrets.push(refreshToken, token);
    good.add(token);
    return {
      status: 200,
      body: { access_token: token, expires_in: livesSeconds, refresh_token: refreshToken },
    };
  };
  const server = createServer((request, response) => {
    let text = '';
    request.on('data', (chunk) => {
      text += chunk;
    });
    request.on('end', async () => {
      const form = new URLSearchParams(text);
      if (request.url === '/introspect') {
        const active = good.has(form.get('token') ?? '');
        return answer(response, { status: 200, body: { active, username: user } });
      }
      asked.push(form);
      const before = act;
      act = async () => undefined;
      await before();
      if (said !== 'nothing') answer(response, said ?? tokens(form));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const origin = `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`;
  const endpoint: TokenEndpoint = {
    url: `${origin}/token`,
    introspectionUrl: `${origin}/introspect`,
    asked,
    refreshToken: () => refreshToken,
    revoke() {
      good = new Set();
    },
    isGood: (token) => good.has(token),
    secrets: () => secrets,
    say(next) {
      said = next;
    },
    first(next) {
      act = next;
    },
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
  return endpoint;
}

function answer(response: ServerResponse, { status, body }: Said): void {
  const headers = status >= 300 && status < 400 ? { location: '/elsewhere' } : {};
  response.writeHead(status, { 'content-type': 'application/json', ...headers });
  response.end(typeof body === 'string' ? body : JSON.stringify(body));
}
