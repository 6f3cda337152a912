import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { dirname } from 'node:path';
import type { Time } from '../ports.ts';
import { type Access, AccessError, renewedTokenRefused } from '../post/account.ts';
import { accessTokenMsUnknown, accessTokenSpareMs, refusedRenewalMs } from '../server-limits.ts';
import { makeFolder, writeDurably } from '../store/file/durable.ts';
import { askEndpoint, type EndpointResponse, errorOf, isToken } from './device.ts';

/** An access token as issued. */
export interface Grant {
  readonly token: string;
  /** Lifetime in milliseconds. */
  readonly livesMs: number;
}

/**
 * Shares one access token among all connections, and renews it before it expires; concurrent requests share
 * one renewal.
 *
 * @param renew gets a new token. @throws AccessError
 */
export function makeAccess(renew: () => Promise<Grant>, time: Time): Access {
  let grant: (Grant & { readonly since: number }) | undefined;
  let renewal: Promise<string> | undefined;
  /** Renewal times by server, after a refusal; an accepted token clears the entry. */
  const renewedFor = new Map<string, number>();

  const age = (since: number): number => time.now() - since;
  /** False after the clock was set back. */
  const isWithin = (since: number, ms: number): boolean => age(since) >= 0 && age(since) < ms;
  const usable = (spareMs: number): string | undefined =>
    grant && isWithin(grant.since, Math.max(grant.livesMs - spareMs, grant.livesMs / 2))
      ? grant.token
      : undefined;

  const renewed = (): Promise<string> => {
    renewal ??= renew()
      .then((fresh) => {
        grant = { ...fresh, since: time.now() };
        return fresh.token;
      })
      .finally(() => {
        renewal = undefined;
      });
    return renewal;
  };

  return {
    async token(door, refused) {
      if (refused === undefined || grant?.token !== refused) {
        const good = usable(accessTokenSpareMs);
        if (good !== undefined) return good;
        return renewed().catch((error) => {
          // The rest of its lifetime bridges a short outage of the token endpoint.
          const last = usable(0);
          if (last === undefined || last === refused) throw error;
          return last;
        });
      }
      const before = renewedFor.get(door);
      if (before !== undefined && isWithin(before, refusedRenewalMs)) throw renewedTokenRefused();
      const token = await renewed();
      renewedFor.set(door, time.now());
      return token;
    },
    taken(door) {
      renewedFor.delete(door);
    },
  };
}

/** An OAuth client with its refresh token (RFC 6749, section 6). */
interface Client {
  readonly tokenUrl: string;
  readonly id: string;
  /** Undefined for a public client. */
  readonly secret: string | undefined;
  readonly refreshToken: string;
}

/**
 * Gets access tokens with a refresh token. A provider may rotate the refresh token: the new one is written
 * to disk before anything else.
 *
 * @param path the file of the newest refresh token
 * @returns a function that gets the next access token. @throws AccessError
 */
export function makeRefresh(client: Client, path: string): () => Promise<Grant> {
  const origin = originOf(client);
  /** A refresh token that could not be written. */
  let unkept: string | undefined;

  const keep = (token: string): void => {
    unkept = token;
    try {
      keepToken(path, origin, token);
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      throw new AccessError(`the new refresh token cannot be kept in ${path} (${code})`, DATABASE);
    }
    unkept = undefined;
  };

  const ask = async (): Promise<EndpointResponse> => {
    const token = storedToken(path, origin) ?? client.refreshToken;
    const answer = await askWith(client, token);
    if (errorOf(answer) !== 'invalid_grant') return answer;
    // Another process, such as `turnpost check`, may have got a new one meanwhile.
    const newer = storedToken(path, origin);
    return newer === undefined || newer === token ? answer : askWith(client, newer);
  };

  return async () => {
    if (unkept !== undefined) keep(unkept);
    const answer = await ask();
    const { access_token: token, refresh_token: next, expires_in: seconds } = answer.fields;
    if (!answer.ok || !isToken(token)) throw refusal(client, answer);
    if (isToken(next) && next !== (storedToken(path, origin) ?? client.refreshToken)) keep(next);
    const livesMs = Number(seconds) * 1000;
    return { token, livesMs: livesMs > 0 ? livesMs : accessTokenMsUnknown };
  };
}

const DATABASE = 'TURNPOST_DATABASE';
const TOKEN_URL = 'TURNPOST_OAUTH_TOKEN_URL';

/** A hash of the configuration that a kept token came from. After a change the kept token is ignored. */
const originOf = ({ tokenUrl, id, refreshToken }: Client): string =>
  createHash('sha256').update([tokenUrl, id, refreshToken].join('\0')).digest('hex');

const askWith = (
  { tokenUrl, id, secret }: Client,
  refreshToken: string,
): Promise<EndpointResponse> =>
  askEndpoint(
    tokenUrl,
    {
      grant_type: 'refresh_token',
      refresh_token: refreshToken,
      client_id: id,
      ...(secret !== undefined && { client_secret: secret }),
    },
    TOKEN_URL,
  );

/** The error without token, with the variable at fault. */
function refusal({ tokenUrl }: Client, answer: EndpointResponse): AccessError {
  const { host } = new URL(tokenUrl);
  const error = errorOf(answer);
  if (error === 'invalid_grant') {
    return new AccessError(
      `${host} takes the refresh token no more (${error}): get a new one, as with turnpost init`,
      'TURNPOST_OAUTH_REFRESH_TOKEN',
    );
  }
  if (error === 'invalid_client' || error === 'unauthorized_client') {
    return new AccessError(
      `${host} does not know the client, or its secret is wrong (${error})`,
      'TURNPOST_OAUTH_CLIENT_ID',
    );
  }
  const said = error ?? (answer.ok ? 'no access token' : `HTTP ${answer.status}`);
  return new AccessError(`${host} has answered with ${said}`, TOKEN_URL);
}

/** The file of the newest refresh token of a database. */
export const keptTokenPath = (database: string): string => `${database}.refresh-token`;

/**
 * The newest refresh token of a configuration.
 *
 * @param origin `originOf` the configuration; a token of another one is ignored
 * @returns undefined if there is none
 */
function storedToken(path: string, origin: string): string | undefined {
  try {
    const kept = JSON.parse(readFileSync(path, 'utf8')) as { origin?: unknown; token?: unknown };
    return kept.origin === origin && isToken(kept.token) ? kept.token : undefined;
  } catch {
    return undefined;
  }
}

/** Writes a refresh token durably, readable by its owner alone. @throws Error of the file system */
function keepToken(path: string, origin: string, token: string): void {
  makeFolder(dirname(path));
  // The caller may be root, and the server another user: the file gets the owner of the database.
  const like = path.replace(/\.refresh-token$/, '');
  writeDurably(path, `${JSON.stringify({ origin, token })}\n`, like);
}
