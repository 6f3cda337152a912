import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { quoteLimits } from '../../../src/limits.ts';
import { subtractAnswered } from '../../../src/mail/quote/find.ts';
import { makeTraces } from '../../../src/mail/quote/own-lines.ts';
import { processorMs } from '../../support/process/processor.ts';

const OWN = 'games@x.test';
const HEAD = 'On 21 Nov 2026 10:00, Turnpost wrote:';

/** Lines of a letter of ours: words, moves, the ranks of a board, and what opponents write. */
const word = fc.constantFrom('Forms', 'resign', 'a1xb1', 'yes', 'played', '12', 'O', 'Zug\u00fc');
const line = fc.array(word, { maxLength: 9 }).map((words) => words.join(' '));
/** Two lines that occur once, so that there is something to hold on to. */
const letter = fc
  .tuple(fc.array(line, { maxLength: 12 }), fc.array(line, { maxLength: 12 }))
  .map(([first, second]) => [
    'Summary of Forms Board 1',
    ...first,
    'It is the turn of alice, who has the black stones.',
    ...second,
    'To move, answer this letter with the move on the first line.',
  ]);
const typed = fc.constantFrom('a1xb1', 'resign', 'Good luck!', 'yes', '12');
const mark = fc.constantFrom('', '> ', '>', ' | ');

const traceOf = (lines: readonly string[]) => makeTraces(lines.join('\n'), undefined).text;
/** The text as a mail program breaks its lines that quotes it. */
const broken = (lines: readonly string[], width: number): readonly string[] =>
  lines.flatMap((each) => each.match(new RegExp(`.{1,${width}}(?: |$)`, 'g')) ?? ['']);

describe('the letter that was answered is taken out', () => {
  it('and nothing of it is new, however its lines were broken and marked', () => {
    fc.assert(
      fc.property(letter, mark, fc.integer({ min: 20, max: 80 }), (lines, sign, width) => {
        const quoted = broken(lines, width).map((each) => sign + each);
        const written = subtractAnswered([HEAD, '', ...quoted], [traceOf(lines)], OWN);
        expect(written).toEqual({ lines: [''], below: false });
      }),
      { numRuns: 100 },
    );
  });

  it('and what is left is what was typed, also where the letter has the same line', () => {
    fc.assert(
      fc.property(
        letter,
        mark,
        fc.array(fc.tuple(fc.nat(), typed), { minLength: 1, maxLength: 1 }),
        (lines, sign, inserts) => {
          const quoted = lines.map((each) => sign + each);
          const [[place, text] = [0, '']] = inserts;
          // Beside the same word twice in a line, no one can tell which is the third.
          fc.pre(!lines.some((line) => line.includes(`${text} ${text}`)));
          // Behind the first line or further down: above that is no place below the quotation.
          const at = 1 + (place % lines.length);
          const answer = [HEAD, ...quoted.slice(0, at), '', text, '', ...quoted.slice(at)];
          const written = subtractAnswered(answer, [traceOf(lines)], OWN);
          expect(written).toEqual({ lines: [text], below: true });
        },
      ),
      { numRuns: 100 },
    );
  });

  it('but not where it is quoted twice, or with a tenth of it missing', () => {
    fc.assert(
      fc.property(letter, (lines) => {
        const trace = traceOf(lines);
        expect(subtractAnswered([...lines, ...lines, 'a1xb1'], [trace], OWN)?.below).not.toBe(true);
        expect(subtractAnswered([...lines.slice(0, -1), 'a1xb1'], [trace], OWN)?.below).not.toBe(
          true,
        );
      }),
      { numRuns: 100 },
    );
  });

  it('of HTML as programs show it: links with their addresses, rows with or without gaps', () => {
    const html = `<html><head><title>No</title></head><body><h1>Forms Board 1</h1>
      <p>To move, answer this letter with the move on the first line.</p>
      <table><tr><td>a</td><td>1</td></tr><tr><td>b</td><td>2</td></tr></table>
      <img alt="A board of two ranks"><p>Each link opens an answer:
      <a href="mailto:games@x.test?body=a1xb1">a1xb1</a> <a href="x">a1xa2</a></p></body></html>`;
    const { html: trace = new Uint8Array() } = makeTraces('', html);
    const quoted = (picture: string, gap: string) => [
      '*FORMS BOARD 1*',
      'To move, answer this letter with the move on the first line.',
      `a${gap}1`,
      `b${gap}2`,
      picture,
      'Each link opens an answer: a1xb1',
      '<mailto:games@x.test?body=a1xb1> a1xa2 <http://x>',
    ];
    for (const picture of ['', '[image: A board of two ranks]', '[cid]']) {
      for (const gap of ['', '\t', '\n']) {
        const written = subtractAnswered(
          [...quoted(picture, gap).join('\n').split('\n'), 'a1xa2'],
          [trace],
          OWN,
        );
        expect(written?.lines.at(-1)).toBe('a1xa2');
      }
    }
  });

  const letterOf300 = Array.from({ length: 300 }, (_, at) => `This is line number ${at} of it.`);
  it.each(['a', 'a b', '<@', 'mailto:', '\ufdfa', '> x\n', letterOf300.join('\n')])(
    'in a time linear in its length: %#',
    (piece) => {
      const trace = traceOf(letterOf300);
      const msOf = (chars: number): number => {
        const lines = piece.repeat(chars / piece.length).split('\n');
        return processorMs(() => subtractAnswered(lines, [trace], OWN));
      };
      msOf(quoteLimits.letterChars);
      expect(
        msOf(quoteLimits.letterChars) / Math.max(msOf(quoteLimits.letterChars / 8), 2),
      ).toBeLessThan(30);
    },
  );
});
