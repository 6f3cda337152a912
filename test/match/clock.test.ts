import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { clockLimits, vacationLimits } from '../../src/limits.ts';
import {
  allowedDays,
  DEFAULT_PACE,
  dayAt,
  daysGone,
  isDayOff,
  lastDay,
  makePace,
  mergeSpans,
  nextReminder,
  parsePace,
  readClock,
  startOf,
} from '../../src/match/clock.ts';

const spans = fc
  .array(
    fc
      .tuple(fc.integer({ min: -20, max: 80 }), fc.integer({ min: 0, max: 12 }))
      .map(([from, length]) => ({ from, to: from + length })),
    { maxLength: 4 },
  )
  .map(mergeSpans);
const turn = fc.record({
  began: fc.integer({ min: 0, max: 10 }),
  allowedDays: fc.integer({ min: 0, max: 30 }),
  nagDays: fc.integer({ min: 0, max: 10 }),
  off: spans,
});
const SILENT = { remindedDay: undefined, announcedAt: undefined };
const dayMs = 86_400_000;

describe('the days of a turn', () => {
  it('are those after it began that are not off', () => {
    fc.assert(
      fc.property(turn, fc.nat(60), (each, later) => {
        const today = each.began + later;
        let gone = 0;
        for (let day = each.began + 1; day <= today; day++) if (!isDayOff(each.off, day)) gone++;
        expect(daysGone(each, today)).toBe(gone);
      }),
    );
  });

  it('are over after the last one, and never before', () => {
    fc.assert(
      fc.property(turn, (each) => {
        const last = lastDay(each);
        expect(daysGone(each, last + 1)).toBeGreaterThan(each.allowedDays);
        const plain = lastDay({ ...each, off: [] });
        expect(plain).toBe(each.began + each.allowedDays);
        // Days off give as many days, and a few to come back; no more.
        const off = each.off.reduce((days, { from, to }) => days + to - from + 1, 0);
        expect(last).toBeGreaterThanOrEqual(plain);
        expect(last).toBeLessThanOrEqual(plain + off + vacationLimits.returnDaysMin);
      }),
    );
  });

  it('leave some to who was away until the end', () => {
    const away = { began: 0, allowedDays: 5, nagDays: 0, off: [{ from: 6, to: 20 }] };
    expect(lastDay(away)).toBe(20 + vacationLimits.returnDaysMin);
    expect(lastDay({ ...away, off: [{ from: 5, to: 5 }] })).toBe(6);
  });

  it('stand still on days off that are taken just after others', () => {
    const back = { began: 0, allowedDays: 20, nagDays: 0, off: [{ from: 20, to: 40 }] };
    const last = 40 + vacationLimits.returnDaysMin;
    expect(lastDay(back)).toBe(last);
    // Days off that are asked for on the very last day, or were planned before.
    const more = (from: number, to: number) =>
      lastDay({ ...back, off: [...back.off, { from, to }] });
    expect(more(last, last)).toBe(last + 1);
    expect(more(last, last + 7)).toBe(last + 8);
    // The 20 days end before these, so there is time to come back from them as well.
    expect(more(last - 1, last + 7)).toBe(last + 7 + vacationLimits.returnDaysMin);
    expect(more(last + 1, last + 7)).toBe(last);
  });

  it('never end on a day off', () => {
    fc.assert(
      fc.property(turn, (each) => {
        expect(isDayOff(each.off, lastDay(each))).toBe(false);
      }),
      { numRuns: 5_000 },
    );
  });

  it('come out of the total, to which each move adds', () => {
    const pace = { nagDays: 0, forfeitDays: 10, totalDays: 30, incrementDays: 2 };
    expect(allowedDays(DEFAULT_PACE, 1_000, 50)).toBe(21);
    expect(allowedDays(pace, 0, 0)).toBe(10);
    expect(allowedDays(pace, 25, 0)).toBe(5);
    expect(allowedDays(pace, 31, 3)).toBe(5);
    expect(allowedDays(pace, 40, 3)).toBe(0);
  });
});

