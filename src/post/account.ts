import { X509Certificate } from 'node:crypto';
import {
  type ConnectionOptions,
  createSecureContext,
  rootCertificates,
  type SecureContext,
} from 'node:tls';
import { err, ok, type Result } from '../result.ts';
import { parseWaitMs } from './throttle.ts';

/** The fields of errors of imapflow, nodemailer and Node.js. */
export interface WireError extends Error {
  readonly authenticationFailed?: boolean;
  readonly code?: string;
  /** The code of Node.js, where nodemailer has replaced it. */
  readonly originalCode?: string;
  readonly responseCode?: number;
  readonly response?: string;
  readonly command?: string;
}

/** The most specific code of a connection error. */
export const wireCode = ({ originalCode, code }: WireError): string | undefined =>
  originalCode ?? code;

/** Whether a submission server has failed temporarily (RFC 5321: 4yz). */
export function isTemporaryFailure(error: unknown): boolean {
  const { responseCode = 0 } = error as WireError;
  return responseCode >= 400 && responseCode < 500;
}

/** The wait that a temporary failure asks for, in milliseconds; 0 if it names none. */
export const requestedWaitMs = (error: unknown): number =>
  parseWaitMs((error as WireError).response ?? '') ?? 0;

/** Why a mail server cannot be used, as the end of a sentence for the operator; names no password. */
export function troubleText(error: unknown): string {
  if (error instanceof AccessError) return `cannot be logged in to: ${error.message}`;
  const { authenticationFailed, code, message, responseCode } = error as WireError;
  if (isTemporaryFailure(error)) return `takes no e-mail for now (${responseCode})`;
  return authenticationFailed || code === 'EAUTH'
    ? 'does not accept the user or the password'
    : `cannot be reached (${wireCode(error as WireError) ?? message})`;
}

/** A login at a mail server, from a URL such as `imaps://user:pass@host/INBOX`. */
export interface Account {
  readonly host: string;
  readonly port: number;
  readonly secure: boolean;
  readonly user: string;
  /** Empty where access tokens are used. */
  readonly pass: string;
  readonly access?: Access;
  /** The path of the URL: the mailbox, for IMAP. */
  readonly path: string;
  /** Timeout of an IMAP command, if not the default. */
  readonly replyMsMax?: number;
  /** Certificate authorities to trust besides the default ones, as PEM. */
  readonly trust?: readonly string[];
}

const PORTS: Readonly<Record<string, number>> = {
  'imap:': 143,
  'imaps:': 993,
  'smtp:': 587,
  'smtps:': 465,
};

/**
 * Parses an account URL; user and password are percent-encoded.
 *
 * @param tokens whether access tokens are configured, so that the password may be missing
 * @returns an error that never repeats the URL, which holds a password
 */
export function parseAccount(
  url: string,
  kind: 'imap' | 'smtp',
  tokens = false,
): Result<Account, string> {
  const shape = `write it as ${kind}s://user:password@host`;
  const coded = `${shape}, and in the user and the password / as %2F, # as %23, ? as %3F`;
  if (!URL.canParse(url)) return err(`is not a URL; ${coded}`);
  const { protocol, hostname, port, username, password, pathname, search, hash } = new URL(url);
  if (protocol !== `${kind}:` && protocol !== `${kind}s:`)
    return err(`has another protocol; ${shape}`);
  if (hostname === '') return err(`names no host; ${shape}`);
  if (username === '' || (password === '' && !tokens)) {
    return err(`has no user or no password; ${coded}`);
  }
  // An unencoded character of a password may begin the next part of the URL, and change the host.
  if (search !== '' || hash !== '' || pathname.includes('@'))
    return err(`has a /, # or ? where none belongs; ${coded}`);
  try {
    return ok({
      host: hostname.replace(/^\[|\]$/g, ''),
      port: port === '' ? (PORTS[protocol] ?? 0) : Number(port),
      secure: protocol === `${kind}s:`,
      user: decodeURIComponent(username),
      pass: decodeURIComponent(password),
      path: decodeURIComponent(pathname.replace(/^\//, '')),
    });
  } catch {
    return err('has a % that encodes nothing; write a % itself as %25');
  }
}

/** Whether a server is on this machine, where a connection without TLS is safe. */
export const isLoopback = ({ host }: Pick<Account, 'host'>): boolean =>
  host === 'localhost' || host === '::1' || /^127(?:\.\d{1,3}){3}$/.test(host);

const CERTIFICATE = /-----BEGIN CERTIFICATE-----[\s\S]*?-----END CERTIFICATE-----/g;

/** @returns the error as the end of a sentence */
export function parseTrust(pem: string): Result<readonly string[], string> {
  const authorities = pem.match(CERTIFICATE) ?? [];
  if (authorities.length === 0) return err('holds no certificate: -----BEGIN CERTIFICATE-----');
  const odd = authorities.findIndex((each) => !isCertificate(each));
  return odd < 0 ? ok(authorities) : err(`holds a certificate (${odd + 1}) that is damaged`);
}

function isCertificate(pem: string): boolean {
  try {
    return new X509Certificate(pem).fingerprint256 !== '';
  } catch {
    // Node.js throws on a damaged certificate.
    return false;
  }
}

/** Cached: the default authorities are 140 certificates to parse. */
const contexts = new WeakMap<readonly string[], SecureContext>();

/** TLS options that trust the operator's authorities too. */
export function tlsOptions({ trust }: Pick<Account, 'trust'>): ConnectionOptions {
  if (!trust) return {};
  const secureContext =
    contexts.get(trust) ?? createSecureContext({ ca: [...rootCertificates, ...trust] });
  contexts.set(trust, secureContext);
  return { secureContext };
}

/** A source of access tokens, used in place of a password (RFC 6749, RFC 6750). */
export interface Access {
  /**
   * Gets a valid token.
   *
   * @param server `host:port` of the server
   * @param refused the token that this server has just refused; forces a renewal, at most once an hour
   *   until the server accepts a token
   * @throws AccessError when no token is available
   */
  token(server: string, refused?: string): Promise<string>;
  /** Notes that the server has accepted a token. */
  taken(server: string): void;
}

/** Failure to get an access token that a server accepts. The text holds no token or secret. */
export class AccessError extends Error {
  /** The environment variable at fault; undefined if the server is. */
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
  const server = `${host}:${port}`;
  const attempt = async (token: string): Promise<T> => {
    const value = await login(token);
    access.taken(server);
    return value;
  };
  const token = await access.token(server);
  try {
    return await attempt(token);
  } catch (error) {
    if (!isRefusal(error)) throw error;
  }
  try {
    return await attempt(await access.token(server, token));
  } catch (error) {
    throw isRefusal(error) ? renewedTokenRefused() : error;
  }
}

/** The error for a server that refuses a renewed token too. */
export const renewedTokenRefused = (): AccessError =>
  new AccessError(
    'it refuses the access token and a new one: perhaps it is for another user, or not for mail',
  );
