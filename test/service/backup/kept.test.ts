import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { oneDayMs } from '../../../src/limits.ts';
import {
  backupName,
  copiesBelow,
  copiesFolder,
  deleteExpired,
  deleteIncomplete,
  dropPredecessors,
  expiredCopies,
  keptBackups,
  noteSuccessor,
  oldestBackupAt,
} from '../../../src/service/backup/copies.ts';
import { newFolder } from '../../support/run/folder.ts';

let folder: string;
beforeEach(() => {
  folder = newFolder();
});

const at = (text: string) => Date.parse(text);
const lay = (...names: readonly string[]) => {
  for (const name of names) writeFileSync(join(folder, name), '');
};
const layBackup = (time: string) => {
  const file = join(folder, backupName(at(time)));
  lay(backupName(at(time)), `${backupName(at(time))}.secret`);
  return { file, at: at(time) };
};

describe('the copies that are kept', () => {
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

  it('lie in a folder for each database, and nothing else in the place is one', () => {
    const root = folder;
    expect(copiesBelow(join(root, 'nowhere'))).toEqual([]);
    const id = '0123456789abcdef';
    mkdirSync(join(root, id));
    mkdirSync(join(root, 'fedcba9876543210'));
    mkdirSync(join(root, 'photographs'));
    layBackup('2026-11-22T13:34:00Z');
    folder = join(root, id);
    const copy = layBackup('2026-11-22T13:34:00Z');
    folder = root;
    expect(copiesBelow(root)).toEqual([{ id, folder: join(root, id), copies: [copy] }]);
    expect(copiesFolder({ backups: { folder: root, days: 1 } }, id)).toBe(join(root, id));
    expect(copiesFolder({}, id)).toBeUndefined();
  });

  it('are the last three, the first of each hour of a day, and of each day of so many', () => {
    const every = 10 * 60_000;
    const begin = at('2026-11-01T00:00:00Z');
    const lastAt = begin + 20 * oneDayMs;
    let copies: { file: string; at: number }[] = [];
    for (let now = begin; now <= lastAt; now += every) {
      const newest = { file: backupName(now), at: now };
      copies.push(newest);
      const gone = expiredCopies(copies, newest, 14);
      copies = copies.filter((each) => !gone.includes(each));
    }
    const times = copies.map((each) => new Date(each.at).toISOString().slice(0, 16));
    expect(times.slice(0, 13)).toEqual(
      Array.from({ length: 13 }, (_, day) => `2026-11-${String(day + 8).padStart(2, '0')}T00:00`),
    );
    const hourly = Array.from({ length: 23 }, (_, hour) => String(hour + 1).padStart(2, '0'));
    expect(times.slice(13)).toEqual([
      ...hourly.map((hour) => `2026-11-20T${hour}:00`),
      '2026-11-20T23:40',
      '2026-11-20T23:50',
      '2026-11-21T00:00',
    ]);
  });

  it('stay where none has been made for long', () => {
    const old = ['2026-01-01', '2026-01-02', '2026-01-03'].map((day) =>
      layBackup(`${day}T03:00:00Z`),
    );
    const newest = layBackup('2026-11-02T03:00:00Z');
    expect(deleteExpired(folder, newest, 14)).toBe(1);
    expect(keptBackups(folder)).toEqual([old[1], old[2], newest]);
    expect(readdirSync(folder)).toHaveLength(6);
  });

  it('lose those that a wrong clock has dated as soon as there are three others', () => {
    const wrong = layBackup('2036-01-01T03:00:00Z');
    const first = layBackup('2026-11-02T03:00:00Z');
    expect(deleteExpired(folder, first, 14)).toBe(0);
    const second = layBackup('2026-11-02T03:10:00Z');
    expect(deleteExpired(folder, second, 14)).toBe(0);
    expect(keptBackups(folder)).toEqual([first, second, wrong]);
    const third = layBackup('2026-11-02T03:20:00Z');
    expect(deleteExpired(folder, third, 14)).toBe(1);
    expect(keptBackups(folder)).toEqual([first, second, third]);
  });

  it('lose what a crash has left of one, and nobody else anything', () => {
    const kept = layBackup('2026-11-01T03:00:00Z');
    const draft = `${backupName(at('2026-11-02T03:00:00Z'))}.new-Ab12Cd`;
    for (const name of [draft, 'mine.sqlite.new-Ab12Cd']) {
      mkdirSync(join(folder, name));
      lay(join(name, 'copy.sqlite'));
    }
    lay('turnpost-20261103T030000Z.sqlite.secret', 'mine.sqlite.secret', 'turnpost.sqlite');
    deleteIncomplete(folder);
    expect(readdirSync(folder).sort()).toEqual([
      'mine.sqlite.new-Ab12Cd',
      'mine.sqlite.secret',
      'turnpost-20261101T030000Z.sqlite',
      'turnpost-20261101T030000Z.sqlite.secret',
      'turnpost.sqlite',
    ]);
    expect(keptBackups(folder)).toEqual([kept]);
  });

  it('of databases that have gone on after a recovery have their time as well', () => {
    const root = folder;
    const ids = ['a', 'b', 'c', 'd'].map((letter) => letter.repeat(16));
    const [first = '', second = '', now = '', other = ''] = ids.map((id) => join(root, id));
    const layIn = (place: string, time: string) => {
      mkdirSync(place, { recursive: true });
      folder = place;
      return layBackup(time);
    };
    layIn(first, '2026-11-01T03:00:00Z');
    lay('letter-1762000000000-7-0123456789abcdef.eml');
    layIn(second, '2026-11-09T03:00:00Z');
    const kept = layIn(second, '2026-11-10T03:00:00Z');
    layIn(other, '2026-11-01T03:00:00Z');
    const newest = layIn(now, '2026-11-23T04:00:00Z');
    folder = root;
    noteSuccessor(first, 'b'.repeat(16));
    noteSuccessor(second, 'c'.repeat(16));
    dropPredecessors(now, newest, 14);
    expect(readdirSync(root).sort()).toEqual([second, now, other].map((each) => basename(each)));
    expect(keptBackups(second)).toEqual([kept]);
    expect(keptBackups(other)).toHaveLength(1);
  });
});
