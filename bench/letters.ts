import { performance } from 'node:perf_hooks';
import { readFresh } from '../src/command/text/read.ts';
import { letterLimits } from '../src/limits.ts';
import { automaticReason } from '../src/mail/automatic.ts';
import { dsnOf } from '../src/mail/dsn.ts';
import { parseLetter } from '../src/mail/letter.ts';
import { fingerprint, linesAboveToken, replyToken } from '../src/mail/reply.ts';
import { pack } from '../src/store/letters/packed.ts';
import { VOCABULARY } from '../test/support/desk/vocabulary.ts';
import { HOSTILE } from '../test/support/post/hostile.ts';
import { median } from './median.ts';

/**
 * How long the work on letters takes that are made to keep us busy, at half the size that is fetched
 * at all, at that size, and at twice that; the middle of several runs. What is linear costs twice as
 * much each time, or as much as before where a limit cuts in.
 *
 *   npm run bench letters
 *   npm run bench letters flowed
 *
 * - read: a thread takes the letter apart.
 * - search: the same thread looks for a reply token in the new lines, with two secrets.
 * - pack: the same thread makes its bytes small.
 * - judge: the main thread finds out what it is and what it asks for, mostly within a transaction.
 */
const RUNS = 5;
const SIZES_BYTES = [letterLimits.bytes / 2, letterLimits.bytes, 2 * letterLimits.bytes] as const;
const OWN = 'games@turnpost.test';
const only = process.argv[2] ?? '';
const say = (line: string) => process.stdout.write(`${line}\n`);

const SECRETS = [Buffer.alloc(32, 1), Buffer.alloc(32, 2)] as const;

/** The main thread's work on a letter, but for what the database knows. */
async function judge(raw: Uint8Array): Promise<() => void> {
  const letter = await parseLetter(raw, OWN);
  if (!letter.ok) return () => undefined;
  const { value } = letter;
  const lines = linesAboveToken(value.lines, SECRETS);
  return () => {
    fingerprint(value);
    dsnOf(raw, OWN);
    automaticReason(value, 'alice@home.test', OWN);
    replyToken(value, OWN, SECRETS);
    readFresh({ subject: value.subject, lines }, VOCABULARY, {
      isPlayer: (word) => word === 'alice',
    });
  };
}

async function search(raw: Uint8Array): Promise<() => unknown> {
  const letter = await parseLetter(raw, OWN);
  return () => letter.ok && linesAboveToken(letter.value.lines, SECRETS);
}

const WORKS: Readonly<Record<string, (raw: Uint8Array) => Promise<() => unknown>>> = {
  read: async (raw) => () => parseLetter(raw, OWN),
  search,
  pack: async (raw) => () => pack(raw),
  judge,
};

async function msOf(work: () => unknown): Promise<number> {
  const times: number[] = [];
  for (let run = 0; run < RUNS; run++) {
    const startMs = performance.now();
    await work();
    times.push(performance.now() - startMs);
  }
  return median(times);
}

const ms = (value: number) => `${value.toFixed(1).padStart(7)} ms`;
/** What is done in a millisecond says nothing about growth. */
const ratio = (one: number, next: number) => (next < 1 ? '-' : (next / one).toFixed(2)).padStart(6);

for (const [name, begin] of Object.entries(WORKS)) {
  say(`${name.padEnd(38)}   512 KiB     1 MiB  ratio     2 MiB  ratio`);
  let worst = { kind: '', ms: 0 };
  for (const { kind, write } of HOSTILE) {
    if (!kind.includes(only)) continue;
    const times: number[] = [];
    for (const bytes of SIZES_BYTES) times.push(await msOf(await begin(write(bytes))));
    const [half = 0, whole = 0, twice = 0] = times;
    say(
      `${kind.padEnd(37)}${ms(half)}${ms(whole)} ${ratio(half, whole)}${ms(twice)} ${ratio(whole, twice)}`,
    );
    if (whole > worst.ms) worst = { kind, ms: whole };
  }
  say(`longest at 1 MiB: ${worst.kind}, ${worst.ms.toFixed(0)} ms\n`);
}
