import { readFileSync, writeFileSync } from 'node:fs';
import { beforeEach, describe, expect, it } from 'vitest';
import { systemRandom } from '../../../src/ports.ts';
import {
  allSecrets,
  finishRotation,
  rotate,
  seal,
  secretPath,
  unseal,
} from '../../../src/service/shell/secret.ts';
import { putServerValue, serverValue } from '../../../src/store/server/conditions.ts';
import { desk, eachDesk } from '../../support/desk/each.ts';

let file: string;
eachDesk();
beforeEach(() => {
  file = secretPath(`${desk.folder}/turnpost.sqlite`);
});

const begin = (copied: () => string | undefined) =>
  rotate(desk.shell.db, file, { time: desk.shell.time, random: systemRandom }, copied);
const secrets = () => allSecrets(file, desk.shell.time).map((each) => Buffer.from(each));

describe('a new secret', () => {
  it('is a row that a copy holds before it is a file', () => {
    const before = readFileSync(file, 'utf8');
    let row: string | undefined;
    const done = begin(() => {
      row = serverValue(desk.shell.db, 'rotation');
      expect(readFileSync(file, 'utf8')).toBe(before);
      return undefined;
    });
    expect(done.ok).toBe(true);
    expect(secrets()).toHaveLength(2);
    const text = Buffer.from(unseal(row ?? '', [secrets()[1] as Buffer]) ?? []).toString();
    expect(text).toBe(readFileSync(file, 'utf8'));
    expect(serverValue(desk.shell.db, 'rotation')).toBeUndefined();
  });

  it('is none where no copy can hold it', () => {
    const before = readFileSync(file, 'utf8');
    expect(begin(() => 'the disk is full')).toEqual({
      ok: false,
      error: 'No new secret was made, because no copy holds it: the disk is full',
    });
    expect(readFileSync(file, 'utf8')).toBe(before);
    expect(serverValue(desk.shell.db, 'rotation')).toBeUndefined();
  });

  it('is finished at the next start where it was cut, once', () => {
    const [before] = secrets();
    const cut = () => {
      throw new Error('cut');
    };
    expect(() => begin(cut)).toThrow('cut');
    expect(secrets()).toHaveLength(1);
    desk.reopen();
    expect(secrets()).toHaveLength(2);
    expect(secrets()[1]).toEqual(before);
    expect(Buffer.from(desk.shell.secrets[0])).toEqual(secrets()[0]);
    desk.reopen();
    expect(secrets()).toHaveLength(2);
  });

  it('that an older copy tells of takes nothing from the file', () => {
    let row: string | undefined;
    const copied = () => {
      row ??= serverValue(desk.shell.db, 'rotation');
      return undefined;
    };
    begin(copied);
    begin(copied);
    const before = readFileSync(file, 'utf8');
    putServerValue(desk.shell.db, 'rotation', row ?? '');
    desk.reopen();
    expect(readFileSync(file, 'utf8')).toBe(before);
  });

  it('is forgotten where there is another secret by then', () => {
    expect(() =>
      begin(() => {
        throw new Error('cut');
      }),
    ).toThrow('cut');
    writeFileSync(file, `${'ab'.repeat(32)}\n`);
    let copies = 0;
    finishRotation(desk.shell.db, file, desk.shell.time, () => copies++);
    expect(readFileSync(file, 'utf8')).toBe(`${'ab'.repeat(32)}\n`);
    expect([copies, serverValue(desk.shell.db, 'rotation')]).toEqual([1, undefined]);
  });
});

describe('a seal', () => {
  it('is opened by who has the secret, also when there is a newer one, and by nobody else', () => {
    const [one, other] = [systemRandom.bytes(32), systemRandom.bytes(32)];
    const sealed = seal(Buffer.from('the secret'), [one], systemRandom);
    expect(Buffer.from(unseal(sealed, [other, one]) ?? []).toString()).toBe('the secret');
    expect(unseal(sealed, [other])).toBeUndefined();
    expect(unseal(`${sealed.slice(0, -8)}AAAAAAA=`, [one])).toBeUndefined();
  });
});
