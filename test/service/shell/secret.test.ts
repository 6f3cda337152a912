import {
  chmodSync,
  chownSync,
  existsSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { runSecretRotate } from '../../../src/cli/secret.ts';
import { oneDayMs } from '../../../src/limits.ts';
import { systemRandom } from '../../../src/ports.ts';
import { addSecret, readSecrets, secretPath } from '../../../src/service/shell/secret.ts';
import { ALICE, openBoard, openDesk } from '../../support/desk/desk.ts';
import { storedBoard } from '../../support/desk/play.ts';
import { answerTo } from '../../support/post/letters.ts';
import { newFolder } from '../../support/run/folder.ts';
import { present } from '../../support/run/present.ts';

const OLD = 'ab'.repeat(32);
const root = present('the rights of root', process.getuid?.() === 0);
/** Debian's `nobody`; any other number would do. */
const OTHER = 65_534;
const time = { now: () => now };
let now: number;
let folder: string;
let path: string;
beforeEach(() => {
  now = Date.UTC(2026, 10, 21);
  folder = newFolder();
  path = secretPath(join(folder, 'turnpost.sqlite'));
});

const read = () =>
  readSecrets(undefined, path, time, systemRandom).map((each) => Buffer.from(each).toString('hex'));
const rotate = () => addSecret(path, time, systemRandom);
const mode = () => statSync(path).mode & 0o777;

describe('the secret', () => {
  it('is made once, for its owner only', () => {
    const [made] = read();
    expect(made).toMatch(/^[0-9a-f]{64}$/);
    expect(read()).toEqual([made]);
    expect(mode()).toBe(0o600);
    expect(readFileSync(path, 'utf8')).toBe(`${made} 2026-11-21T00:00:00.000Z\n`);
  });

  it('is read from a file of the time before there were dates, which can be rotated', () => {
    writeFileSync(path, `${OLD}\n`, { mode: 0o600 });
    expect(read()).toEqual([OLD]);
    rotate();
    expect(read()).toEqual([expect.not.stringContaining(OLD), OLD]);
    expect(mode()).toBe(0o600);
    expect(existsSync(`${path}.new`)).toBe(false);
  });

  it('counts for sixty days after the next one is made', () => {
    const [first] = read();
    now += 400 * oneDayMs;
    rotate();
    const [second] = read();
    now += 30 * oneDayMs;
    rotate();
    const [third] = read();
    expect(read()).toEqual([third, second, first]);
    now += 30 * oneDayMs;
    expect(read()).toEqual([third, second]);
    now += 30 * oneDayMs;
    expect(read()).toEqual([third]);
    expect(readFileSync(path, 'utf8')).toContain(first);
    rotate();
    expect(readFileSync(path, 'utf8').split('\n').length).toBe(3);
    expect(readFileSync(path, 'utf8')).not.toContain(first);
  });

  it('stays as open as its owner has made it', () => {
    read();
    chmodSync(path, 0o640);
    rotate();
    expect(mode()).toBe(0o640);
  });

  it.runIf(root)('stays whose it was when root rotates it', () => {
    const [first] = read();
    chownSync(path, OTHER, OTHER);
    rotate();
    expect(statSync(path)).toMatchObject({ uid: OTHER, gid: OTHER });
    expect(mode()).toBe(0o600);
    expect(read()).toEqual([expect.not.stringContaining(first ?? ''), first]);
  });

  it.runIf(root)('is not rotated by somebody who would take it away from its owner', () => {
    read();
    // Nobody may write here, and read the file, and it is still root's.
    chmodSync(folder, 0o777);
    chmodSync(path, 0o644);
    const before = readFileSync(path, 'utf8');
    process.seteuid?.(OTHER);
    try {
      expect(rotate).toThrow('belongs to somebody else');
    } finally {
      process.seteuid?.(0);
    }
    expect(readFileSync(path, 'utf8')).toBe(before);
    expect(existsSync(`${path}.new`)).toBe(false);
    rotate();
    expect(read().length).toBe(2);
  });

  it('is not written through a link that lies in its way', () => {
    read();
    const elsewhere = join(folder, 'elsewhere');
    writeFileSync(elsewhere, 'of somebody else');
    symlinkSync(elsewhere, `${path}.new`);
    rotate();
    expect(readFileSync(elsewhere, 'utf8')).toBe('of somebody else');
    expect(read().length).toBe(2);
  });

  it.each([
    ['nothing', ''],
    ['half a secret', OLD.slice(1)],
    ['something else', `${OLD} tomorrow`],
    ['a date that is none', `${OLD} 2026-99-21T00:00:00.000Z`],
    ['a damaged line below', `${OLD} 2026-11-21T00:00:00.000Z\n${OLD.slice(1)}`],
    ['an empty line between', `${OLD} 2026-11-21T00:00:00.000Z\n\n${OLD}`],
    ['a line without a date above another', `${OLD}\n${OLD} 2026-11-21T00:00:00.000Z`],
  ])('is not taken from a damaged file: %s', (_, text) => {
    writeFileSync(path, text);
    expect(read).toThrow('is damaged');
    expect(rotate).toThrow('is damaged');
    expect(readFileSync(path, 'utf8')).toBe(text);
  });
});

describe('turnpost secret rotate', () => {
  const report = (secret?: string) =>
    runSecretRotate({ secret, database: join(folder, 'turnpost.sqlite') }, time, systemRandom);

  it('says what it has done, without the secret', async () => {
    const [before] = read();
    const told = await report();
    expect(told).toMatchObject({ ok: true });
    const [after] = read();
    expect(after).not.toBe(before);
    expect(JSON.stringify(told)).not.toMatch(/[0-9a-f]{64}/);
    expect(JSON.stringify(told)).toContain('Restart a running server');
  });

  it.each([
    ['with the secret in a variable', 'a secret of twenty', 'TURNPOST_SECRET'],
    ['without a file', undefined, 'at its first start'],
  ])('changes nothing %s', async (_, secret, why) => {
    expect(await report(secret)).toMatchObject({ ok: false, error: expect.stringContaining(why) });
    expect(existsSync(path)).toBe(false);
  });

  it('does not call a secret missing that it may not read', async () => {
    // Root may read everything, but not beneath a file.
    const database = join(folder, 'file', 'turnpost.sqlite');
    writeFileSync(join(folder, 'file'), '');
    const told = await runSecretRotate({ secret: undefined, database }, time, systemRandom);
    expect(told).toMatchObject({ ok: false, error: expect.stringContaining('ENOTDIR') });
  });
});

describe('an answer to a letter from before the secret was rotated', () => {
  it('still moves', async () => {
    const desk = openDesk();
    await openBoard(desk, 'minefield -size=4x4');
    const board = desk.newest(ALICE);
    const { name } = desk.shell.db;
    const file = secretPath(name);
    addSecret(file, desk.shell.time, systemRandom);
    desk.reopen();
    await desk.post(answerTo(board, 'c3'));
    expect(storedBoard(desk).moves).toBe('c3');
    desk.close();
  });
});
