import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { gameOf } from '../src/engine/registry.ts';
import { takeBackLast } from '../src/match/offer.ts';
import { playHere } from '../src/match/play.ts';
import { startMatch as newMatch } from '../src/match/start.ts';
import type { Match } from '../src/match/types.ts';
import { advance } from '../src/service/do/advance.ts';
import { recomputeRatings } from '../src/service/do/rate.ts';
import { transact } from '../src/store/file/database.ts';
import { addPlayer } from '../src/store/people/players.ts';
import { putArchived } from '../src/store/play/finished.ts';
import { matchOf } from '../src/store/play/matches.ts';
import { openDesk } from '../test/support/desk/desk.ts';
import { say } from './median.ts';

/**
 * How long everybody waits when an admin takes back the end of a rated match: the ratings that follow
 * from it are computed anew in the transaction of that letter. The players of the matches meet
 * crosswise, so that an end soon matters to all of them.
 *
 *   npm run bench ratings [MATCHES]
 */
const [, , given] = process.argv;
const MATCHES = Number(given ?? 100_000);
const PLAYERS = 1_000;
/** Ten years of matches. */
const STEP_MS = (10 * 365 * 86_400_000) / MATCHES;
const RULES = 'forms';

const folder = mkdtempSync(join(tmpdir(), 'turnpost-bench-'));
const desk = openDesk({ base: folder });
const { db } = desk.shell;
try {
  fill();
  measure('all ratings anew', () => recomputeRatings(db, RULES));
  const later = (board: number) => `undo an end that ${MATCHES - board} rated ends came after`;
  for (const board of [MATCHES, MATCHES - 1_000, Math.round(MATCHES / 2), 1]) {
    measure(later(board), () => takeBack(board));
  }
} finally {
  desk.close();
  rmSync(folder, { recursive: true });
}

function measure(what: string, work: () => void): void {
  const startMs = performance.now();
  transact(db, work);
  say(`${what}: ${((performance.now() - startMs) / 1_000).toFixed(2)} s`);
}

function takeBack(board: number): void {
  const match = matchOf(db, board);
  const back = match && takeBackLast(match);
  if (!back?.ok) throw new Error(`board ${board} has no end`);
  advance(desk.shell, back.value.match, 'admin-undo', undefined);
}

function fill(): void {
  const seats = { black: { id: 1, userid: 'black' }, white: { id: 2, userid: 'white' } };
  const { defaultSize } = gameOf(RULES);
  const begun = newMatch(1, RULES, defaultSize, seats);
  if (!begun.ok) throw new Error(begun.error.code);
  const played = playedOn(begun.value, 2);
  transact(db, () => {
    for (let id = 1; id <= PLAYERS; id++) {
      addPlayer(db, { id, userid: `p${id}`, address: `p${id}@home.test`, language: 'en' }, 0);
    }
    for (let board = 1; board <= MATCHES; board++) {
      const endedAt = desk.time.now - Math.round((MATCHES - board) * STEP_MS);
      const winner = board % 3 === 0 ? 'black' : 'white';
      const archived = {
        ...played,
        board,
        outcome: { winner, ending: 'resigned' } as const,
        times: [60, 60],
        days: undefined,
        rated: true,
        revision: 4,
        startedAt: endedAt,
        endedAt,
        events: [],
      };
      const black = board % PLAYERS;
      // Anybody but the same player.
      const white = (black + 1 + (board % (PLAYERS - 1))) % PLAYERS;
      putArchived(db, { ...archived, pace: undefined }, 1 + black, 1 + white);
    }
  });
}

/** A match in which both have moved. */
function playedOn(begun: Match, plies: number): Match {
  let match = begun;
  for (let ply = 0; ply < plies; ply++) {
    const game = gameOf(RULES);
    const [move] = game.legalMoves(match.position);
    const moved = move && playHere(match, game.makeMove(move, match.position));
    if (!moved?.ok) throw new Error('no move');
    match = moved.value.match;
  }
  return match;
}
