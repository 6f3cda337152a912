import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import type { Random } from '../ports.ts';

const SECRET_BYTES = 32;

/**
 * The secret that signs reply tokens: from the configuration, or from a file that is made once with
 * mode 0600. Whoever has it can write letters in every player's name.
 */
export function readSecret(
  configured: string | undefined,
  path: string,
  random: Random,
): Uint8Array {
  if (configured !== undefined) return Buffer.from(configured, 'utf8');
  if (!existsSync(path)) {
    const secret = Buffer.from(random.bytes(SECRET_BYTES)).toString('hex');
    writeFileSync(path, `${secret}\n`, { mode: 0o600, flag: 'wx' });
  }
  return Buffer.from(readFileSync(path, 'utf8').trim(), 'hex');
}
