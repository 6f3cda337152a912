import { readdirSync, readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseLetter } from '../../src/mail/letter.ts';
import { fingerprint } from '../../src/mail/reply.ts';
import { HOSTILE } from '../support/post/hostile.ts';
import { full } from '../support/run/seed.ts';

const FOLDER = new URL('../fixtures/mail/', import.meta.url);
const FIXTURES = readdirSync(FOLDER, { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.eml'))
  .map((name) => readFileSync(new URL(name, FOLDER)));
const SAMPLES = [...FIXTURES, ...HOSTILE.map(({ write }) => Buffer.from(write(1_000)))];

/** Whatever comes in, a plain value comes out, with nothing in it that a person could not see. */
async function survives(raw: Uint8Array): Promise<void> {
  const letter = await parseLetter(raw, 'games@turnpost.test');
  if (!letter.ok) return;
  const { subject, lines } = letter.value;
  expect(structuredClone(letter.value)).toEqual(letter.value);
  expect(lines.length).toBeLessThanOrEqual(200);
  const shown = [subject, ...lines].join('\n');
  expect(shown).not.toMatch(/(?![\t\n\u200c\u200d])[\p{Cc}\p{Cf}\p{Cs}]/u);
  fingerprint(letter.value);
}

describe('no letter stops the reader', () => {
  it('of random bytes', async () => {
    await fc.assert(fc.asyncProperty(fc.uint8Array({ maxLength: 2_000 }), survives), {
      numRuns: full ? 5_000 : 120,
    });
  });

  it('of random header fields and bodies', async () => {
    const field = fc.constantFrom(
      ...['From', 'To', 'Subject', 'Content-Type', 'Content-Transfer-Encoding', 'References'],
    );
    const value = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.constantFrom(
        'multipart/mixed; boundary=b',
        'text/html; charset=utf-16',
        'text/plain; format=flowed; delsp=yes',
        'base64',
        'quoted-printable',
        '=?utf-8?B?4?= =?x?Q?=E?=',
      ),
    );
    const line = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.constantFrom('--b', '--b--', '', '> x'),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(fc.tuple(field, value)), fc.array(line), async (fields, lines) => {
        const header = fields.map(([name, text]) => `${name}: ${text}`);
        await survives(Buffer.from([...header, '', ...lines].join('\r\n')));
      }),
      { numRuns: full ? 10_000 : 200 },
    );
  });

  it('with bytes changed, taken out or put in', async () => {
    const change = fc.record({
      at: fc.nat(),
      out: fc.integer({ min: 0, max: 40 }),
      put: fc.uint8Array({ maxLength: 8 }),
    });
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...SAMPLES),
        fc.array(change, { minLength: 1, maxLength: 8 }),
        async (sample, changes) => {
          let raw = sample;
          for (const { at, out, put } of changes) {
            const index = at % (raw.length + 1);
            raw = Buffer.concat([raw.subarray(0, index), put, raw.subarray(index + out)]);
          }
          await survives(raw);
        },
      ),
      { numRuns: full ? 10_000 : 200 },
    );
  });

  it('cut off at any byte', async () => {
    const shortest = FIXTURES.toSorted((one, next) => one.length - next.length)[0];
    for (const [turn, sample] of SAMPLES.entries()) {
      // Every byte of one letter, and a different choice of those of each other one.
      const step = sample === shortest ? (full ? 1 : 11) : full ? 41 : 397;
      for (let end = turn % step; end <= sample.length; end += step) {
        await parseLetter(sample.subarray(0, end), 'games@turnpost.test');
      }
    }
  });
});
