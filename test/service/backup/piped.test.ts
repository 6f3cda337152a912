import { readdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { dropPiped, keepPiped, pipedLetters } from '../../../src/service/backup/make.ts';
import { newFolder } from '../../support/run/folder.ts';

let folder: string;
beforeEach(() => {
  folder = newFolder();
});

const keep = (text: string, id: number, at: number): void =>
  keepPiped(join(folder, 'copies'), Buffer.from(text), id, at);
const kept = () =>
  pipedLetters(join(folder, 'copies')).map(({ raw, id, at }) => [
    Buffer.from(raw).toString(),
    id,
    at,
  ]);

describe('letters of the pipe beside the copies', () => {
  it('stay for their owner alone until a copy holds them, in the order in which they came', () => {
    keep('second', 12, 2_000);
    keep('first', 9, 1_000);
    keep('third', 13, 2_000);
    expect(kept()).toEqual([
      ['first', 9, 1_000],
      ['second', 12, 2_000],
      ['third', 13, 2_000],
    ]);
    const files = readdirSync(join(folder, 'copies')).map((name) => join(folder, 'copies', name));
    expect(files.map((file) => statSync(file).mode & 0o777)).toEqual([0o600, 0o600, 0o600]);
    dropPiped(join(folder, 'copies'), 12);
    expect(kept()).toEqual([['third', 13, 2_000]]);
  });

  it('are told from whatever else lies there', () => {
    keep('one', 1, 1_000);
    for (const name of ['letter-1.eml', 'notes.txt', 'letter-0000000001000-2-00.eml.new']) {
      writeFileSync(join(folder, 'copies', name), '');
    }
    dropPiped(join(folder, 'copies'), 0);
    expect(kept()).toEqual([['one', 1, 1_000]]);
    dropPiped(join(folder, 'copies'), 99);
    expect(readdirSync(join(folder, 'copies'))).toHaveLength(3);
  });

  it('are none where there is no folder', () => {
    expect(kept()).toEqual([]);
  });
});
