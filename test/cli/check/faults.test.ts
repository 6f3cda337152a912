import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { PostOffice } from '../../../sandbox/postoffice.ts';
import {
  expectNamed,
  type Fault,
  inspect,
  makeGround,
  openOffice,
  troublesIn,
} from '../../support/check/ground.ts';
import { LOGIN_FAULTS } from '../../support/check/login-faults.ts';
import { MACHINE_FAULTS } from '../../support/check/machine-faults.ts';
import { MAIL_FAULTS } from '../../support/check/mail-faults.ts';
import { WAY_FAULTS } from '../../support/check/way-faults.ts';
import { throwDice } from '../../support/run/seed.ts';

/** What operators and hosts get wrong, and what `turnpost check` says of it. */

let office: PostOffice;
beforeAll(async () => {
  office = await openOffice();
});
afterAll(() => office.stop());

const FAULTS: readonly Fault[] = [
  ...WAY_FAULTS,
  ...LOGIN_FAULTS,
  ...MAIL_FAULTS,
  ...MACHINE_FAULTS,
];

describe('a check', () => {
  const dice = throwDice('faults');

  it('finds nothing where all is well', async () => {
    const { ground, clear } = makeGround(office);
    try {
      const found = await inspect(ground, {});
      expect(troublesIn(found)).toEqual([]);
      expect(found.length).toBeGreaterThan(12);
    } finally {
      await clear();
    }
  });

  it.concurrent.each(dice.sample(FAULTS, 25).map((fault) => [fault.what, fault] as const))(
    'names cause and remedy of: %s',
    async (_, fault) => {
      const { ground, clear } = makeGround(office);
      try {
        expectNamed(await inspect(ground, await fault.seed(ground), fault), fault);
      } finally {
        await clear();
      }
    },
  );
});
