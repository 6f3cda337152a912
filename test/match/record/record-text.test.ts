import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { makeRecord, parseRecord } from '../../../src/match/record/record.ts';
import { anyMatchOfAll } from '../any-match.ts';
import { kept, LARGE, RESIGNED, read, WHITE_BEGINS } from './records.ts';

describe('what mail programs do to a record', () => {
  const quoted = (text: string, mark: string) => text.replace(/^/gm, mark).trimEnd();

  test.each<[string, (text: string) => string]>([
    ['CRLF', (text) => text.replaceAll('\n', '\r\n')],
    ['CR alone', (text) => text.replaceAll('\n', '\r')],
    ['blanks behind lines', (text) => text.replaceAll('\n', ' \t\u00a0\n')],
    ['quote marks', (text) => quoted(text, '> ')],
    ['quote marks twice', (text) => quoted(text, '> > ')],
    ['quote marks without blanks', (text) => quoted(text, '>>')],
    ['quote marks, trimmed', (text) => quoted(text, '> ').replace(/ $/gm, '')],
    ['an indent', (text) => quoted(text, '    ')],
    ['a word a line', (text) => text.replace(/(?<=\n\n[\s\S]*) /g, '\n')],
    ['a break in every place', (text) => text.replace(/(?<!:) /g, '\n')],
    ['a break behind hyphens', (text) => text.replace(/(?<=\d)-/g, '-\n')],
    ['empty lines doubled', (text) => text.replace(/\n(?=\S+: |1)/g, '\n\n')],
    ['empty lines dropped', (text) => text.replace(/\n\n/g, '\n')],
    ['an attribution and a greeting', (text) => `On Monday:\n\nbob wrote\n${text}\nBye, 1. b\n`],
    ['other headers', (text) => text.replace('\n', '\nDate: today\nof all days\nGame type: x\n')],
    ['capitals', (text) => text.replace(/^\w+:/gm, (name) => name.toUpperCase())],
  ])('%s', (_name, damage) => {
    for (const text of [RESIGNED, WHITE_BEGINS, LARGE]) {
      expect(damage(text)).not.toBe(damage(''));
      expect(read(damage(text))).toEqual(read(text));
    }
  });

  test('does not change what is read, in any mixture', () => {
    const damages = fc.record({
      mark: fc.constantFrom('', '> ', '>', ' > > ', '\t'),
      behind: fc.constantFrom('', ' ', '  \t'),
      end: fc.constantFrom('\n', '\r\n'),
      breaks: fc.infiniteStream(fc.nat(3)),
    });
    fc.assert(
      fc.property(anyMatchOfAll, damages, (match, { mark, behind, end, breaks }) => {
        const [headers = '', moves = ''] = makeRecord(match).split(/(?<=\n\n)/);
        const broken = moves.replace(/ /g, () => (breaks.next().value === 0 ? '\n' : ' '));
        const text = (headers + broken)
          .split('\n')
          .map((line) => `${breaks.next().value === 0 ? '' : mark}${line}${behind}`)
          .join(end);
        expect(read(text)).toEqual(kept(match));
      }),
    );
  });

  test('a line of moves that is lost is missed', () => {
    fc.assert(
      fc.property(anyMatchOfAll, fc.nat(), (match, choice) => {
        const lines = makeRecord(match).trimEnd().split('\n');
        const begin = lines.indexOf('') + 1;
        lines.splice(begin + (choice % (lines.length - begin)), 1);
        expect(parseRecord(lines.join('\n')).ok).toBe(false);
      }),
    );
  });
});
