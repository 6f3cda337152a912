import { vacationAheadDaysMax } from '../../limits.ts';
import {
  type Day,
  daysWithin,
  isDayOff,
  makeDay,
  mergeSpans,
  type Span,
  yearOf,
} from '../../match/clock.ts';
import { chosenZone, type Player } from '../../player/settings.ts';
import { ok } from '../../result.ts';
import { type Sentence, say } from '../../sentence.ts';
import { parsed, refuse, tell } from '../shape/decision.ts';
import type { Command, Decision, PlayerContext, Queries } from '../shape/types.ts';
import { daysOf, makeSpan, readSpan, type WrittenSpan } from '../shape/written-span.ts';

/** Days off: a player's clocks stand still, and no reminders are sent. */
export const vacation: Command = {
  name: 'vacation',
  aliases: ['holiday', 'holidays'],
  usage: 'vacation FROM TO, vacation DAYS, vacation off',
  summary: 'stops your clocks and reminders for some days',
  example: 'vacation 2026-12-20 2027-01-03',
  audience: 'player',
  need: 'proof',
  values: ['off'],

  read({ words }) {
    const input = words.join(' ');
    if (input === '') return ok({ text: 'vacation', board: undefined, run: listDaysOff });
    if (input.toLowerCase() === 'off') {
      return ok({ text: 'vacation off', board: undefined, run: endDaysOff });
    }
    const span = readSpan(input);
    if (!span.ok) return span;
    const text = `vacation ${makeSpan(span.value)}`;
    return parsed(text, (context) => takeDaysOff(span.value, context));
  },
};

function takeDaysOff(written: WrittenSpan, context: PlayerContext): Decision {
  const { player, queries, vacationDays } = context;
  const today = queries.today(chosenZone(player.settings));
  const wished = daysOf(written, today);
  const { to } = wished;
  const [firstDay, lastDay] = [makeDay(wished.from), makeDay(to)];
  // Absolute days, so that a `yes` given tomorrow means the same days.
  const text = `vacation ${firstDay} ${lastDay}`;
  if (to < wished.from) {
    return refuse(text, say('vacation-backwards', { from: firstDay, to: lastDay }));
  }
  if (wished.from < today) return refuse(text, say('vacation-past', { today: makeDay(today) }));
  if (to > today + vacationAheadDaysMax) {
    return refuse(text, say('vacation-far', { days: vacationAheadDaysMax }));
  }
  const daysOff = queries.daysOff(player.id, yearOf(wished.from).from);
  // Days off that end today, for example by `vacation off`, do not conflict.
  const endsToday = daysOff.some(
    (span) => span.to === today && wished.from === today && to > today,
  );
  const from = endsToday ? today + 1 : wished.from;
  const clash = daysOff.find((span) => span.from <= to && from <= span.to);
  if (clash) {
    return refuse(
      text,
      say('vacation-clash', { from: makeDay(clash.from), to: makeDay(clash.to) }),
    );
  }
  const span = { from, to };
  const all = mergeSpans([...daysOff, span]);
  for (let day = from; day <= to; ) {
    const { year, ...days } = yearOf(day);
    const excessDays = daysWithin(all, days) - vacationDays;
    if (excessDays > 0) {
      const daysLeft = Math.max(0, vacationDays - daysWithin(daysOff, days));
      return refuse(
        text,
        say('vacation-too-long', { year: String(year), days: vacationDays, left: daysLeft }),
      );
    }
    day = days.to + 1;
  }
  const left = daysLeftIn(all, from, vacationDays);
  return {
    changes: [{ do: 'put-vacation', playerId: player.id, span }],
    section: {
      understood: text,
      says: [say('vacation-set', { from: makeDay(from), to: makeDay(to), ...left })],
    },
    pinnedCommand: text,
  };
}

/** The number of days off that are left in a year. */
function daysLeftIn(off: readonly Span[], day: Day, vacationDays: number) {
  const { year, ...span } = yearOf(day);
  return { year: String(year), left: Math.max(0, vacationDays - daysWithin(off, span)) };
}

/** Ends days off after today, so that no match is lost at once on return. */
function endDaysOff({ player, queries }: PlayerContext): Decision {
  const text = 'vacation off';
  const today = queries.today(chosenZone(player.settings));
  const coming = queries.daysOff(player.id, today);
  if (coming.length === 0) return refuse(text, say('vacation-none'));
  const currentDayOff = isDayOff(coming, today);
  return {
    changes: [{ do: 'end-vacations', playerId: player.id, day: today + 1 }],
    section: {
      understood: text,
      says: [
        currentDayOff ? say('vacation-over', { day: makeDay(today + 1) }) : say('vacation-dropped'),
      ],
    },
  };
}

function listDaysOff({ player, queries, vacationDays }: PlayerContext): Decision {
  return tell({
    understood: 'vacation',
    says: [...daysOffLines(player, queries, vacationDays), say('vacation-how')],
  });
}

/** The planned days off, and how many are left in the year. */
function daysOffLines(player: Player, queries: Queries, vacationDays: number): readonly Sentence[] {
  const today = queries.today(chosenZone(player.settings));
  const daysOff = queries.daysOff(player.id, yearOf(today).from);
  const coming = daysOff.filter(({ to }) => to >= today);
  return [
    ...(coming.length === 0 ? [say('vacation-none')] : []),
    ...coming.map(({ from, to }) =>
      say('vacation-planned', { from: makeDay(from), to: makeDay(to) }),
    ),
    say('vacation-left', daysLeftIn(daysOff, today, vacationDays)),
  ];
}
