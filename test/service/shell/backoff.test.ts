import { describe, expect, it } from 'vitest';
import { makeBackoff } from '../../../src/service/shell/backoff.ts';

const at = { now: Date.UTC(2026, 10, 21) };
const begin = () => makeBackoff({ now: () => at.now }, 1_000, 8_000);
const waits = (backoff: ReturnType<typeof begin>) => backoff.nextAt - at.now;

describe('waiting', () => {
  it('doubles up to its longest, and begins anew after a success', () => {
    const backoff = begin();
    const all = Array.from({ length: 6 }, () => {
      backoff.failed();
      const ms = waits(backoff);
      at.now = backoff.nextAt;
      return ms;
    });
    expect(all).toEqual([1_000, 2_000, 4_000, 8_000, 8_000, 8_000]);
    backoff.succeeded();
    expect(backoff.due).toBe(true);
    backoff.failed();
    expect(waits(backoff)).toBe(1_000);
  });

  it('is as long as the other side asks for, also when it fails again meanwhile', () => {
    const backoff = begin();
    backoff.failed(60_000);
    const { nextAt } = backoff;
    expect(waits(backoff)).toBe(60_000);
    at.now += 10_000;
    backoff.failed();
    expect(backoff.nextAt).toBe(nextAt);
    expect(backoff.due).toBe(false);
    at.now = nextAt;
    expect(backoff.due).toBe(true);
  });

  it('does not grow by a clock that is set back', () => {
    const backoff = begin();
    backoff.failed(60_000);
    at.now -= 24 * 3_600_000;
    expect(backoff.due).toBe(true);
    backoff.failed();
    expect(waits(backoff)).toBe(2_000);
  });
});
