import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { oneHourMs } from '../../src/limits.ts';
import { openSqlite } from '../../src/store/file/database.ts';
import { ALICE, BOB, type Desk, openBoard, openDesk } from '../support/desk/desk.ts';
import { putLetters } from '../support/desk/outbox.ts';
import { type Program, startProgram } from '../support/process/process.ts';
import { settings } from '../support/process/settings.ts';
import { throwDice } from '../support/run/seed.ts';
import { until } from '../support/servers/ports.ts';
import { type SmtpServer, startSmtp } from '../support/servers/scripted-smtp.ts';
import { changeOut, statesOut } from '../support/stored/letters.ts';
import { setConditionsDue } from '../support/stored/server.ts';

const dice = throwDice('submission');

let desk: Desk;
let server: SmtpServer;
let programs: Program[];
/** What the server says to a whole letter to somebody. */
let toWhole: (to: string) => string | undefined | Promise<string>;
let wholes: string[];

beforeEach(async () => {
  programs = [];
  wholes = [];
  // Its clock moves on with every round; what is dated later than now counts for nothing.
  desk = openDesk({ log: 'silent', now: Date.now() - oneHourMs });
  await openBoard(desk, 'forms -size=4x4');
  server = await startSmtp((step, { to }) => {
    if (step !== 'END') return undefined;
    wholes.push(to);
    return toWhole(to);
  });
});
afterEach(async () => {
  for (const { pid } of programs) {
    try {
      process.kill(pid, 'SIGKILL');
    } catch {
      // It has ended.
    }
  }
  await server.stop();
  desk.close();
});

function run(...args: readonly string[]): Program {
  const program = startProgram('dist/main.js', args, {
    ...settings(join(desk.folder, 'turnpost.sqlite'), server.port),
    TURNPOST_POLL: '* * * * * *',
    TURNPOST_PLUS: 'off',
  });
  programs.push(program);
  return program;
}
const states = (): readonly unknown[] => {
  const db = openSqlite(join(desk.folder, 'turnpost.sqlite'), { readonly: true });
  try {
    return statesOut(db).slice(-2);
  } finally {
    db.close();
  }
};
async function stop(program: Program): Promise<void> {
  program.signal('SIGTERM');
  expect(await program.ended()).toEqual({ code: 0, signal: null });
}

describe('the program and a submission server', () => {
  it.runIf(dice.takes())(
    'that thinks about a letter for minutes holds up neither the others nor a stop',
    async () => {
      toWhole = (to) => (to === ALICE ? new Promise(() => undefined) : undefined);
      await putLetters(desk, ALICE);
      const program = run('start');
      await until('the letter is being looked into', () => wholes.includes(ALICE));
      await putLetters(desk, BOB);
      await until('the other one is sent', () => states()[1] === 'sent');
      await stop(program);
      expect(states()).toEqual(['waiting', 'sent']);
      expect(wholes).toEqual([ALICE, BOB]);

      toWhole = () => undefined;
      changeOut(desk.shell.db, { retryAt: 0 });
      const next = run('start');
      await until('it is sent after the next start', () => states()[0] === 'sent');
      await stop(next);
      expect(wholes).toEqual([ALICE, BOB, ALICE]);
    },
  );

  it.runIf(dice.takes())(
    'that takes none today gets all of them when it does, also after a stop',
    async () => {
      toWhole = () => '550-5.4.5 Daily user sending limit exceeded.\r\n550 5.4.5 Try again later.';
      await putLetters(desk, ALICE, BOB);
      const program = run('start');
      await program.prints('the server accepts no e-mail');
      const status = run('status');
      await status.ended();
      expect(status.output()).toMatch(
        /^The submission server has accepted no e-mail since .*5\.4\.5\)$/m,
      );
      await stop(program);
      expect(states()).toEqual(['waiting', 'waiting']);
      expect(wholes.length).toBe(2);

      toWhole = () => undefined;
      const early = run('start');
      await early.prints('waiting for e-mail');
      await stop(early);
      expect(wholes.length).toBe(2);
      // An hour later.
      setConditionsDue(desk.shell.db);
      const next = run('start');
      await until('both are sent', () => states().join() === 'sent,sent');
      await stop(next);
      const after = run('status');
      await after.ended();
      expect(after.output()).not.toContain('submission server');
    },
  );
});
