import { X509Certificate } from 'node:crypto';
import {
  type ConnectionOptions,
  createSecureContext,
  rootCertificates,
  type SecureContext,
} from 'node:tls';
import { err, ok, type Result } from '../result.ts';

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
