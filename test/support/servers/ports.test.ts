import { expect, it } from 'vitest';
import { freePort } from './ports.ts';

it('gives no port twice, and none that a connection may be given meanwhile', async () => {
  const ports: number[] = [];
  for (let at = 0; at < 600; at++) ports.push(await freePort());
  expect(new Set(ports).size).toBe(ports.length);
  expect(Math.max(...ports)).toBeLessThan(32_768);
});
