import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { PostOffice } from '../../../sandbox/postoffice.ts';
import { makeGround, openOffice, settle } from '../../support/check/ground.ts';
import { startProgram } from '../../support/process/process.ts';

/** What the built program prints. */

let office: PostOffice;
beforeAll(async () => {
  office = await openOffice();
});
afterAll(() => office.stop());

/** Runs `turnpost check` in the folder of a ground. */
async function run(folder: string, env: Record<string, string>, ...args: readonly string[]) {
  const program = startProgram('dist/main.js', ['check', ...args], env, folder);
  const { code } = await program.ended();
  return { code, out: program.output() };
}

describe('turnpost check', () => {
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
});