describe('reminders', () => {
  /** Every day on which the player is reminded, as the schedule would do it. */
  function remindersOf(
    each: typeof turn extends fc.Arbitrary<infer T> ? T : never,
  ): readonly number[] {
    const days: number[] = [];
    let said = {
      remindedDay: undefined as number | undefined,
      announcedAt: undefined as 0 | undefined,
    };
    for (let count = 0; count < 100; count++) {
      const day = nextReminder(each, said);
      if (day === undefined) return days;
      days.push(day);
      const near = lastDay(each) - day <= clockLimits.warningDays;
      said = { remindedDay: day, announcedAt: near ? 0 : said.announcedAt };
    }
    throw new Error('reminders do not end');
  }

  it('come in order, on no day off, and the last days are announced', () => {
    fc.assert(
      fc.property(turn, (each) => {
        const days = remindersOf(each);
        expect(days).toEqual([...new Set(days)].sort((one, next) => one - next));
        expect(days.filter((day) => isDayOff(each.off, day) && day <= lastDay(each))).toEqual([]);
        expect(days.some((day) => lastDay(each) - day <= clockLimits.warningDays)).toBe(true);
      }),
    );
  });

  it('come the day after the last one where that has come nearer since a reminder', () => {
    const shorter = { began: 100, allowedDays: 5, nagDays: 7, off: [] };
    expect(nextReminder(shorter, { remindedDay: 107, announcedAt: undefined })).toBe(106);
  });

  it('come after 7 and 14 days, and two days before the end, as usual', () => {
    expect(remindersOf({ began: 100, allowedDays: 21, nagDays: 7, off: [] })).toEqual([
      107, 114, 119, 121,
    ]);
  });
});

describe('the moment when a match is lost', () => {
  const calendar = fc.record({
    zone: fc.constantFrom('UTC', 'Europe/Berlin', 'America/New_York', 'Australia/Sydney'),
    off: spans.map((list) =>
      list.map(({ from, to }) => ({ from: from + 20_500, to: to + 20_500 })),
    ),
    downtimeMs: fc.nat(10 * dayMs),
  });

  it('is no earlier than all days and the server’s absence, and a day after the announcement', () => {
    fc.assert(
      fc.property(
        calendar,
        fc.nat(60 * dayMs),
        fc.nat(60 * dayMs),
        fc.option(fc.nat(90 * dayMs), { nil: undefined }),
        fc.nat(30),
        (where, began, later, said, allowed) => {
          const base = 20_500 * dayMs;
          const beganAt = base + began;
          const announcedAt = said === undefined ? undefined : base + said;
          const now = beganAt + later;
          const face = readClock(
            { allowedDays: allowed, nagDays: 7 },
            where,
            { remindedDay: undefined, announcedAt },
            beganAt,
            now,
          );
          expect(face.deadlineAt).toBeGreaterThan(
            beganAt + where.downtimeMs + (allowed - 1) * dayMs,
          );
          expect(face.deadlineAt).toBeGreaterThanOrEqual((announcedAt ?? now) + dayMs);
          // No letter could say when it is, were it in the middle of a day.
          expect(startOf(dayAt(face.deadlineAt, where.zone), where.zone)).toBe(face.deadlineAt);
          if (announcedAt === undefined) return;
          // Nothing that is to be done is forgotten.
          expect(face.dueAt).toBeLessThanOrEqual(face.deadlineAt);
        },
      ),
    );
  });

  it('is the end of the last day where the player lives', () => {
    const beganAt = Date.UTC(2026, 9, 20, 23, 30);
    const where = { zone: 'Europe/Berlin', off: [], downtimeMs: 0 };
    const said = { ...SILENT, announcedAt: beganAt };
    const face = readClock({ allowedDays: 5, nagDays: 0 }, where, said, beganAt, beganAt);
    // It is the 21st in Berlin already, and summer ends on the 25th.
    expect(new Date(face.deadlineAt).toISOString()).toBe('2026-10-26T23:00:00.000Z');
  });
});

describe('a pace', () => {
  it('is read back as it is written', () => {
    for (const text of ['7/21', '0/5', '7/21/90+1', '1/3/10+0']) {
      expect(makePace(parsePace(text))).toBe(text);
    }
    expect(() => parsePace('soon')).toThrow('damaged pace');
  });
});
