import { readFileSync } from 'node:fs';
import { beforeEach, describe, expect, it } from 'vitest';
import { allSecrets, rotate, secretPath } from '../../../src/service/shell/secret.ts';
import { serverValue } from '../../../src/store/server/conditions.ts';
import { desk, eachDesk } from '../../support/desk/each.ts';

let file: string;
eachDesk();
beforeEach(() => {
  file = secretPath(`${desk.folder}/turnpost.sqlite`);
});

const read = () => readFileSync(file, 'utf8');
const begin = (copied: () => string | undefined) => {
  const { db, time, random } = desk.shell;
  return rotate(db, file, { time, random }, async () => copied());
};

describe('a new secret', () => {
  it('is in a copy before anything is signed with it', async () => {
    const [old] = allSecrets(file, desk.shell.time);
    let copied = '';
    const done = await begin(() => {
      copied = read();
      return undefined;
    });
    expect([done.ok, read()]).toEqual([true, copied]);
    // The server goes on with the old one, and with the same random numbers, until it is started anew.
    expect(desk.shell.secrets[0]).toEqual(old);
    expect(serverValue(desk.shell.db, 'seed')).toBeDefined();
    desk.reopen();
    const [newest, next] = allSecrets(file, desk.shell.time);
    expect(desk.shell.secrets).toEqual([newest, next]);
    expect(next).toEqual(old);
  });

  it('is none where no copy can hold it', async () => {
    const before = read();
    expect(await begin(() => 'the disk is full')).toEqual({
      ok: false,
      error: 'No new secret was made, because no copy holds it: the disk is full',
    });
    expect(read()).toBe(before);
  });
});
