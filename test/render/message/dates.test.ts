import { describe, expect, it } from 'vitest';
import { readMessage } from '../../../src/render/message/filling.ts';

const told = (language: string, message: string, fact: string) =>
  readMessage(message, language)({ fact }, (side) => side);

describe('a day in a sentence', () => {
  it.each([
    ['en', '{fact}', '2026-12-05'],
    ['en', '{fact, date}', '5 December 2026'],
    ['de', '{fact, date}', '5. Dezember 2026'],
    ['nl', '{fact, date}', '5 december 2026'],
    ['en', '{fact, date, ::EEEE}, {fact, date, ::dMMMM}', 'Saturday, 5 December'],
    ['de', '{fact, date, ::EEEE}, {fact, date, ::dMMMM}', 'Samstag, 5. Dezember'],
    ['en', '{fact, date}: vacation {fact}', '5 December 2026: vacation 2026-12-05'],
  ])('is told as the sentence says, in %s: %s', (language, message, words) => {
    expect(told(language, message, '2026-12-05')).toBe(words);
  });

  it('is the same day wherever the server stands', () => {
    for (const day of ['2026-01-01', '2028-02-29', '2026-12-31']) {
      const [year, , date] = day.split('-').map(Number);
      expect(told('en', '{fact, date, ::d} {fact, date, ::y}', day)).toBe(`${date} ${year}`);
    }
  });

  it.each(['2026-02-30', '2026-13-01', '30.2.', '2026', 'soon'])(
    'stays as it is where there is none: %s',
    (text) => {
      expect(told('de', 'am {fact, date}', text)).toBe(`am ${text}`);
    },
  );
});

describe('a moment in a sentence', () => {
  it.each([
    ['2026-12-24 18:00 (Europe/Berlin)', '24 December 2026, 18:00 (Europe/Berlin)'],
    ['2026-12-24 18:00 (UTC)', '24 December 2026, 18:00 UTC'],
    // What an older version has decided may still wait to be sent.
    ['2026-12-24 18:00 UTC', '24 December 2026, 18:00 UTC'],
  ])('has a day, a time and the place of its clocks: %s', (moment, words) => {
    expect(told('en', '{fact, date}, {fact, time} {fact, time, zone}', moment)).toBe(words);
  });
});

it('a length of a date that is none is found when the sentence is read', () => {
  expect(() => readMessage('{fact, date, longish}', 'en')).toThrow(RangeError);
});
