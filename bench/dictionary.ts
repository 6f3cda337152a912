import { createHash } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { performance } from 'node:perf_hooks';
import { deflateSync } from 'node:zlib';
import { SAMPLES } from '../sandbox/samples/samples.ts';
import type { Message } from '../src/intent.ts';
import { readTemplateFolder } from '../src/service/process/languages.ts';
import { TEMPLATES } from '../src/service/shell/shell.ts';
import { makeRenderer } from '../src/service/thread/renderer.ts';
import { median, say } from './median.ts';

/**
 * Makes a dictionary for the letters that are kept out of the letters of the gallery, and says what it
 * takes them to. What stands last in one is the nearest, so the letters that are written most come
 * last; of lines that differ in cells and numbers alone there is one.
 *
 * A dictionary with which letters were made small in anybody's database is never written anew: then
 * this is for the next one, which `DICTIONARIES` in `src/store/letters/packed.ts` names behind it.
 *
 *   npm run bench dictionary
 *   npm run bench dictionary migrations/letters-2.dictionary
 */
const BYTES_MAX = 20 * 1024;
const LEVEL = 3;
const RUNS = 200;
/** The letters that most others are like, the most frequent ones last. */
const TYPICAL = [
  'list',
  'welcome',
  'challenge',
  'morning-daily',
  'answer',
  'board-minefield',
  'board-over',
  'board-waiting',
  'board',
];
const file = process.argv[2];

const press = makeRenderer({ builtIn: readTemplateFolder(TEMPLATES), fromOperator: new Map() });
const letters = new Map<string, Uint8Array>();
for (const [name, message] of SAMPLES) {
  if (TYPICAL.includes(name)) letters.set(name, await write(message));
}
const dictionary = Buffer.from(linesOf(TYPICAL.toReversed()).join('\r\n'), 'latin1');
say(`${dictionary.length} bytes, SHA-256 ${createHash('sha256').update(dictionary).digest('hex')}`);
for (const [name, raw] of letters) {
  const pack = (with_: Buffer | undefined) =>
    deflateSync(raw, { level: LEVEL, ...(with_ && { dictionary: with_ }) });
  const plain = pack(undefined).length;
  say(
    `${name}: ${raw.length} bytes, ${plain} without, ${pack(dictionary).length}, ${msOf(() => pack(dictionary))} ms`,
  );
}
if (file) {
  writeFileSync(file, dictionary);
  say(`written: ${file}`);
}

/** A letter to alice as the server hands it over. */
async function write(message: Message): Promise<Uint8Array> {
  const address = 'games@turnpost.test';
  const replyTo = 'games+aeaqcaz7myhecepu67vw4ea@turnpost.test';
  const written = await press({
    sheet: {
      message,
      reader: { userid: 'alice', language: 'en', replyTo, links: true },
      head: {
        from: { name: 'Turnpost', address },
        to: 'alice@home.test',
        replyTo,
        messageId: '1.k3f.1764579600000@turnpost.test',
        inReplyTo: 'letter@home.test',
        references: ['letter@home.test'],
        date: Date.UTC(2026, 10, 21, 9),
        autoSubmitted: 'auto-replied',
        listId: 'Turnpost <games.turnpost.test>',
      },
    },
    mayUseOwn: false,
  });
  if (!written.ok) throw new Error(written.error);
  return written.value.raw;
}

/** The lines of letters, the first letter's last, as far as there is room. */
function linesOf(names: readonly string[]): readonly string[] {
  const seen = new Set<string>();
  let room = BYTES_MAX;
  let lines: readonly string[] = [];
  for (const name of names) {
    const own: string[] = [];
    for (const line of Buffer.from(letters.get(name) ?? [])
      .toString('latin1')
      .split('\r\n')) {
      const isPicture = /^[\w+/=]{70,}$/.test(line);
      const shape = isPicture ? line : line.replace(/\b[a-z]?\d+/g, '0');
      if (seen.has(shape) || line.length + 2 > room) continue;
      seen.add(shape);
      own.push(line);
      room -= line.length + 2;
    }
    lines = [...own, ...lines];
  }
  return lines;
}

function msOf(work: () => unknown): string {
  const times = Array.from({ length: RUNS }, () => {
    const startMs = performance.now();
    work();
    return performance.now() - startMs;
  });
  return median(times).toFixed(3);
}
