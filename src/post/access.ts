/** Where access tokens come from that stand in the place of a password (RFC 6749, RFC 6750). */
export interface Access {
  /**
   * A token that is good for now.
   *
   * @param door the server that it is for
   * @param refused the one that this server has just refused; another is got then, but once an hour at
   *   most until the server has taken one
   * @throws AccessError when there is none to be had
   */
  token(door: string, refused?: string): Promise<string>;
  /** This server has taken a token. */
  taken(door: string): void;
}

/** Why there is no access token, or none that a server takes. No token or secret is in it. */
export class AccessError extends Error {
  /** The variable to look at, where it is another than that of the server. */
  readonly see: string | undefined;

  constructor(message: string, see?: string) {
    super(message);
    this.see = see;
  }
}

/** What a server says that has no login by an access token. */
export const noTokensTaken = (): AccessError =>
  new AccessError('it offers no login by an access token, neither XOAUTH2 nor OAUTHBEARER');

/**
 * Logs in with an access token, and once more with a new one when the server refuses it: its life may
 * have ended early.
 *
 * @param login does it; any error that `isRefusal` does not know is thrown on
 * @throws AccessError when there is no token, or the new one is refused as well
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
    throw isRefusal(error) ? refusedTwice() : error;
  }
}

/** The server does not want us, whatever token we have. */
export const refusedTwice = (): AccessError =>
  new AccessError(
    'it refuses the access token and a new one: perhaps it is for another user, or not for mail',
  );
