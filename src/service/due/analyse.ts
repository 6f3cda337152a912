import { boardFacts, toPlayer } from '../../command/letters/letters.ts';
import type { HintOn } from '../../command/shape/types.ts';
import type { HintData } from '../../engine/hint/hint.ts';
import { gameOf, parsePosition } from '../../engine/registry.ts';
import { sideOf } from '../../engine/shape/view.ts';
import type { SolutionData } from '../../engine/solve/solve-text.ts';
import type { Intent } from '../../intent.ts';
import type { Player } from '../../player/settings.ts';
import { type Sentence, say } from '../../sentence.ts';
import { solverLimits } from '../../solo-limits.ts';
import { type Database, transact } from '../../store/file/database.ts';
import { playerById } from '../../store/people/players.ts';
import { countJobAttempt, endJob, type Job, nextAnalysis } from '../../store/play/jobs.ts';
import { matchOf } from '../../store/play/matches.ts';
import { intendLetter } from '../do/intend.ts';
import { type Shell, withClockAt } from '../shell/shell.ts';
import type { Solver } from '../thread/solver.ts';

interface SolverWork<Kind extends 'analysis' | 'search', Answer> {
  /** The next job; undefined if there is none now. */
  next(): Job<Kind> | undefined;
  ask(job: Job<Kind>): Promise<Answer | null>;
  /** Stores the answer, within a transaction; null after too many attempts. */
  conclude(job: Job<Kind>, answer: Answer | null): void;
  /** Called after the commit. */
  concluded?(): void;
}

/** Runs solver jobs, one at a time. A job interrupted by the end of the process is started again. */
export async function runSolverJobs<Kind extends 'analysis' | 'search', Answer>(
  { db, log }: Shell,
  signal: AbortSignal,
  { next, ask, conclude, concluded }: SolverWork<Kind, Answer>,
): Promise<void> {
  for (let job = next(); job && !signal.aborted; job = next()) {
    const { id, attempts } = job;
    // Counted first, so that a job that kills the process is noticed.
    countJobAttempt(db, id);
    let answer: Answer | null = null;
    try {
      if (attempts < solverLimits.attempts) answer = await ask(job);
    } catch (error) {
      // The job waits for the next attempt or start.
      if (!signal.aborted) log.error({ job: id, error: String(error) }, 'solve');
      continue;
    }
    if (signal.aborted) return;
    transact(db, () => {
      conclude(job, answer);
      endJob(db, id);
    });
    concluded?.();
  }
}

/**
 * Solves every waiting position, and stores the letters with the answers.
 *
 * @param answered called after each, so that the letter is sent
 */
export const analyse = (
  shell: Shell,
  solver: Solver,
  signal: AbortSignal,
  answered: () => void,
): Promise<void> =>
  runSolverJobs<'analysis', Verdict>(shell, signal, {
    next: () => nextAnalysis(shell.db),
    ask: ({ facts: { position, hintOn } }) => {
      if (!hintOn) return solver.solve(position, solverLimits.nodes);
      // The same board always gives the same guess.
      const seed = `hint ${hintOn.board} ${hintOn.revision}`;
      return solver.hint(position, { nodesMax: solverLimits.hintNodes, seed });
    },
    conclude(job, verdict) {
      intendResult(withClockAt(shell, shell.time.now(), `solved ${job.id}`), job, verdict);
    },
    concluded: answered,
  });

/** The solver's answer: the value of a position, or a hint. */
type Verdict = SolutionData | HintData;

function intendResult(shell: Shell, job: Job<'analysis'>, verdict: Verdict | null): void {
  const { playerId, facts, cause } = job;
  const player = playerId === undefined ? undefined : playerById(shell.db, playerId);
  if (!player) return;
  const { understood, hintOn } = facts;
  const letter = hintOn
    ? hintLetter(shell.db, player, understood, hintOn, isHint(verdict) ? verdict : null)
    : solvedLetter(player, facts, isHint(verdict) ? null : verdict);
  intendLetter(shell, letter, cause);
}

const isHint = (verdict: Verdict | null): verdict is HintData => verdict?.kind === 'hint';

const solvedLetter = (
  player: Player,
  { understood, position }: Job<'analysis'>['facts'],
  verdict: SolutionData | null,
): Intent => ({
  to: toPlayer(player),
  message: {
    kind: 'answer',
    facts: {
      sections: [{ understood, says: verdictSays(position, verdict) }],
    },
  },
  reply: { purpose: 'account', number: 0 },
});

/** The value for the side to move in the position. */
function valueSays(text: string, { value, distance }: Solved): Sentence {
  const position = parsePosition(text);
  if (!position.ok) throw new Error(`damaged position (${position.error.code})`);
  const game = gameOf(position.value.rules);
  const side = sideOf(game, position.value.turn).name;
  // In a game without cycles, a draw is not by repetition.
  if (value === 'draw') return say(game.canRepeat ? 'solved-draw' : 'solved-even', { side });
  return distance === undefined
    ? say(`solved-${value}`, { side })
    : say(`solved-${value}-in`, { side, plies: distance });
}

/** A solution whose value is known. */
interface Solved extends SolutionData {
  readonly value: NonNullable<SolutionData['value']>;
}

function verdictSays(position: string, verdict: SolutionData | null): readonly Sentence[] {
  if (!verdict) return [say('solve-failed')];
  const { value, bestMoves, openMoves, line = [], nodes } = verdict;
  if (value === null) return [say('solve-gave-up', { nodes })];
  const shown = line.slice(0, solverLimits.pliesShown);
  return [
    valueSays(position, { ...verdict, value }),
    ...(value !== 'loss' && bestMoves.length > 0
      ? [say('solved-moves', { value, count: bestMoves.length, moves: bestMoves.join(' ') })]
      : []),
    ...(openMoves.length > 0 ? [say('solved-open', { count: openMoves.length })] : []),
    ...(shown.length > 0
      ? [say('solved-line', { moves: shown.join(' '), more: line.length - shown.length })]
      : []),
  ];
}

/**
 * The letter with a hint. A reply may be the move, if the board is unchanged since the request.
 *
 * @param hint null if none was found
 */
function hintLetter(
  db: Database,
  player: Player,
  understood: string,
  { board, revision }: HintOn,
  hint: HintData | null,
): Intent {
  const match = matchOf(db, board);
  const stands = match?.revision === revision && !match.outcome;
  const says = stands ? hintSays(hint) : [say('hint-late', { board })];
  const answers = stands && hint ? [hint.move] : undefined;
  const offers = [[board, revision] as const];
  const shown = stands && { board: boardFacts(match, []) };
  const section = { understood, says, ...(answers && { answers, offers }), ...shown };
  return {
    to: toPlayer(player),
    message: { kind: 'answer', facts: { sections: [section] } },
    reply: stands
      ? { purpose: 'board', number: board, revision, asks: undefined }
      : { purpose: 'account', number: 0 },
  };
}

function hintSays(hint: HintData | null): readonly Sentence[] {
  if (!hint) return [say('solve-failed')];
  const { value, move, plies = 0 } = hint;
  // Those of the player alone, as in "mate in two".
  const moves = Math.ceil(plies / 2);
  const says = value === null ? say('hint-guess', { move }) : say(`hint-${value}`, { move, moves });
  return [says, say('hint-play', { move })];
}
