import { describe, expect, it } from 'vitest';
import { letterList } from '../../src/cli/look/lists.ts';
import { replayLetters } from '../../src/cli/look/retry.ts';
import { statusReport } from '../../src/cli/look/status.ts';
import { unstyled } from '../../src/cli/tty.ts';
import { letterLimits } from '../../src/limits.ts';
import { ALICE } from '../support/desk/desk.ts';
import { desk, eachDesk } from '../support/desk/each.ts';
import { storedBoard } from '../support/desk/play.ts';
import { answerTo } from '../support/post/letters.ts';
import { changeIn, changeOut, lettersIn, putCarriedOut } from '../support/stored/letters.ts';
import { forgetHeartbeat } from '../support/stored/server.ts';

eachDesk('forms -size=4x4');

const drop = (raw: string): void => {
  desk.box.set(desk.box.size + 1, Buffer.from(raw));
};
const report = () => [...letterList(desk.shell.db)({ json: false, paint: unstyled })];
const replay = (id: string) => replayLetters(desk.shell.db, [id]);
const revision = () => storedBoard(desk).revision;
const state = (letter: number) => lettersIn(desk.shell.db).find(({ id }) => id === letter)?.state;

/** Alice resigns, and the letter is put aside because every reading of it fails. */
async function putAsideResignation(): Promise<void> {
  const failing = () =>
    desk.reopen({
      reach(point) {
        if (point === 'read: concluded') throw new Error('a bug');
      },
    });
  failing();
  await desk.post(answerTo(desk.newest(ALICE), 'resign'));
  for (let round = 0; round < 2; round++) await desk.round();
  desk.reopen();
  expect(state(7)).toBe('put-aside');
}

describe('turnpost letters', () => {
  it('lists those that were read, which are kept small, with their size and domain', () => {
    const lines = [...letterList(desk.shell.db, 'done')({ json: false, paint: unstyled })];
    const second = desk.box.get(2);
    expect(lines[1]).toContain(` ${second?.length} `);
    expect(lines[1]).toMatch(/home\.test$/);
  });

  it('lists them with nothing of a stranger but the domain', async () => {
    drop('From: eve@evil.test\r\nFrom: two@evil.test\r\nSubject: \u001b[31mhello\r\n\r\n');
    drop('From: "\u001b[2J" <eve@evil.test>\r\nSubject: x\r\n\r\n');
    drop(`From: Bob <bob@big.test>\r\n\r\n${'x'.repeat(letterLimits.bytes)}`);
    await desk.round();
    const lines = report();
    expect(lines[0]).toMatch(/^ID {2}RECEIVED +BYTES +RUNS +REASON +FROM$/);
    expect(lines[1]).toMatch(/^ 7 {2}2026-11-21 09:00 UTC +\d+ +0 {2}several-from +-$/);
    expect(lines[2]).toMatch(/^ 8 {2}2026-11-21 09:00 UTC +\d+ +0 {2}odd-from +-$/);
    expect(lines[3]).toMatch(/^ 9 {2}2026-11-21 09:00 UTC +10486\d\d +0 {2}too large +big\.test$/);
    expect(lines.join('')).not.toContain('\u001b');
    expect(lines.at(-1)).toBe('To read an e-mail again: turnpost replay ID');
  });
});

describe('turnpost replay', () => {
  it('has a letter carried out that was put aside', async () => {
    await putAsideResignation();
    expect(revision()).toBe(1);
    expect(replay('7')).toEqual({
      ok: true,
      value: ['E-mail 7 will be read again.'],
    });
    await desk.round();
    expect(state(7)).toBe('done');
    expect(revision()).toBe(2);
  });

  it('has it carried out although a copy came meanwhile, and only once', async () => {
    await putAsideResignation();
    const copy = desk.box.get(7) ?? new Uint8Array();
    desk.box.set(8, copy);
    await desk.round();
    expect([state(7), state(8)]).toEqual(['put-aside', 'ignored']);
    expect(replay('7').ok).toBe(true);
    await desk.round();
    desk.box.set(9, copy);
    await desk.round();
    expect([state(7), state(8), state(9)]).toEqual(['done', 'ignored', 'ignored']);
    expect(revision()).toBe(2);
  });

  it('carries nothing out twice when a copy was faster', async () => {
    await putAsideResignation();
    expect(replay('7').ok).toBe(true);
    // A copy of it is carried out before the server comes to the letter itself.
    putCarriedOut(desk.shell.db, 8, 7);
    await desk.round();
    expect(state(7)).toBe('ignored');
    expect(revision()).toBe(1);
  });

  it('reads none of several where one cannot be read', async () => {
    await putAsideResignation();
    expect(replayLetters(desk.shell.db, ['7', '77'])).toMatchObject({ ok: false });
    expect(state(7)).toBe('put-aside');
    expect(replayLetters(desk.shell.db, ['7', '7'])).toMatchObject({ ok: true });
    expect(state(7)).toBe('stored');
  });

  it.each([
    ['77', 'There is no e-mail 77. Try: turnpost letters'],
    ['1; drop', 'There is no e-mail 1; drop. Try: turnpost letters'],
    ['1', 'E-mail 1 is not put aside; its state is: held'],
  ])('refuses %j', (id, error) => {
    expect(replay(id)).toEqual({ ok: false, error });
  });

  it('refuses a letter of which nothing is kept, or only the header', async () => {
    await putAsideResignation();
    changeIn(desk.shell.db, { raw: null }, 7);
    expect(replay('7')).toMatchObject({
      error: 'E-mail 7 cannot be read again: its content was deleted.',
    });
    drop(`From: bob@big.test\r\n\r\n${'x'.repeat(letterLimits.bytes)}`);
    await desk.round();
    expect(replay('8')).toMatchObject({
      error: 'E-mail 8 was too large: only its header was fetched.',
    });
  });
});

describe('turnpost status', () => {
  it('counts letters and says what waits', async () => {
    expect(statusReport(desk.shell.db, undefined)).toEqual([
      'Server: not running',
      'Mailbox last read: 2026-11-21 09:00 UTC',
      'Incoming e-mails: 4 done, 2 held',
      'Outgoing e-mails: 8 sent',
      'Oldest unread e-mail: none',
      'Oldest unsent e-mail: none',
      'Newest copy: none',
    ]);
    await putAsideResignation();
    replay('7');
    forgetHeartbeat(desk.shell.db);
    changeOut(desk.shell.db, { state: 'waiting' }, 1);
    const holder = { pid: 12, host: 'mars', since: desk.time.now };
    const lines = statusReport(desk.shell.db, holder);
    expect(lines[0]).toBe('Server: process 12 on mars since 2026-11-21 09:00 UTC');
    expect(lines[1]).toBe('Mailbox last read: never');
    expect(lines[2]).toBe('Incoming e-mails: 4 done, 2 held, 1 stored');
    // Alice has been told that her letter could not be read.
    expect(lines[3]).toBe('Outgoing e-mails: 8 sent, 1 waiting');
    expect(lines[4]).toBe('Oldest unread e-mail: since 2026-11-21 09:00 UTC');
    expect(lines[5]).toBe('Oldest unsent e-mail: since 2026-11-21 09:00 UTC');
  });
});
