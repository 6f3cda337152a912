import { createCipheriv, createDecipheriv, hkdfSync } from 'node:crypto';
import { gunzipSync, gzipSync } from 'node:zlib';
import type { Secrets } from '../../mail/token.ts';
import type { Random } from '../../ports.ts';

const CIPHER = 'aes-256-gcm';
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/** Bytes as text that only whoever has the secret can read. */
export function seal(bytes: Uint8Array, [newest]: Secrets, random: Random): string {
  const nonce = random.bytes(NONCE_BYTES);
  const cipher = createCipheriv(CIPHER, keyFrom(newest), nonce);
  const sealed = [nonce, cipher.update(gzipSync(bytes)), cipher.final(), cipher.getAuthTag()];
  return Buffer.concat(sealed).toString('base64');
}

/** The bytes again; undefined when they were sealed with none of these secrets, or are damaged. */
export function unseal(text: string, secrets: Secrets): Uint8Array | undefined {
  const sealed = Buffer.from(text, 'base64');
  if (sealed.length < NONCE_BYTES + TAG_BYTES) return undefined;
  for (const secret of secrets) {
    const cipher = createDecipheriv(CIPHER, keyFrom(secret), sealed.subarray(0, NONCE_BYTES));
    cipher.setAuthTag(sealed.subarray(-TAG_BYTES));
    try {
      const packed = [cipher.update(sealed.subarray(NONCE_BYTES, -TAG_BYTES)), cipher.final()];
      return gunzipSync(Buffer.concat(packed));
    } catch {
      // Node.js tells by throwing that it was another key.
    }
  }
  return undefined;
}

const keyFrom = (secret: Uint8Array): Uint8Array =>
  new Uint8Array(hkdfSync('sha256', secret, '', 'turnpost rotation', 32));
