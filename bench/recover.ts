import { mkdirSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import type { WorkerConfig } from '../src/config.ts';
import { gameOf } from '../src/engine/registry.ts';
import { replay } from '../src/match/play.ts';
import { systemTime } from '../src/ports.ts';
import { keepPiped } from '../src/service/backup/make.ts';
import { writeBackup } from '../src/service/backup/write.ts';
import { closeShell, openShell } from '../src/service/process/open.ts';
import { recover } from '../src/service/recover/recover.ts';
import { takeLock } from '../src/store/file/lock.ts';
import { matchOf } from '../src/store/play/matches.ts';
import { say } from './median.ts';
import { firstMove, settleByCopies } from './town.ts';

/**
 * How long `turnpost recover` takes among a hundred thousand matches, nine tenths of them played to their
 * end, with a thousand letters that came in since the copy.
 *
 *   npm run bench recover
 */
const MATCHES = 100_000;
const LETTERS = 1_000;
const PLIES = 30;

const folder = mkdtempSync(join(tmpdir(), 'turnpost-'));
const database = join(folder, 'turnpost.sqlite');
const config: WorkerConfig = {
  mode: 'worker',
  address: 'games@turnpost.test',
  imap: undefined,
  smtp: { host: '127.0.0.1', port: 9, secure: false, user: 'x', pass: 'x', path: '' },
  database,
  admins: new Set(),
  poll: '* * * * *',
  secret: undefined,
  plus: true,
  authserv: undefined,
  templates: undefined,
  quota: {},
  keepDays: 30,
  vacationDays: 30,
  log: 'silent',
};
try {
  const shell = openShell(config);
  settleByCopies(shell, MATCHES);
  play(shell.db);
  const copies = join(folder, 'copies');
  mkdirSync(copies);
  const copy = join(copies, 'copy.sqlite');
  const written = await writeBackup(config, copy, systemTime);
  if (!written.ok) throw new Error(written.error);
  const now = systemTime.now();
  for (let letter = 1; letter <= LETTERS; letter++) {
    const { raw } = firstMove(shell, letter * (MATCHES / LETTERS));
    keepPiped(copies, raw, letter, now - LETTERS + letter);
  }
  await closeShell(shell);
  const lock = takeLock(database, { pid: process.pid, host: 'bench', since: now });
  if (!lock.ok) throw new Error('locked');
  say(`${MATCHES} matches, ${Math.round(statSync(copy).size / 1e6)} MB`);
  const startMs = performance.now();
  const until = Number.POSITIVE_INFINITY;
  const done = await recover(config, copy, { until, now, lock: lock.value, allowDamaged: false });
  if (!done.ok) throw new Error(done.error.why);
  const { letters, boards } = done.value;
  say(
    `recover: ${((performance.now() - startMs) / 1000).toFixed(1)} s, ${letters} letters, ${boards} boards`,
  );
  lock.value.release();
} finally {
  rmSync(folder, { recursive: true });
}

/** Nine matches of ten are over after the same plies; the others have begun. */
function play(db: Parameters<typeof matchOf>[0]): void {
  const match = matchOf(db, 1);
  if (!match) throw new Error('no match');
  const game = gameOf(match.rules);
  const moves: string[] = [];
  let { position } = match;
  for (let ply = 0; ply < PLIES; ply++) {
    const all = game.legalMoves(position);
    const move = all[(ply * 7) % Math.max(all.length, 1)];
    if (!move) break;
    const text = game.makeMove(move, position);
    moves.push(text);
    position = replay(position, [text]);
  }
  db.prepare(
    "update matches set moves = ?, revision = ?, ending = 'resigned', winner = 'black' where board % 10 <> 0",
  ).run(moves.join(' '), moves.length + 1);
  say(`${moves.length} plies`);
}
