import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { PostOffice } from '../../../sandbox/postoffice.ts';
import type { Finding } from '../../../src/cli/check/check.ts';
import {
  expectNamed,
  type Fault,
  makeGround,
  openOffice,
  settle,
} from '../../support/check/ground.ts';
import { LOGIN_FAULTS } from '../../support/check/login-faults.ts';
import { MACHINE_FAULTS } from '../../support/check/machine-faults.ts';
import { MAIL_FAULTS } from '../../support/check/mail-faults.ts';
import { WAY_FAULTS } from '../../support/check/way-faults.ts';
import { startProgram } from '../../support/process/process.ts';
import { full, throwDice } from '../../support/run/seed.ts';

/** The same faults, as the built program tells of them. */

let office: PostOffice;
beforeAll(async () => {
  office = await openOffice();
});
afterAll(() => office.stop());

const ALL = [...WAY_FAULTS, ...LOGIN_FAULTS, ...MAIL_FAULTS, ...MACHINE_FAULTS];
/** What stays silent takes as long as an operator waits. */
const FAULTS: readonly Fault[] = ALL.filter(
  ({ inProcess, isSilent }) => !inProcess && (full || !isSilent),
);

/** Runs `turnpost check` in the folder of a ground. */
async function run(folder: string, env: Record<string, string>, ...args: readonly string[]) {
  const program = startProgram('dist/main.js', ['check', ...args], env, folder);
  const { code } = await program.ended();
  return { code, out: program.output() };
}

describe('turnpost check', () => {
  const dice = throwDice('faults of the process');

  it('says a line for each thing, and ends with 0 where all is well', async () => {
    const { ground, clear } = makeGround(office);
    try {
      const { code, out } = await run(ground.folder, settle(ground, { dotenv: '' }));
      expect(out).toMatch(/^ok +configuration +The configuration is complete\. Mode: worker\.\n/);
      expect(out).toMatch(/\nok +letter +An e-mail to a tagged address arrived as well\.\n/);
      expect(out).toMatch(/\nwarn +copies +The copies of the database lie on the same disk: /);
      expect(out).toMatch(/\nNothing is wrong, 1 warning\.\n$/);
      expect(out).not.toMatch(/^wrong|hunter/m);
      expect(code).toBe(0);
    } finally {
      await clear();
    }
  });

  it.each(dice.sample(FAULTS, 1).map((fault) => [fault.what, fault] as const))(
    'names cause and remedy of: %s',
    async (_, fault) => {
      const { ground, clear } = makeGround(office);
      try {
        const env = settle(ground, await fault.seed(ground));
        const { code, out } = await run(ground.folder, env, '--json');
        const { ok, findings } = JSON.parse(out) as { ok: boolean; findings: readonly Finding[] };
        expectNamed(findings, fault);
        expect({ ok, code }).toEqual(fault.warns ? { ok: true, code: 0 } : { ok: false, code: 1 });
      } finally {
        await clear();
      }
    },
  );
});
