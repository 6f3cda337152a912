import { performance } from 'node:perf_hooks';
import { type Desk, openDesk } from '../test/support/desk/desk.ts';
import { median, say } from './median.ts';
import { firstMove, settleByCopies } from './town.ts';

/**
 * Whether a turn costs more when there are more matches: our own time for one, from the letter in
 * the mailbox to both answers handed over, with no mail server in between, among a thousand matches
 * and among a million, in turn with each other.
 *
 *   npm run bench scale
 */
const FEW = 1_000;
const MANY = 1_000_000;
const TURNS = 600;
const WARM_UP = 100;
/** Prime to both numbers of matches: the boards come from all over the file. */
const STRIDE = 7_919;

const towns = [FEW, MANY].map((matches) => {
  const desk = openDesk();
  settleByCopies(desk.shell, matches);
  return { desk, matches, timesMs: [] as number[] };
});

for (let turn = 0; turn < TURNS; turn++) {
  for (const { desk, matches, timesMs } of towns) {
    const ms = await turnMs(desk, ((turn * STRIDE) % matches) + 1);
    if (turn >= WARM_UP) timesMs.push(ms);
  }
}

for (const { matches, timesMs } of towns) {
  say(`${matches} matches: ${median(timesMs).toFixed(2)} ms a turn (median of ${timesMs.length})`);
}
const [few, many] = towns.map(({ timesMs }) => median(timesMs));
say(`ratio ${((many ?? 0) / (few ?? 1)).toFixed(2)}`);
say(`memory of this process: ${Math.round(process.memoryUsage.rss() / 2 ** 20)} MiB`);
for (const { desk } of towns) desk.close();

async function turnMs(desk: Desk, board: number): Promise<number> {
  const { raw } = firstMove(desk.shell, board);
  desk.time.now += 1_000;
  desk.box.set(desk.box.size + 1, raw);
  const startMs = performance.now();
  const sent = await desk.round();
  const spentMs = performance.now() - startMs;
  if (sent.length !== 2) throw new Error(`board ${board}: ${sent.length} letters`);
  // What the desk keeps for tests is no memory of the program.
  desk.sent.length = 0;
  return spentMs;
}
