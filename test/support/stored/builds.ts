import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { brotliDecompressSync } from 'node:zlib';
import PostalMime from 'postal-mime';
import { inspectDatabase } from '../../../src/store/file/database.ts';
import { type Desk, openDesk, type Sent } from '../desk/desk.ts';
import { rows, value } from './rows.ts';

/** The versions of these days have left databases in the middle of everything. */
export const BUILDS = ['2026-11-21', '2026-11-24'] as const;
export type Build = (typeof BUILDS)[number];

const FOLDER = fileURLToPath(new URL('../../fixtures/builds/', import.meta.url));
const read = (name: string): Buffer => readFileSync(join(FOLDER, name));
const unpacked = (name: string): Buffer => brotliDecompressSync(read(`${name}.br`));

/** Puts the database and the secret of the version of a day into a folder. */
export function putBuild(build: Build, folder: string): string {
  const path = join(folder, 'turnpost.sqlite');
  writeFileSync(path, unpacked(`${build}.sqlite`), { mode: 0o600 });
  // How long the secret before counts, the clock of the machine says.
  const secret = read(`${build}.secret`).toString().replace(/\S+Z/g, new Date().toISOString());
  writeFileSync(`${path}.secret`, secret, { mode: 0o600 });
  return path;
}

/** A desk that goes on where the version of a day was cut off. The caller closes it. */
export function openBuild(build: Build): Desk {
  const folder = mkdtempSync(join(tmpdir(), 'turnpost-'));
  try {
    const path = putBuild(build, folder);
    const { now, copies } = inspectDatabase(path, (db) => ({
      now: value<number>(db, 'select max(received_at) from inbox'),
      copies: rows<{ uid: number; filed: 0 | 1 }>(
        db,
        'select uid, filed_at is not null as filed from inbox',
      ),
    }));
    const desk = openDesk({ log: 'silent' });
    desk.resume({
      files: new Map(readdirSync(folder).map((name) => [name, readFileSync(join(folder, name))])),
      sent: [],
      box: new Map(copies.map(({ uid }) => [uid, new Uint8Array()])),
      filed: new Set(copies.filter(({ filed }) => filed === 1).map(({ uid }) => uid)),
      now,
    });
    return desk;
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Letters that the version of a day had sent before, by what they are about. */
export async function lettersOf(build: Build): Promise<ReadonlyMap<string, Sent>> {
  const letters: Record<string, { to: string; raw: string }> = JSON.parse(
    unpacked(`${build}.letters.json`).toString(),
  );
  const sent = new Map<string, Sent>();
  for (const [about, { to, raw }] of Object.entries(letters)) {
    const email = await PostalMime.parse(raw);
    const { text = '', subject = '' } = email;
    sent.set(about, { from: '', to, raw, email, text, subject });
  }
  return sent;
}
