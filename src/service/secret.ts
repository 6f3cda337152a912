import {
  closeSync,
  existsSync,
  fsyncSync,
  openSync,
  readFileSync,
  renameSync,
  writeSync,
} from 'node:fs';
import type { Random } from '../ports.ts';

const SECRET_BYTES = 32;

/**
 * The secret that signs reply tokens: from the configuration, or from a file that is made once with
 * mode 0600. Whoever has it can write letters in every player's name.
 *
 * @throws Error when the file is damaged: with a weaker secret everybody could sign
 */
export function readSecret(
  configured: string | undefined,
  path: string,
  random: Random,
): Uint8Array {
  if (configured !== undefined) return Buffer.from(configured, 'utf8');
  if (!existsSync(path)) writeSecret(path, Buffer.from(random.bytes(SECRET_BYTES)).toString('hex'));
  const text = readFileSync(path, 'utf8').trim();
  if (!/^[0-9a-f]{64}$/.test(text)) {
    throw new Error(`${path} is damaged: put the backup back, or delete it to make a new secret`);
  }
  return Buffer.from(text, 'hex');
}

/** Complete on the disk before it has its name, so that no crash leaves half a secret. */
function writeSecret(path: string, text: string): void {
  const file = openSync(`${path}.new`, 'w', 0o600);
  writeSync(file, `${text}\n`);
  fsyncSync(file);
  closeSync(file);
  renameSync(`${path}.new`, path);
}
