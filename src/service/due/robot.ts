import { takeTurn } from '../../command/board/move.ts';
import { gameOf, makePosition, storedPosition } from '../../engine/registry.ts';
import { fullNodesIn, nodesOn } from '../../engine/robot/level.ts';
import type { Position } from '../../engine/shape/types.ts';
import { playMove } from '../../match/play.ts';
import { type Match, ROBOT, type RobotSeat } from '../../match/types.ts';
import { err } from '../../result.ts';
import { robotLimits } from '../../solo-limits.ts';
import { inSavepoint, transact, transactUnsynced } from '../../store/file/database.ts';
import {
  changeJob,
  countJobAttempt,
  dueJobs,
  type Job,
  jobOf,
  robotTurnsWaiting,
} from '../../store/play/jobs.ts';
import { matchOf } from '../../store/play/matches.ts';
import { queriesOf } from '../../store/reading/reading.ts';
import { noteDecided } from '../../store/server/conditions.ts';
import { apply } from '../do/apply.ts';
import { intendLetter } from '../do/intend.ts';
import { type Shell, withClockAt } from '../shell/shell.ts';
import { choose, type Robot, type RobotQuestion } from '../thread/robot.ts';

/** A turn being computed. */
interface StartedTurn {
  readonly turn: Job<'robot'>;
  readonly question: RobotQuestion;
}

/** A turn and its move. */
interface ComputedTurn {
  readonly turn: Job<'robot'>;
  /** Undefined if none was found. */
  readonly move: string | undefined;
}

/**
 * Plays all waiting turns of the robot, the oldest first. A turn interrupted by the end of the process is
 * computed again, with the same result.
 *
 * @param onLetters called when there are letters to send
 */
export async function runRobotTurns(
  shell: Shell,
  robot: Robot,
  signal: AbortSignal,
  onLetters: () => void,
): Promise<void> {
  for (let turns = beginTurns(shell); turns.length > 0; turns = beginTurns(shell)) {
    if (signal.aborted) return;
    shell.crash.reach('robot: begun');
    await Promise.all(computeGroup(shell, robot, signal, turns, onLetters));
  }
}

/** Computes some turns together, and stores each result at once. */
function computeGroup(
  shell: Shell,
  robot: Robot,
  signal: AbortSignal,
  turns: readonly StartedTurn[],
  onLetters: () => void,
): readonly Promise<void>[] {
  const { db, crash } = shell;
  const results: ComputedTurn[] = [];
  const conclude = (): void => {
    const moves = results.splice(0);
    if (moves.length === 0 || signal.aborted) return;
    crash.reach('robot: chosen');
    // Without a sync: the commit that leases the letters syncs.
    transactUnsynced(db, () => {
      for (const each of moves) concludeTurn(shell, each);
    });
    crash.reach('robot: moved');
    onLetters();
  };
  return turns.map(async (each) => {
    results.push({ turn: each.turn, move: await moveFor(shell, robot, signal, each) });
    // Results found while the main thread was busy share a commit.
    await new Promise(setImmediate);
    conclude();
  });
}

/** Takes the next turns, and fixes the node limit of each. */
function beginTurns({ db }: Shell): readonly StartedTurn[] {
  const query = { attemptsMax: robotLimits.attempts, most: robotLimits.turnsAtOnce };
  const turns = dueJobs(db, 'robot', query);
  if (turns.length === 0) return [];
  const waiting = robotTurnsWaiting(db);
  const decided: { readonly board: number; readonly nodesMax: number }[] = [];
  const started = turns.map((turn, index): StartedTurn => {
    const match = matchOf(db, turn.key);
    if (!match?.robot) throw new Error(`board ${turn.key}: no turn of the robot`);
    const nodesMax = turn.facts.nodesMax ?? nodesFor(match.robot, match.position, waiting - index);
    if (nodesMax !== undefined) decided.push({ board: turn.key, nodesMax });
    return { turn, question: questionOf(match, match.robot, nodesMax) };
  });
  if (decided.length > 0) {
    transactUnsynced(db, () => {
      for (const { board, nodesMax } of decided) changeJob(db, 'robot', board, { nodesMax });
    });
  }
  return started;
}

