import { statSync } from 'node:fs';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { gameOf } from '../src/engine/registry.ts';
import { oneDayMs } from '../src/limits.ts';
import { prune } from '../src/service/due/housekeeping.ts';
import type { Shell } from '../src/service/shell/shell.ts';
import { playerById } from '../src/store/people/players.ts';
import { matchOf } from '../src/store/play/matches.ts';
import { openDesk } from '../test/support/desk/desk.ts';
import { answerTo } from '../test/support/post/letters.ts';
import { say } from './median.ts';
import { firstMove, settle } from './town.ts';

/**
 * Bytes that a turn takes in the file: in the first month, while letters are kept, and after it. Whole
 * matches of 8x8 are played by letter, each answer with the letter that it answers quoted below it, as
 * most mail programs do. And what takes them.
 *
 *   npm run bench bytes
 *   npm run bench bytes 50
 */
const MATCHES = Number(process.argv[2] ?? 20);
const PLIES_MAX = 40;
const TABLES_SHOWN = 12;
const KEEP_DAYS = 30;

const desk = openDesk({ log: 'silent' });
const { shell, folder } = desk;
settle(shell, MATCHES);
const before = sizeOf(shell);
const tables = tablesOf(shell);
const startMs = performance.now();
for (let match = 1; match <= MATCHES; match++) {
  // Nobody has a letter yet.
  desk.box.set(desk.box.size + 1, firstMove(shell, match).raw);
}
await desk.round();
let turns = MATCHES;
for (let ply = 1; ply < PLIES_MAX; ply++) {
  for (let match = 1; match <= MATCHES; match++) {
    const turn = turnOn(match, ply);
    if (!turn) continue;
    await desk.post(answerTo(turn.letter, `${turn.move}\n\nGood luck, and have fun!`));
    turns++;
  }
  desk.time.now += oneDayMs / 2;
}
const ms = (performance.now() - startMs) / turns;
say(`${turns} turns of ${MATCHES} matches, ${ms.toFixed(1)} ms each`);
tell('in the first month');
desk.time.now += KEEP_DAYS * oneDayMs;
await prune(shell, KEEP_DAYS, new AbortController().signal);
tell('a month later');
desk.close();

/** A legal move, not always the first of them, and the letter that it answers. */
function turnOn(board: number, ply: number) {
  const match = matchOf(shell.db, board);
  if (!match || match.outcome) return undefined;
  const game = gameOf(match.rules);
  const moves = game.legalMoves(match.position);
  const move = moves[(board * 7 + ply * 13) % moves.length];
  const address = playerById(shell.db, match[match.position.turn].id)?.address;
  const letter = desk.sent.findLast(({ to, subject }) => to === address && /Board/.test(subject));
  return move && letter && { move: game.makeMove(move, match.position), letter };
}

function tell(when: string): void {
  say(`${when}: ${perTurn(sizeOf(shell) - before)} a turn, of which in use`);
  const used = [...tablesOf(shell)].map(([name, bytes]) => [name, bytes - (tables.get(name) ?? 0)]);
  const sorted = (used as [string, number][]).sort(([, one], [, other]) => other - one);
  for (const [name, bytes] of sorted.slice(0, TABLES_SHOWN)) say(`  ${name}: ${perTurn(bytes)}`);
}

function perTurn(bytes: number): string {
  return `${(bytes / turns / 1000).toFixed(2)} KB`;
}

function sizeOf({ db }: Shell): number {
  db.pragma('wal_checkpoint(truncate)');
  return statSync(join(folder, 'turnpost.sqlite')).size;
}

/** The bytes of each table and index. */
function tablesOf({ db }: Shell): ReadonlyMap<string, number> {
  const rows = db.prepare('select name, sum(pgsize) from dbstat group by name').raw().all();
  return new Map(rows as [string, number][]);
}
