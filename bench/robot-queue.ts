import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { chargeTo } from '../src/budget/charge.ts';
import { GAMES } from '../src/engine/registry.ts';
import { LEVELS } from '../src/engine/robot/level.ts';
import type { Game } from '../src/engine/shape/game.ts';
import type { Position } from '../src/engine/shape/types.ts';
import { rawHash } from '../src/mail/reply.ts';
import { startWithRobot } from '../src/match/start.ts';
import type { Submission } from '../src/post/smtp.ts';
import { scheduleRobot } from '../src/service/do/advance.ts';
import { closeShell, openShell } from '../src/service/process/open.ts';
import { startWorker } from '../src/service/process/worker.ts';
import type { Shell } from '../src/service/shell/shell.ts';
import { makeThreadSolver } from '../src/service/thread/solver.ts';
import { robotLimits } from '../src/solo-limits.ts';
import { transact } from '../src/store/file/database.ts';
import { storePiped } from '../src/store/letters/inbox.ts';
import { addPlayer } from '../src/store/people/players.ts';
import { nextNumber } from '../src/store/play/challenges.ts';
import { insertMatch } from '../src/store/play/matches.ts';
import { say } from './median.ts';

/**
 * How long a thousand matches wait for the robot that all want its move at the same moment, in all games
 * on their usual boards: until the move is written, and until the letter with it was handed over. The
 * worker is the ordinary one, with its threads; the submission server takes every letter at once.
 *
 *   npm run bench robot-queue
 *   npm run bench robot-queue 1000 5     all of them at level 5
 */
const [matches = 1000, onlyLevel] = process.argv.slice(2).map(Number);
const levels = LEVELS.filter((level) => onlyLevel === undefined || level === onlyLevel);
/** Plies before, by chance: of a first position, some things are known beforehand. */
const PLIES_BEFORE = 6;
/** As often it is looked which moves are written. */
const LOOK_MS = 20;
const START = Date.now();

const folder = mkdtempSync(join(tmpdir(), 'turnpost-bench-'));
const shell = openShell({
  address: 'games@turnpost.test',
  database: join(folder, 'turnpost.sqlite'),
  admins: new Set(),
  secret: 'a secret for the length of a bench',
  plus: true,
  templates: undefined,
  log: 'error',
});
transact(shell.db, () => {
  for (let index = 0; index < matches; index++) begin(shell, index);
});
const order = shell.db
  .prepare("select key from jobs where kind = 'robot' order by id")
  .pluck()
  .all() as readonly number[];

const letters: number[] = [];
const submission: Submission = {
  async send() {
    letters.push(performance.now());
    return { kind: 'taken' };
  },
  verify: async () => undefined,
  close: () => undefined,
};
const from = performance.now();
const worker = await startWorker(shell, {
  imap: undefined,
  submission,
  solver: makeThreadSolver(),
  poll: '* * * * * *',
});
/** When the move of each board was seen to be written. */
const moved = new Map<number, number>();
/** How many positions were looked at for each turn for which that was decided. */
const nodes = new Map<number, number>();
const waits = shell.db.prepare(
  "select key as board, facts ->> '$.nodesMax' as most from jobs where kind = 'robot'",
);
while (moved.size < matches || letters.length < matches) {
  await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
  const rows = waits.all() as readonly { readonly board: number; readonly most: number | null }[];
  for (const { board, most } of rows) if (most !== null) nodes.set(board, most);
  const waiting = new Set(rows.map(({ board }) => board));
  const now = performance.now() - from;
  for (const board of order) if (!waiting.has(board) && !moved.has(board)) moved.set(board, now);
}
await worker.stop();
await closeShell(shell);
rmSync(folder, { recursive: true });

const seconds = (ms = 0): string => `${(ms / 1000).toFixed(1)} s`;
const times = order.map((board) => moved.get(board) ?? 0);
say(
  `${matches} turns, levels ${levels.join(' ')}: the first half after ${seconds(times[matches >> 1])}`,
);
say(`the last move after ${seconds(Math.max(...times))}`);
say(`the last letter after ${seconds((letters.at(-1) ?? 0) - from)}`);
/** When the last of the older ones was played. */
let latest = 0;
let overtaking = 0;
for (const at of times) {
  if (at < latest) overtaking++;
  latest = Math.max(latest, at);
}
say(`played before an older one: ${overtaking}`);
const looked = [...nodes].sort(([one], [next]) => one - next).map(([, most]) => most);
if (looked.length > 0)
  say(
    `positions where their number was decided: ${looked[0]} for the first, ${looked.at(-1)} for the last`,
  );

/** Begins a match in which the robot is to move; ten of each player are as many as one may have. */
function begin({ db }: Shell, index: number): void {
  const id = 1 + Math.floor(index / robotLimits.matches);
  const player = { id, userid: `p${id}`, address: `p${id}@turnpost.test`, language: 'en' };
  if (index % robotLimits.matches === 0) addPlayer(db, player, START);
  const game = GAMES[index % GAMES.length];
  const level = levels[Math.floor(index / GAMES.length) % levels.length];
  if (!game || !level) throw new Error('no such level');
  const begun = startWithRobot(
    nextNumber(db),
    player,
    {
      rules: game.rules,
      size: game.defaultSize,
      first: 'them',
      level,
      pace: undefined,
      rated: false,
      start: positionOf(game, index),
    },
    true,
  );
  if (!begun.ok) throw new Error(begun.error.code);
  const raw = Buffer.from(`From: ${player.address}\r\nSubject: ${index}\r\n\r\n`);
  const inboxId = storePiped(db, raw, rawHash(raw), START);
  db.prepare("update inbox set state = 'done', finished_at = ? where id = ?").run(START, inboxId);
  insertMatch(db, begun.value, START);
  const charge = chargeTo(id, 'token', START);
  const cause = { inboxId, messageId: undefined, address: player.address, charge };
  scheduleRobot(db, begun.value, cause);
}

/** Some plies after the first position, other ones in each match. */
function positionOf(game: Game, index: number): Position {
  const start = game.start(game.defaultSize);
  if (!start.ok) throw new Error(start.error.code);
  let position = start.value;
  for (let ply = 0; ply < PLIES_BEFORE; ply++) {
    const moves = game.legalMoves(position);
    const move = moves[(index * 7919 + ply * 104_729) % moves.length];
    // Where there is nothing to think about any more, others are tried.
    if (!move) return positionOf(game, index + matches);
    position = game.play(position, move).position;
  }
  return game.outcome(position) ? positionOf(game, index + matches) : position;
}
