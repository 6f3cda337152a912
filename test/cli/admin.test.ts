import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { runAdminCommand } from '../../src/cli/admin.ts';
import { turnpost } from '../../src/cli/turnpost.ts';
import { COMMANDS } from '../../src/command/text/registry.ts';
import type { WorkerConfig } from '../../src/config.ts';
import { addSecret, secretPath } from '../../src/service/shell/secret.ts';
import { takeLock } from '../../src/store/file/lock.ts';
import { typeLine } from '../support/desk/command-line.ts';
import { ADMIN, ALICE, BOB } from '../support/desk/desk.ts';
import { desk, eachDesk } from '../support/desk/each.ts';
import { storedBoard } from '../support/desk/play.ts';
import { settings, workerConfig } from '../support/process/settings.ts';
import { collectingTerminal } from '../support/run/collecting-terminal.ts';
import { lettersIn } from '../support/stored/letters.ts';
import { adminActs } from '../support/stored/people.ts';

eachDesk('forms -size=4x4');

const database = () => join(desk.folder, 'turnpost.sqlite');
const configOf = (): WorkerConfig => {
  const config = workerConfig({
    ...settings(database()),
  });
  return config;
};
async function* typed(text = '') {
  yield Buffer.from(text);
}
const admin = (line: string, text = '') =>
  runAdminCommand(configOf(), line.split(' '), typed(text));
const log = () => adminActs(desk.shell.db);

describe('turnpost admin', () => {
  it('acts at once, tells whom it concerns, and is logged', async () => {
    expect(await admin('suspend bob after two warnings')).toEqual({
      code: 0,
      prints: [expect.stringContaining('bob is suspended, and is told so.')],
    });
    expect(log()).toEqual([{ address: 'terminal', act: 'admin suspend bob after two warnings' }]);
    const [told, ...more] = await desk.round();
    expect(more).toEqual([]);
    expect(told?.to).toBe(BOB);
    expect(told?.text).toContain('after two warnings');
    await desk.post({ from: BOB, subject: 'games', text: '' });
    expect(desk.newest(BOB).text).toContain('suspended');
    const { prints } = await admin('log 5');
    expect(prints?.[0]).toContain('terminal: admin suspend bob after two warnings');
  });

  it('sends letters whose answers count', async () => {
    expect(await admin('start forms bob alice -size=4x4')).toMatchObject({ code: 0 });
    const sent = await desk.round();
    expect(new Set(sent.map(({ to }) => to))).toEqual(new Set([ALICE, BOB]));
    await desk.answer(BOB, 'a4b4');
    expect(storedBoard(desk, 2).moves).toBe('a4xb4');
  });

  it('sends them beside a server that has not read its newest secret yet', async () => {
    const lock = takeLock(database(), { pid: 1, host: 'mars', since: Date.now() });
    if (!lock.ok) throw new Error('the lock is taken');
    const time = { now: () => Date.now() + 1_000 };
    const file = secretPath(database());
    addSecret(file, time, desk.shell.random);
    expect(await admin('undo 1')).toMatchObject({ code: 1 });
    expect(await admin('end 1 cancel')).toMatchObject({ code: 0 });
    await admin('start forms bob alice -size=4x4');
    lock.value.release();
    await desk.round();
    await desk.answer(BOB, 'a4b4');
    expect(storedBoard(desk, 2).moves).toBe('a4xb4');
  });

  it('takes the text of a broadcast from the standard input', async () => {
    expect(await admin('broadcast')).toMatchObject({ code: 1 });
    expect(await admin('broadcast', 'We move house.\n')).toMatchObject({ code: 0 });
    const sent = await desk.round();
    expect(sent.map(({ to }) => to).sort()).toEqual([ALICE, BOB]);
    for (const { text } of sent) expect(text).toContain('We move house.');
    expect(await admin('broadcast', 'x'.repeat(5_000))).toMatchObject({ code: 65 });
  });

  it('says why something cannot be done, and does nothing', async () => {
    expect(await admin('suspend carol')).toEqual({
      code: 1,
      line: expect.stringContaining('carol'),
    });
    expect(await admin('suspend')).toMatchObject({ code: 64 });
    for (const line of ['frobnicate', 'resign', 'move 1 a4b4', 'signoff']) {
      expect(await admin(line), line).toMatchObject({ code: 64 });
    }
    expect(log()).toEqual([]);
    expect(await desk.round()).toEqual([]);
  });

  it('says so where there is no database', async () => {
    const config = { ...configOf(), database: join(desk.folder, 'elsewhere.sqlite') };
    const { code, line } = await runAdminCommand(config, ['status'], typed());
    expect(code).toBe(1);
    expect(line).toContain('there is no database yet');
  });

  it('knows every act that a letter knows', async () => {
    const { prints = [] } = await admin('help');
    const names = COMMANDS.filter(({ audience }) => audience === 'admin').map(({ name }) => name);
    expect(names.length).toBeGreaterThan(10);
    for (const name of names) {
      expect(prints[0]).toContain(name);
      const { code, line = '' } = await admin(name.replace('admin ', ''));
      expect(line, name).not.toContain('does not know');
      expect(code, name).not.toBe(75);
    }
    expect((await admin('help suspend')).prints?.[0]).toContain('admin suspend USERID');
  });

  it('reads without a trace', async () => {
    for (const line of ['status', 'letters', 'log 5']) {
      expect((await admin(line)).prints?.[0]).toBeTruthy();
    }
    const typed = lettersIn(desk.shell.db).filter(({ mailbox }) => mailbox === '(terminal)');
    expect(typed).toEqual([]);
  });

  it('gives the boards anew to a player whom it moves', async () => {
    await admin('address bob bob@new.test');
    const sent = await desk.round();
    expect(sent.map(({ to }) => to).sort()).toEqual(['bob@new.test', 'bob@new.test', BOB]);
    expect(sent.some(({ to }) => to === ADMIN)).toBe(false);
  });
});

describe('the command line of turnpost admin', () => {
  it('needs a command, and leaves options to it', async () => {
    const { terminal, complaints } = collectingTerminal();
    expect(await turnpost(['admin'], terminal)).toBe(64);
    expect(complaints.join()).toContain('requires: COMMAND');
    const { error } = await typeLine(desk, 'admin suspnd bob');
    expect(error.split('\n')[1]).toBe('Did you mean this: turnpost admin suspend bob');
    await turnpost(['admin', 'start', 'forms', 'bob', 'alice', '-size=4x4'], terminal);
    expect(complaints.join()).not.toContain('There is no option');
  });
});
