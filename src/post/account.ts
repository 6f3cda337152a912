import { X509Certificate } from 'node:crypto';
import {
  type ConnectionOptions,
  createSecureContext,
  rootCertificates,
  type SecureContext,
} from 'node:tls';
import { err, ok, type Result } from '../result.ts';
import { type Access, AccessError } from './access.ts';
import { namedMs } from './throttle.ts';

/** What the errors of imapflow, nodemailer and Node.js have in common. */
interface WireError extends Error {
  readonly authenticationFailed?: boolean;
  readonly code?: string;
  /** Of Node.js, where nodemailer has put a code of its own in its place. */
  readonly originalCode?: string;
  /** What a submission server said. */
  readonly responseCode?: number;
  readonly response?: string;
}

/** The code that says most about a broken connection. */
export const wireCode = ({ originalCode, code }: WireError): string | undefined =>
  originalCode ?? code;

/** Whether a submission server is there, and asks to be tried again later (RFC 5321: 4yz). */
export function isForNow(error: unknown): boolean {
  const { responseCode = 0 } = error as WireError;
  return responseCode >= 400 && responseCode < 500;
}

/** How long such a one wants to be left alone; 0 when it does not say. */
export const waitOf = (error: unknown): number => namedMs((error as WireError).response ?? '') ?? 0;

/** Why a mail server cannot be used, to be said of it to the operator; names no password. */
export function troubleText(error: unknown): string {
  if (error instanceof AccessError) return `cannot be logged in to: ${error.message}`;
  const { authenticationFailed, code, message, responseCode } = error as WireError;
  if (isForNow(error)) return `takes no letters for now (${responseCode})`;
  return authenticationFailed || code === 'EAUTH'
    ? 'does not accept the user or the password'
    : `cannot be reached (${wireCode(error as WireError) ?? message})`;
}

/** Where and as whom to log in, from a URL such as `imaps://user:pass@host/INBOX`. */
export interface Account {
  readonly host: string;
  readonly port: number;
  /** TLS from the first byte on. */
  readonly secure: boolean;
  readonly user: string;
  /** Empty where access tokens stand in its place. */
  readonly pass: string;
  readonly access?: Access;
  /** The path of the URL: the mailbox, for IMAP. */
  readonly path: string;
  /** How long an IMAP server may take for one answer, where that is not the usual time. */
  readonly replyMsMax?: number;
  /** Whose certificates are believed, where it is not the usual authorities alone. */
  readonly trust?: Trust;
}

const PORTS: Readonly<Record<string, number>> = {
  'imap:': 143,
  'imaps:': 993,
  'smtp:': 587,
  'smtps:': 465,
};

/**
 * Reads an account URL. The user and the password are percent-encoded where they need it.
 *
 * @param kind which of the two protocols the URL must name
 * @param tokens whether there are access tokens, so that the password may be missing
 * @returns an error that says what is wrong and never repeats the URL, which holds a password
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
  // What is meant to stand in a password may begin the next part of a URL, and so move the host.
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

/** Whether an account is on this machine, where a connection without TLS shows nobody anything. */
export const isLoopback = ({ host }: Pick<Account, 'host'>): boolean =>
  host === 'localhost' || host === '::1' || /^127(?:\.\d{1,3}){3}$/.test(host);

/** Authorities that are believed beside the usual ones when a mail server shows its certificate. */
export interface Trust {
  /** Certificates as PEM. */
  readonly authorities: readonly string[];
}

const CERTIFICATE = /-----BEGIN CERTIFICATE-----[\s\S]*?-----END CERTIFICATE-----/g;

/**
 * @param pem the text of a file of certificates, one after another
 * @returns what is wrong with it, as the end of a sentence
 */
export function parseTrust(pem: string): Result<Trust, string> {
  const authorities = pem.match(CERTIFICATE) ?? [];
  if (authorities.length === 0) return err('holds no certificate: -----BEGIN CERTIFICATE-----');
  const odd = authorities.findIndex((each) => !isCertificate(each));
  return odd < 0 ? ok({ authorities }) : err(`holds a certificate (${odd + 1}) that is damaged`);
}

function isCertificate(pem: string): boolean {
  try {
    return new X509Certificate(pem).fingerprint256 !== '';
  } catch {
    // Node.js tells by throwing.
    return false;
  }
}

/** Made once for each: the usual authorities alone are a hundred and forty to read. */
const contexts = new WeakMap<Trust, SecureContext>();

/** What a connection under TLS is begun with, so that it believes whom the operator believes. */
export function tlsOptions({ trust }: { readonly trust?: Trust }): ConnectionOptions {
  if (!trust) return {};
  const secureContext =
    contexts.get(trust) ?? createSecureContext({ ca: [...rootCertificates, ...trust.authorities] });
  contexts.set(trust, secureContext);
  return { secureContext };
}
