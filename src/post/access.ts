/** A source of access tokens, used in place of a password (RFC 6749, RFC 6750). */
export interface Access {
  /**
   * Gets a valid token.
   *
   * @param door `host:port` of the server
   * @param refused the token that this server has just refused; forces a renewal, at most once an hour
   *   until the server accepts a token
   * @throws AccessError when no token is available
   */
  token(door: string, refused?: string): Promise<string>;
  /** Notes that the server has accepted a token. */
  taken(door: string): void;
}

/** Failure to get an access token that a server accepts. The text holds no token or secret. */
export class AccessError extends Error {
  /** The variable at fault, if it is not the server's. */
  readonly see: string | undefined;

  constructor(message: string, see?: string) {
    super(message);
    this.see = see;
  }
}

/** The error for a server without login by access token. */
export const tokensUnsupported = (): AccessError =>
  new AccessError('it offers no login by an access token, neither XOAUTH2 nor OAUTHBEARER');

/**
 * Logs in with an access token, and retries once with a new one when it is refused: it may have expired
 * early.
 *
 * @param login logs in; an error that `isRefusal` rejects is rethrown
 * @throws AccessError when there is no token, or the new one is refused too
 */
export async function withToken<T>(
  access: Access,
  { host, port }: { readonly host: string; readonly port: number },
  isRefusal: (error: unknown) => boolean,
  login: (token: string) => Promise<T>,
): Promise<T> {
  const door = `${host}:${port}`;
  const attempt = async (token: string): Promise<T> => {
    const value = await login(token);
    access.taken(door);
    return value;
  };
  const token = await access.token(door);
  try {
    return await attempt(token);
  } catch (error) {
    if (!isRefusal(error)) throw error;
  }
  try {
    return await attempt(await access.token(door, token));
  } catch (error) {
    throw isRefusal(error) ? renewedTokenRefused() : error;
  }
}

/** The error for a server that refuses a renewed token too. */
export const renewedTokenRefused = (): AccessError =>
  new AccessError(
    'it refuses the access token and a new one: perhaps it is for another user, or not for mail',
  );
