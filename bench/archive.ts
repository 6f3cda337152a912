import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { GAMES } from '../src/engine/registry.ts';
import { resignMatch } from '../src/match/offer.ts';
import { playHere } from '../src/match/play.ts';
import { startMatch as newMatch } from '../src/match/start.ts';
import type { Match } from '../src/match/types.ts';
import { archiveFiles, exportArchive, importArchive } from '../src/service/archive/archive.ts';
import { type Database, transact } from '../src/store/file/database.ts';
import { addPlayer } from '../src/store/people/players.ts';
import { putArchived } from '../src/store/play/finished.ts';
import { openDesk } from '../test/support/desk/desk.ts';
import { say } from './median.ts';

/**
 * How long it takes to export very many finished matches and to import them again, each played
 * through, and how much memory it needs. The matches are of random moves, of all games, over ten
 * years.
 *
 *   npm run bench archive [MATCHES]
 */
const [, , given] = process.argv;
const MATCHES = Number(given ?? 100_000);
/** Matches that differ; the others are copies of them under numbers of their own. */
const DIFFERENT = 500;
const PLAYERS = 1_000;
const PLIES_MAX = 60;
const YEARS_MS = 10 * 365 * 86_400_000;
const FIRST_MS = Date.UTC(2016, 0, 1);

const folder = mkdtempSync(join(tmpdir(), 'turnpost-bench-'));
const [first, second] = [join(folder, 'first'), join(folder, 'second')];
const from = openDesk({ base: folder });
const to = openDesk({ base: folder });
try {
  fill(from.shell.db);
  const exported = measure('export', () => exportArchive(from.shell.db, first));
  const files = archiveFiles(first);
  const imported = measure('import', () => importArchive(to.shell.db, first, files, to.time.now));
  if (!imported.ok || imported.value.matches !== MATCHES || exported.matches !== MATCHES) {
    throw new Error(JSON.stringify({ exported, imported }));
  }
  exportArchive(to.shell.db, second);
  for (const name of readdirSync(first)) {
    const same = readFileSync(join(first, name)).equals(readFileSync(join(second, name)));
    if (!same) throw new Error(`${name} is not the same again`);
  }
  say(`${files.length} months are the same again`);
} finally {
  from.close();
  to.close();
  rmSync(folder, { recursive: true });
}

function measure<T>(what: string, work: () => T): T {
  globalThis.gc?.();
  const before = process.memoryUsage.rss();
  const startMs = performance.now();
  const result = work();
  const seconds = (performance.now() - startMs) / 1_000;
  const mebibytes = (bytes: number) => Math.round(bytes / 2 ** 20);
  const after = process.memoryUsage.rss();
  say(
    `${what} of ${MATCHES} matches: ${seconds.toFixed(1)} s, ` +
      `${Math.round(MATCHES / seconds)} a second; memory ${mebibytes(before)} MiB before, ` +
      `${mebibytes(after)} MiB after, ${mebibytes(process.resourceUsage().maxRSS * 1024)} MiB at most`,
  );
  return result;
}

function fill(db: Database): void {
  const different = Array.from({ length: DIFFERENT }, (_, seed) => finished(seed));
  transact(db, () => {
    for (let id = 1; id <= PLAYERS; id++) {
      const userid = useridOf(id);
      addPlayer(db, { id, userid, address: `${userid}@home.test`, language: 'en' }, 0);
    }
    for (let board = 1; board <= MATCHES; board++) {
      const match = different[board % DIFFERENT];
      if (!match?.outcome) throw new Error('no match');
      const blackId = 1 + (board % PLAYERS);
      const whiteId = 1 + ((board + 1 + (board % 7)) % PLAYERS);
      // A prime stride: they do not end in the order of their numbers.
      const endedAt = FIRST_MS + Math.floor((((board * 7_919) % MATCHES) / MATCHES) * YEARS_MS);
      const archived = {
        ...match,
        board,
        outcome: match.outcome,
        times: match.moves.map((_, ply) => 3_600 + ply * 977),
        days: undefined,
        pace: undefined,
        rated: board % 2 === 0,
        startedAt: endedAt - 86_400_000,
        endedAt,
        events: [{ revision: 1, event: 'start', at: endedAt - 86_400_000 }],
      };
      putArchived(db, archived, blackId, whiteId);
    }
  });
}

/** No two of them could be taken for one another. */
function useridOf(id: number): string {
  const letter = (digit: number) => 'abcdefghjk'[digit] ?? '';
  return `p-${String(id)
    .padStart(4, '0')
    .split('')
    .map((digit) => letter(Number(digit)))
    .join('')}`;
}

/** A match of moves that look random and are the same every time. */
function finished(seed: number): Match {
  const game = GAMES[seed % GAMES.length];
  if (!game) throw new Error('no engine');
  const seats = { black: { id: 1, userid: 'black' }, white: { id: 2, userid: 'white' } };
  const begun = newMatch(1, game.rules, game.defaultSize, seats);
  if (!begun.ok) throw new Error(begun.error.code);
  let match = begun.value;
  let state = seed + 1;
  while (!match.outcome && match.moves.length < PLIES_MAX) {
    const moves = game.legalMoves(match.position);
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
    const move = moves[(state >>> 8) % moves.length];
    const moved = move && playHere(match, game.makeMove(move, match.position));
    if (!moved?.ok) throw new Error('no move');
    match = moved.value.match;
  }
  if (match.outcome) return match;
  const resigned = resignMatch(match, 1, 'resigned');
  if (!resigned.ok) throw new Error(resigned.error.code);
  return resigned.value;
}
