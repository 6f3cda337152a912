import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { stopLimits } from '../../src/server-limits.ts';
import { present } from '../support/run/present.ts';

/** What can be said of the unit without a systemd that runs; .ci/evening runs the server under it. */

const UNIT = fileURLToPath(new URL('../../deploy/turnpost.service', import.meta.url));
/** In tenths, of a hundred. Two of them are that systemd-notify, a child, may say how the server is. */
const EXPOSURE_MAX = 13;

const analyze = (...args: readonly string[]) =>
  spawnSync('systemd-analyze', ['security', '--offline=true', '--no-pager', ...args], {
    encoding: 'utf8',
  });
const here = present('systemd-analyze', analyze('--version').status === 0);

describe('the unit', () => {
  it('waits for the letters in hand', () => {
    const [, seconds] = /^TimeoutStopSec=(\d+)$/m.exec(readFileSync(UNIT, 'utf8')) ?? [];
    expect(Number(seconds) * 1_000).toBeGreaterThan(stopLimits.sendingMs);
  });

  it.skipIf(!here)('leaves the program no more than it needs', () => {
    const { status, stdout, stderr } = analyze(`--threshold=${EXPOSURE_MAX}`, UNIT);
    expect({
      status,
      said: stdout.split('\n').filter((line) => line.startsWith('✗')),
      stderr,
    }).toMatchObject({ status: 0 });
    expect(stdout).toContain(`Overall exposure level for turnpost.service: ${EXPOSURE_MAX / 10}`);
  });
});
