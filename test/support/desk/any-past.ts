import fc from 'fast-check';
import { GAMES, gameOf } from '../../../src/engine/registry.ts';
import { carryOutOffer, makeOffer, resignMatch, takeBackLast } from '../../../src/match/offer.ts';
import { playHere } from '../../../src/match/play.ts';
import { ENDINGS_OUTSIDE_RULES } from '../../../src/match/record/archive.ts';
import { startMatch as newMatch } from '../../../src/match/start.ts';
import type { Ending, Match, MatchEvent } from '../../../src/match/types.ts';
import { advance } from '../../../src/service/do/advance.ts';
import type { Shell } from '../../../src/service/shell/shell.ts';
import { transact } from '../../../src/store/file/database.ts';
import { addPlayer } from '../../../src/store/people/players.ts';
import { insertMatch, noteEvent } from '../../../src/store/play/matches.ts';
import { newTurn } from '../../../src/store/play/turn-clocks.ts';
import { anySize } from '../../engine/arbitraries.ts';
import { value } from '../../engine/given.ts';

/** What has happened on a server: random matches of its four players, one after the other. */

export const USERIDS = ['alice', 'Bob.B-b_2', 'carol', 'dave'] as const;

const PACES = [
  undefined,
  { nagDays: 7, forfeitDays: 21, totalDays: undefined, incrementDays: 0 },
  { nagDays: 0, forfeitDays: 3, totalDays: 90, incrementDays: 1 },
];

const ENDINGS = [...ENDINGS_OUTSIDE_RULES.keys(), undefined];

const anyAct = fc.record({
  /** Mostly moves; now and then something is taken back. */
  what: fc.integer({ min: 0, max: 9 }),
  choice: fc.nat(),
  restsMs: fc.oneof(fc.integer({ min: 0, max: 100_000 }), fc.integer({ min: 0, max: 4e8 })),
});

export const anyPastMatch = fc.constantFrom(...GAMES).chain((game) =>
  fc.record({
    rules: fc.constant(game.rules),
    size: anySize(game, 6),
    /** Plies before the position that it begins from, if it is not the ordinary one. */
    before: fc.oneof(fc.constant<number[]>([]), fc.array(fc.nat(), { maxLength: 6 })),
    seats: fc.shuffledSubarray([1, 2, 3, 4], { minLength: 2, maxLength: 2 }),
    pace: fc.constantFrom(...PACES),
    rated: fc.boolean(),
    acts: fc.array(anyAct, { maxLength: 40, size: 'max' }),
    ending: fc.constantFrom(...ENDINGS),
  }),
);
export type PastMatch = typeof anyPastMatch extends fc.Arbitrary<infer Past> ? Past : never;

export function addPlayers({ db }: Shell): void {
  for (const [index, userid] of USERIDS.entries()) {
    const address = `${userid}@x.test`;
    addPlayer(db, { id: index + 1, userid, address, language: 'en' }, 0);
  }
}

/** Plays a match into the database, as letters and the calendar would. */
export function playPast(shell: Shell, time: { now: number }, board: number, past: PastMatch) {
  const { db } = shell;
  const write = (next: Match, event?: MatchEvent) =>
    transact(db, () => advance(shell, next, event, undefined));
  let match = begin(board, past);
  transact(db, () => {
    insertMatch(db, match, time.now, newTurn(db, match, time.now));
    noteEvent(db, { board, revision: 1, event: 'start', inboxId: undefined }, time.now);
  });
  for (const { what, choice, restsMs } of past.acts) {
    time.now += restsMs;
    const back = what === 0 ? takenBack(match, choice) : undefined;
    const changes = back ? [back.match] : what === 0 ? [] : playAny(match, choice);
    for (const changed of changes.filter((each) => each !== match)) {
      match = changed;
      write(match, back?.event);
    }
  }
  const end = past.ending;
  if (match.outcome || end === undefined) return;
  const over = ended(match, end);
  if (over) write(over, end === 'forfeited' ? 'forfeit' : 'admin-end');
}

function begin(board: number, { rules, size, before, seats, pace, rated }: PastMatch): Match {
  const [black = 1, white = 2] = seats;
  const seat = (id: number) => ({ id, userid: USERIDS[id - 1] ?? '' });
  const players = { first: seat(black), second: seat(white) };
  const ordinary = value(newMatch(board, rules, size, players));
  const { position, outcome } = before.reduce(
    (now, choice) => playAny(now, choice).at(-1) ?? now,
    ordinary,
  );
  const start = outcome ? ordinary.start : position;
  return { ...ordinary, start, position: start, pace, ...(rated && { rated: true as const }) };
}

/** The match after a move, and after each pass that it forces. */
function playAny(match: Match, choice: number): readonly Match[] {
  const game = gameOf(match.rules);
  const moves = game.legalMoves(match.position);
  const move = moves[choice % moves.length];
  if (match.outcome || !move) return [];
  const { steps } = value(playHere(match, game.makeMove(move, match.position)));
  return steps.map((step) => step.match);
}

/** By an admin, also when the match is over, or by the players. */
function takenBack(
  match: Match,
  choice: number,
): { readonly match: Match; readonly event?: MatchEvent } | undefined {
  if (choice % 2 === 0) {
    const back = takeBackLast(match);
    return back.ok ? { match: back.value.match, event: 'admin-undo' } : undefined;
  }
  const offer = makeOffer(match, match.black.id, 'undo');
  const back = offer.ok ? carryOutOffer(match, offer.value) : undefined;
  return back && { match: back, event: 'undo' };
}

function ended(match: Match, ending: Ending): Match | undefined {
  const { black, revision } = match;
  if (ending === 'resigned' || ending === 'resigned-by-admin' || ending === 'forfeited') {
    return value(resignMatch(match, black.id, ending));
  }
  if (ending === 'agreed') {
    const offer = makeOffer(match, black.id, 'draw');
    return offer.ok ? carryOutOffer(match, offer.value) : undefined;
  }
  const winner = ending === 'won-by-admin' ? 'white' : undefined;
  return { ...match, revision: revision + 1, outcome: { winner, ending } };
}
