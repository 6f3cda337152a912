import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  backupName,
  dropBackups,
  dropDrafts,
  keptBackups,
  oldestBackupAt,
} from '../../../src/service/backup/kept.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'turnpost-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

const at = (text: string) => Date.parse(text);
const lay = (...names: readonly string[]) => {
  for (const name of names) writeFileSync(join(folder, name), '');
};
const layBackup = (time: string) => {
  const file = join(folder, backupName(at(time)));
  lay(backupName(at(time)), `${backupName(at(time))}.secret`);
  return { file, at: at(time) };
};

describe('the backups that are kept', () => {
  it('are known by their names, whose times are those of their beginning', () => {
    expect(backupName(at('2026-11-22T13:34:00.900Z'))).toBe('turnpost-20261122T133400Z.sqlite');
    expect(oldestBackupAt(folder)).toBeUndefined();
    expect(oldestBackupAt(join(folder, 'nowhere'))).toBeUndefined();
    layBackup('2026-11-22T13:34:00Z');
    layBackup('2026-02-01T00:00:00Z');
    lay('turnpost.sqlite', 'turnpost-20250101T000000Z.sqlite.secret', 'journal');
    lay('turnpost-20251399T000000Z.sqlite', 'my-turnpost-20250101T000000Z.sqlite');
    expect(oldestBackupAt(folder)).toBe(at('2026-02-01T00:00:00Z'));
    expect(keptBackups(folder).map((each) => each.at)).toEqual([
      at('2026-02-01T00:00:00Z'),
      at('2026-11-22T13:34:00Z'),
    ]);
  });

  it('are so many; the oldest go, and nothing else', () => {
    lay('journal', 'turnpost.sqlite', 'turnpost-20250101T000000Z.sqlite.mine');
    const days = ['01', '02', '03', '04', '05'].map((day) => layBackup(`2026-11-${day}T03:00:00Z`));
    const [, , third, , newest] = days;
    if (!newest) throw new Error('there is none');
    expect(dropBackups(folder, 3, newest)).toBe(2);
    expect(oldestBackupAt(folder)).toBe(third?.at);
    expect(readdirSync(folder)).toHaveLength(3 + 2 * 3);
    expect(dropBackups(folder, 3, newest)).toBe(0);
    expect(dropBackups(folder, 1, newest)).toBe(2);
    expect(keptBackups(folder)).toEqual([newest]);
  });

  it('lose those first that a wrong clock has dated, and never the newest', () => {
    const old = layBackup('2026-11-01T03:00:00Z');
    layBackup('2036-01-01T03:00:00Z');
    const newest = layBackup('2026-11-02T03:00:00Z');
    expect(dropBackups(folder, 2, newest)).toBe(1);
    expect(keptBackups(folder)).toEqual([old, newest]);
  });

  it('lose what a crash has left of one without a name', () => {
    const kept = layBackup('2026-11-01T03:00:00Z');
    const draft = `${backupName(at('2026-11-02T03:00:00Z'))}.new-Ab12Cd`;
    for (const name of [draft, 'mine.sqlite.new-Ab12Cd']) {
      mkdirSync(join(folder, name));
      lay(join(name, 'copy.sqlite'));
    }
    dropDrafts(folder);
    expect(readdirSync(folder).filter((name) => name.includes('new-'))).toEqual([
      'mine.sqlite.new-Ab12Cd',
    ]);
    expect(keptBackups(folder)).toEqual([kept]);
  });
});
