import fs, { existsSync, readlinkSync } from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { dirname, resolve } from 'node:path';

/**
 * Does something, and returns what a power cut after it would take: files whose bytes were not synced
 * since they were written, or before they got their name, and names whose folder was not synced since.
 * Sees the synchronous calls of this process to `node:fs`, and nothing that SQLite does.
 */
export async function unsynced(act: () => unknown): Promise<readonly string[]> {
  const bytes = new Set<string>();
  const names = new Set<string>();
  const synced = new Set<string>();
  const pathOf = (file: number): string => readlinkSync(`/proc/self/fd/${file}`);
  const wrote = (path: string): void => {
    bytes.add(path);
    synced.delete(path);
  };
  const { openSync, writeSync, writeFileSync, fsyncSync, renameSync, linkSync, rmSync, mkdirSync } =
    fs;
  const own = {
    openSync,
    writeSync,
    writeFileSync,
    fsyncSync,
    renameSync,
    linkSync,
    rmSync,
    mkdirSync,
  };
  fs.openSync = (path, ...more) => {
    const isThere = existsSync(path);
    const file = own.openSync(path, ...more);
    if (!isThere) names.add(pathOf(file));
    return file;
  };
  fs.writeSync = ((file: number, ...more: [string]) => {
    wrote(pathOf(file));
    return own.writeSync(file, ...more);
  }) as typeof fs.writeSync;
  fs.writeFileSync = (file, ...more) => {
    const path = typeof file === 'number' ? pathOf(file) : resolve(String(file));
    if (!existsSync(path)) names.add(path);
    wrote(path);
    own.writeFileSync(file, ...more);
  };
  fs.fsyncSync = (file) => {
    own.fsyncSync(file);
    const path = pathOf(file);
    synced.add(path);
    bytes.delete(path);
    for (const name of names) if (dirname(name) === path) names.delete(name);
  };
  fs.renameSync = (from, to) => {
    own.renameSync(from, to);
    const [before, after] = [resolve(String(from)), resolve(String(to))];
    names.delete(before);
    names.add(after);
    bytes.delete(before);
    if (!synced.has(before)) bytes.add(after);
  };
  fs.linkSync = (from, to) => {
    own.linkSync(from, to);
    names.add(resolve(String(to)));
    if (!synced.has(resolve(String(from)))) bytes.add(resolve(String(to)));
  };
  fs.rmSync = (path, ...more) => {
    own.rmSync(path, ...more);
    for (const set of [bytes, names]) set.delete(resolve(String(path)));
  };
  fs.mkdirSync = ((path: string, options: { readonly mode: number }) => {
    const made: string[] = [];
    for (let each = resolve(path); !existsSync(each); each = dirname(each)) made.push(each);
    own.mkdirSync(path, options);
    for (const each of made) names.add(each);
  }) as typeof fs.mkdirSync;
  syncBuiltinESMExports();
  try {
    await act();
  } finally {
    Object.assign(fs, own);
    syncBuiltinESMExports();
  }
  return [...bytes, ...names];
}
