import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  dayAt,
  daysWithin,
  makeDay,
  mergeSpans,
  nextMorning,
  parseDay,
  startOf,
  yearOf,
} from '../../src/match/clock.ts';

const ZONES = [
  'UTC',
  'Europe/Berlin',
  'America/New_York',
  'Australia/Lord_Howe',
  // Midnight itself is skipped when summer begins.
  'America/Santiago',
  'Africa/Cairo',
  'Asia/Kathmandu',
  'Pacific/Apia',
];
const zone = fc.constantFrom(...ZONES);
const moment = fc.integer({ min: Date.UTC(2000, 0, 1), max: Date.UTC(2060, 0, 1) });

/** The date that a clock on a wall shows. */
const onTheWall = (at: number, timeZone: string): string =>
  new Intl.DateTimeFormat('en-CA', { timeZone, dateStyle: 'short' }).format(at);

describe('a day', () => {
  it('is what calendars on the wall show', () => {
    fc.assert(
      fc.property(moment, zone, (at, where) => {
        expect(makeDay(dayAt(at, where))).toBe(onTheWall(at, where));
      }),
    );
  });

  it('begins at its first moment', () => {
    fc.assert(
      fc.property(moment, zone, (at, where) => {
        const day = dayAt(at, where);
        const start = startOf(day, where);
        expect(start).toBeLessThanOrEqual(at);
        expect(dayAt(start, where)).toBe(day);
        expect(dayAt(start - 1, where)).toBeLessThan(day);
      }),
    );
  });

  it('has its morning at eight, whatever its length', () => {
    fc.assert(
      fc.property(moment, zone, (at, where) => {
        const morning = nextMorning(at, where);
        const show = { timeZone: where, timeStyle: 'short' } as const;
        expect(new Intl.DateTimeFormat('en-GB', show).format(morning)).toBe('08:00');
        expect(morning).toBeGreaterThan(at);
        const day = dayAt(at, where);
        if (dayAt(morning, where) !== day)
          expect(nextMorning(startOf(day, where), where)).toBeLessThanOrEqual(at);
      }),
    );
  });

  it.each([
    ['2026-03-29', 'Europe/Berlin', 23],
    ['2026-10-25', 'Europe/Berlin', 25],
    ['2026-09-06', 'America/Santiago', 23],
    ['2026-04-05', 'Australia/Lord_Howe', 24.5],
  ])('%s has its own length in %s', (text, where, hours) => {
    const day = parseDay(text) ?? Number.NaN;
    expect((startOf(day + 1, where) - startOf(day, where)) / 3_600_000).toBe(hours);
  });

  it('is written and read as a date', () => {
    fc.assert(
      fc.property(fc.integer({ min: -100_000, max: 100_000 }), (day) => {
        expect(parseDay(makeDay(day))).toBe(day);
      }),
    );
  });

  it.each(['2026-02-29', '2026-13-01', '2026-00-10', '2026-04-31', '26-04-30', '2026-4-3', ''])(
    'is not written %s',
    (text) => expect(parseDay(text)).toBeUndefined(),
  );

  it('is in a year', () => {
    const { year, from, to } = yearOf(parseDay('2028-02-29') ?? 0);
    expect([year, makeDay(from), makeDay(to)]).toEqual([2028, '2028-01-01', '2028-12-31']);
  });
});

describe('spans of days', () => {
  const spans = fc.array(
    fc
      .tuple(fc.integer({ min: 0, max: 60 }), fc.integer({ min: 0, max: 9 }))
      .map(([from, length]) => ({ from, to: from + length })),
  );
  const daysIn = (list: readonly { from: number; to: number }[]) =>
    new Set(
      list.flatMap(({ from, to }) => Array.from({ length: to - from + 1 }, (_, at) => from + at)),
    );

  it('are the same days when they are merged, each once and in order', () => {
    fc.assert(
      fc.property(spans, fc.integer({ min: 0, max: 70 }), fc.nat(40), (list, from, more) => {
        const merged = mergeSpans(list);
        const days = daysIn(list);
        expect(daysIn(merged)).toEqual(days);
        for (const [at, span] of merged.entries()) {
          expect(span.from).toBeGreaterThan((merged[at - 1]?.to ?? -2) + 1);
        }
        const within = { from, to: from + more };
        const counted = [...days].filter((day) => day >= from && day <= within.to).length;
        expect(daysWithin(merged, within)).toBe(counted);
      }),
    );
  });
});