/** Plays a found move, within a transaction. A failure is retried, and holds up no other board. */
function concludeTurn(shell: Shell, { turn, move }: ComputedTurn): void {
  const { db, log } = shell;
  const played =
    move === undefined ? err('no move') : inSavepoint(db, () => playTurn(shell, turn, move));
  if (played.ok) return;
  if (move !== undefined) log.error({ board: turn.key, error: String(played.error) }, 'robot');
  countJobAttempt(db, turn.id);
}

/**
 * Plays a move of the robot, within a transaction, and intends the letters about it. Does nothing if the
 * board has changed since.
 */
function playTurn(
  baseShell: Shell,
  { key: board, facts: { revision } }: Job<'robot'>,
  move: string,
): void {
  const turn = jobOf(baseShell.db, 'robot', board);
  const match = matchOf(baseShell.db, board);
  if (!match || turn?.facts.revision !== revision) return;
  const now = baseShell.time.now();
  const shell = withClockAt(baseShell, now, `robot ${board} ${revision}`);
  const { db } = shell;
  const { cause, facts } = turn;
  const moved = playMove(match, ROBOT.id, move, {});
  if (!moved.ok) throw new Error(`board ${board}: ${move} (${moved.error.code})`);
  const context = { queries: queriesOf(db, now), comment: '' };
  const { changes, letters } = takeTurn(match, moved.value, ROBOT, context, facts.untold);
  for (const change of changes) apply(shell, change, cause);
  noteDecided(db, now);
  for (const letter of letters) intendLetter(shell, letter, cause);
}

/**
 * The question for the robot. The seed follows from board and revision, so the same letters always give the
 * same moves.
 */
const questionOf = (
  { board, revision, rules, position }: Match,
  { level }: RobotSeat,
  nodesMax: number | undefined,
): RobotQuestion => ({
  rules,
  position: makePosition(position),
  level,
  seed: `${board} ${revision}`,
  nodesMax,
});

/**
 * The node limit of a turn while `waiting` turns wait, so that the last is played in time; undefined: that of
 * the level.
 */
export function nodesFor(
  { level }: Pick<RobotSeat, 'level'>,
  position: Position,
  waiting: number,
): number | undefined {
  const nodesMax = nodesOn(level, position);
  const share = (turns: number) =>
    Math.ceil((fullNodesIn(position) * robotLimits.fullSearchTurns) / turns);
  return nodesMax > share(robotLimits.promptTurns) ? Math.min(share(waiting), nodesMax) : undefined;
}

/** The move; undefined if there is none yet. */
async function moveFor(
  { log }: Shell,
  robot: Robot,
  signal: AbortSignal,
  { turn: { key: board, attempts }, question }: StartedTurn,
): Promise<string | undefined> {
  // Any legal move, so that the match goes on.
  if (attempts >= robotLimits.attempts) return firstMove(question);
  try {
    const move = await robot.choose(question);
    if (move.ok) return move.value;
    log.error({ board, error: move.error }, 'robot');
  } catch (error) {
    if (!signal.aborted) log.error({ board, error: String(error) }, 'robot');
  }
  return undefined;
}

function firstMove({ rules, position }: RobotQuestion): string | undefined {
  const game = gameOf(rules);
  const start = storedPosition(rules, position, 'a turn of the robot');
  const [first] = game.legalMoves(start);
  return first && game.makeMove(first, start);
}

/**
 * Plays all due turns of the robot in a recovery, at the time of the shell. They are the same as
 * before the loss, unless so many turns waited then that less was searched for each, or one had failed.
 */
export function replayRobotTurns(shell: Shell): void {
  for (let turns = beginTurns(shell); turns.length > 0; turns = beginTurns(shell)) {
    for (const { turn, question } of turns) {
      transact(shell.db, () => playTurn(shell, turn, choose(question)));
    }
  }
}
