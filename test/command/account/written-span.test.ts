import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { daysOf, makeSpan, readSpan } from '../../../src/command/account/vacation.ts';
import { makeDay, parseDay } from '../../../src/match/clock.ts';
import { LANGUAGES } from '../../../src/player/settings.ts';

const TODAY = parseDay('2026-11-21') ?? 0;

/** The days that were meant, or what is said. */
function read(text: string, today = TODAY): string {
  const span = readSpan(text);
  if (!span.ok) return span.error.code;
  const { from, to } = daysOf(span.value, today);
  return `${makeDay(from)} ${makeDay(to)}`;
}

describe('days as people write them', () => {
  it.each([
    '2026-12-24 2027-01-02',
    '2026-12-24 to 2027-01-02',
    '24.12.2026 2.1.2027',
    '24.12. - 2.1.',
    // The last full stop of a line is not always left on it.
    '24.12.-2.1',
    'vom 24.12. bis zum 2.1.',
    'from 24 Dec until 2 Jan',
    '24. Dezember 2026 - 2. Januar 2027',
    '24. Dez. - 2. Jan.',
    '24 Dec to 2027-01-02',
  ])('are read from %j', (text) => {
    expect(read(text)).toBe('2026-12-24 2027-01-02');
  });

  it.each([
    ['1. März bis 5. Maerz', '2027-03-01 2027-03-05'],
    ['14', '2026-11-21 2026-12-04'],
    ['14 days', '2026-11-21 2026-12-04'],
    ['14 Tage', '2026-11-21 2026-12-04'],
    ['1 day', '2026-11-21 2026-11-21'],
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

  it.each(['30.2. 1.3.', '30 Feb - 3 Mar', '2027-02-29 2027-03-01', '1.13. 2.13.', '0.1. 2.1.'])(
    'are in a calendar: %j is not',
    (text) => {
      expect(read(text)).toBe('no-such-day');
    },
  );

  it.each([
    '',
    '0',
    '2 weeks',
    '24.12.',
    'until 2 Jan',
    'today to tomorrow',
    '24 26 Dec',
    '24 to 2 Jan',
    'Dec 24 to Jan 2',
    '24th of December to 2nd of January',
    '24 Sept to 2 Octo',
    '24.12.26 - 2.1.27',
    '24/12 2/1',
    '24.12. to 2.1. please be kind',
    '0.0. bis 999.999.',
  ])('are not guessed from %j: the answer says what to type', (text) => {
    expect(read(text)).toBe('vacation-shape');
  });

  it.each(LANGUAGES)(
    'are read from the names of all months, as people write them in %s',
    (language) => {
      for (let month = 1; month <= 12; month++) {
        const name = new Intl.DateTimeFormat(language, { month: 'long', timeZone: 'UTC' }).format(
          Date.UTC(2027, month - 1),
        );
        const day = `2027-${String(month).padStart(2, '0')}-09`;
        expect(read(`9 ${name} to ${day}`)).toBe(`${day} ${day}`);
        expect(read(`9. ${name.slice(0, 3)} - ${day}`)).toBe(`${day} ${day}`);
      }
    },
  );

  it('are the same in our own spelling', () => {
    const day = fc.constantFrom('24.12.', '2.1.2027', '24 Dec', '3. März', '2026-12-24');
    fc.assert(
      fc.property(day, day, (from, to) => {
        const span = readSpan(`${from} ${to}`);
        if (!span.ok) throw new Error(`${from} ${to}`);
        expect(readSpan(makeSpan(span.value))).toEqual(span);
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
          const span = readSpan(text);
          if (span.ok) daysOf(span.value, TODAY);
        },
      ),
    );
  });
});
