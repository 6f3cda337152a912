import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { daysOf, makeSpan, readSpan } from '../../../src/command/shape/written-span.ts';
import { makeDay, parseDay } from '../../../src/match/calendar.ts';

const TODAY = parseDay('2026-11-21') ?? 0;

/** The days that were meant, or what is said. */
function read(text: string, today = TODAY): string | undefined {
  const span = readSpan(text, 'vacation');
  if (!span?.ok) return span?.error.code;
  const { from, to } = daysOf(span.value, today);
  return `${makeDay(from)} ${makeDay(to)}`;
}

describe('days as people write them', () => {
  it.each([
    '2026-12-24 2027-01-02',
    '2026/12/24 - 2027/01/02',
    '2026-12-24 to 2027-01-02',
    '24.12.2026 2.1.2027',
    '24.12.2026-02.01.2027',
    '24.12.26 - 2.1.27',
    '24.12. - 2.1.',
    '24.12.-2.1',
    '24.12 2.1',
    '24. 12. bis 2. 1.',
    'vom 24.12. bis zum 2.1.',
    'ab Donnerstag, 24.12. bis einschließlich 2.1.',
    'from Thu Dec 24 until Sat Jan 2',
    '24 Dec 2 Jan',
    '24 dec to 2 jan 2027',
    'Dec 24 to Jan 2',
    'Dec 24th - Jan 2nd',
    'December 24th, 2026, through January 2nd, 2027',
    'from the 24th of December to the 2nd of January',
    'Dec. 24 through Jan. 2',
    '24. Dezember bis 2. Januar',
    '24. Dez. - 2. Jän.',
    '24-Dec-2026 2-Jan-2027',
    '24Dec 2Jan',
    '24/12/2026 to 2027-01-02',
  ])('are read from %j', (text) => {
    expect(read(text)).toBe('2026-12-24 2027-01-02');
  });

  it.each([
    ['1. - 5. März', '2027-03-01 2027-03-05'],
    ['1. - 5. Maerz', '2027-03-01 2027-03-05'],
    ['1 to 5 marz', '2027-03-01 2027-03-05'],
    ['Sept 9-11', '2027-09-09 2027-09-11'],
    ['24. - 26.12.2027', '2027-12-24 2027-12-26'],
    ['24 - 26 Dec 2027', '2027-12-24 2027-12-26'],
    ['5/5 6/6', '2027-05-05 2027-06-06'],
    ['12/24 12/26', '2026-12-24 2026-12-26'],
    ['until Jan 2', '2026-11-21 2027-01-02'],
    ['bis 2.1.', '2026-11-21 2027-01-02'],
    ['today 24.11.', '2026-11-21 2026-11-24'],
    ['ab morgen bis 24.11.', '2026-11-22 2026-11-24'],
    ['today to tomorrow', '2026-11-21 2026-11-22'],
  ])('are also read from %j', (text, days) => {
    expect(read(text)).toBe(days);
  });

  it.each([
    ['a first day is the next to come', '21.11. 22.11.', '2026-11-21 2026-11-22'],
    ['also where that is next year', '20.11. 22.11.', '2027-11-20 2027-11-22'],
    ['a last day is the next after it', '31.12. 1.1.', '2026-12-31 2027-01-01'],
    ['a first day comes before the year of the last', '24.12. 2.1.2028', '2027-12-24 2028-01-02'],
    ['a last day comes behind the year of the first', '24.12.2027 2.1.', '2027-12-24 2028-01-02'],
    ['a leap day waits for its year', '29.2. 1.3.', '2028-02-29 2028-03-01'],
  ])('without a year: %s', (_, text, days) => {
    expect(read(text)).toBe(days);
  });

  it.each([
    ['3/4 5/4', 'date-two-ways'],
    ['3-4 to 28-4', 'date-two-ways'],
    ['03/04/2027 to 05/04/2027', 'date-two-ways'],
    ['30.2. 1.3.', 'no-such-day'],
    ['Feb 30 - Mar 3', 'no-such-day'],
    ['2027-02-29 2027-03-01', 'no-such-day'],
    ['1.13. 2.13.', 'no-such-day'],
    ['24.12.', 'vacation-one-day'],
    ['from Dec 24th on', 'vacation-one-day'],
  ])('are answered with what to write instead: %j', (text, code) => {
    expect(read(text)).toBe(code);
  });

  it.each([
    '',
    'monday friday',
    'until wednesday',
    'next week',
    '24',
    '24 26 Dec',
    '24 to Jan 2',
    'Dec Jan',
    '3 - 4',
    'until 24',
    '24.12. 2.1. 3.1.',
    '24.12. to 2.1. please be kind',
    '24.12. & 2.1.',
    '24.12. und 2.1.',
    'Dec 24 and Jan 2',
    '2 weeks',
    '0.0. bis 999.999.',
  ])('are not guessed from %j', (text) => {
    expect(read(text)).toBeUndefined();
  });

  it('are named in lines that are read as they are meant', () => {
    const span = readSpan('3/4 28/4', 'vacation');
    expect(span).toMatchObject({
      error: { facts: { dayFirst: 'vacation 3.4. 28.4.', monthFirst: 'vacation 4.3. 28.4.' } },
    });
  });

  it('are the same in our own spelling', () => {
    const day = fc.constantFrom('24.12.', '2.1.2027', 'Dec 24', 'today', 'tomorrow', '2026-12-24');
    fc.assert(
      fc.property(day, day, (from, to) => {
        const span = readSpan(`${from} ${to}`, 'vacation');
        if (!span?.ok) throw new Error(`${from} ${to}`);
        expect(readSpan(makeSpan(span.value), 'vacation')).toEqual(span);
      }),
    );
  });

  it('are looked for without a slip in any text', () => {
    const part = fc.constantFrom(
      '24',
      '12',
      '2026',
      '.',
      '-',
      '/',
      ' ',
      ',',
      'dec',
      'to',
      'bis',
      'th',
    );
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string(),
          fc.array(part).map((all) => all.join('')),
        ),
        (text) => {
          const span = readSpan(text, 'vacation');
          if (span?.ok) daysOf(span.value, TODAY);
        },
      ),
    );
  });
});
