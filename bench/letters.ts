import { performance } from 'node:perf_hooks';
import { letterBytesMax } from '../src/limits.ts';
import { parseLetter } from '../src/mail/letter.ts';
import { HOSTILE } from '../test/support/hostile.ts';

/**
 * How long it takes to read letters that are made to keep a reader busy, at half the size that is
 * fetched at all, at that size, and at twice that; the middle of several runs. What is linear costs
 * twice as much each time, or as much as before where a limit cuts in.
 *
 *   npm run bench letters
 *   npm run bench letters flowed
 */
const RUNS = 5;
const SIZES_BYTES = [letterBytesMax / 2, letterBytesMax, 2 * letterBytesMax] as const;
const only = process.argv[2] ?? '';
const say = (line: string) => process.stdout.write(`${line}\n`);

async function measure(raw: Uint8Array): Promise<{ ms: number; outcome: string }> {
  const times: number[] = [];
  let outcome = '';
  for (let run = 0; run < RUNS; run++) {
    const startMs = performance.now();
    const letter = await parseLetter(raw, 'games@turnpost.test');
    times.push(performance.now() - startMs);
    outcome = letter.ok ? 'read' : letter.error;
  }
  return { ms: times.toSorted((one, next) => one - next)[Math.floor(RUNS / 2)] ?? 0, outcome };
}

say(`${'kind'.padEnd(38)} 512 KiB    1 MiB   ratio    2 MiB   ratio  outcome at 1 MiB`);
let worst = { kind: '', ms: 0 };
for (const { kind, write } of HOSTILE) {
  if (!kind.includes(only)) continue;
  const [half, whole, twice] = [
    await measure(write(SIZES_BYTES[0])),
    await measure(write(SIZES_BYTES[1])),
    await measure(write(SIZES_BYTES[2])),
  ];
  const ms = (value: number) => `${value.toFixed(1).padStart(6)} ms`;
  const ratio = (one: number, next: number) => (next / one).toFixed(2).padStart(7);
  say(
    `${kind.padEnd(37)}${ms(half.ms)}${ms(whole.ms)}${ratio(half.ms, whole.ms)} ${ms(twice.ms)}${ratio(whole.ms, twice.ms)}  ${whole.outcome}`,
  );
  if (whole.ms > worst.ms) worst = { kind, ms: whole.ms };
}
say(`longest at 1 MiB: ${worst.kind}, ${worst.ms.toFixed(0)} ms`);
