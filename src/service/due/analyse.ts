import { chargeTo } from '../../budget/charge.ts';
import { toPlayer } from '../../command/letters/letters.ts';
import type { HintOn } from '../../command/shape/types.ts';
import type { HintText } from '../../engine/hint/hint-text.ts';
import { gameOf } from '../../engine/registry.ts';
import { sideOf } from '../../engine/shape/view.ts';
import type { SolutionText } from '../../engine/solve/solve-text.ts';
import { parsePosition } from '../../engine/written.ts';
import type { Intent } from '../../intent.ts';
import { hintNodesMax, linePliesShownMax, solveAttemptsMax, solveNodesMax } from '../../limits.ts';
import type { Player } from '../../player/types.ts';
import { type Sentence, say } from '../../sentence.ts';
import { type Database, transact } from '../../store/file/database.ts';
import { playerById } from '../../store/people/players.ts';
import {
  type Analysis,
  countAnalysisAttempt,
  finishAnalysis,
  nextAnalysis,
} from '../../store/play/analyses.ts';
import { matchOf } from '../../store/play/matches.ts';
import { intendLetter } from '../do/intend.ts';
import { withClockAt } from '../shell/moment.ts';
import type { Shell } from '../shell/shell.ts';
import type { Solver } from '../thread/solver.ts';

/**
 * Solves every waiting position, one at a time, and writes down the letters with the answers. A
 * position that was being solved when the process died is solved again.
 *
 * @param answered called after each, so that the letter is sent
 */
export async function analyse(
  shell: Shell,
  solver: Solver,
  signal: AbortSignal,
  answered: () => void,
): Promise<void> {
  const { db } = shell;
  for (;;) {
    const analysis = nextAnalysis(db);
    if (!analysis || signal.aborted) return;
    countAnalysisAttempt(db, analysis.id);
    const verdict = await verdictOf(shell, solver, signal, analysis);
    // Without one the position waits: for the next attempt, or for the next start.
    if (signal.aborted || verdict === undefined) continue;
    transact(db, () => finish(shell, analysis, verdict));
    answered();
  }
}

/** What the solver's thread has found out: how a position stands, or a hint. */
type Verdict = SolutionText | HintText;

/** Tells what was found, within a transaction. */
function finish(working: Shell, analysis: Analysis, verdict: Verdict | null): void {
  const now = working.time.now();
  const { id } = analysis;
  const shell = withClockAt(working, now, `solved ${id}`);
  const { db } = shell;
  tell(shell, analysis, verdict);
  finishAnalysis(db, id, verdict ? 'done' : 'failed', now);
}

/** What the solver says; null when it is not asked any more, and undefined when it has failed. */
async function verdictOf(
  { log }: Shell,
  solver: Solver,
  signal: AbortSignal,
  { id, attempts, position, hintOn }: Analysis,
): Promise<Verdict | null | undefined> {
  if (attempts >= solveAttemptsMax) return null;
  try {
    if (!hintOn) return await solver.solve(position, solveNodesMax);
    // The same board always gives the same guess.
    const seed = `hint ${hintOn.board} ${hintOn.revision}`;
    return await solver.hint(position, { nodesMax: hintNodesMax, seed });
  } catch (error) {
    if (!signal.aborted) log.error({ analysis: id, error: String(error) }, 'solve');
    return undefined;
  }
}

function tell(shell: Shell, analysis: Analysis, verdict: Verdict | null): void {
  const { playerId, understood, inboxId, messageId, address, proof, createdAt } = analysis;
  const player = playerById(shell.db, playerId);
  if (!player) return;
  const { hintOn } = analysis;
  const letter = hintOn
    ? hintLetter(shell.db, player, understood, hintOn, isHint(verdict) ? verdict : null)
    : solvedLetter(player, analysis, isHint(verdict) ? null : verdict);
  const charge = chargeTo(playerId, proof, createdAt);
  intendLetter(shell, letter, { inboxId, messageId, address, charge });
}

const isHint = (verdict: Verdict | null): verdict is HintText => verdict?.kind === 'hint';

const solvedLetter = (
  player: Player,
  analysis: Analysis,
  verdict: SolutionText | null,
): Intent => ({
  to: toPlayer(player),
  message: {
    kind: 'answer',
    facts: {
      sections: [{ understood: analysis.understood, says: verdictSays(analysis, verdict) }],
    },
  },
  reply: { purpose: 'account', number: 0 },
});

/** What a value means to the side that is to move in the position that was asked about. */
function valueSays(text: string, { value, distance }: Solved): Sentence {
  const position = parsePosition(text);
  if (!position.ok) throw new Error(`damaged position (${position.error.code})`);
  const game = gameOf(position.value.rules);
  const side = sideOf(game, position.value.turn).name;
  // Where play cannot come back to where it was, nothing is repeated.
  if (value === 'draw') return say(game.circles ? 'solved-draw' : 'solved-even', { side });
  return distance === undefined
    ? say(`solved-${value}`, { side })
    : say(`solved-${value}-in`, { side, plies: distance });
}

/** A verdict that knows the value. */
interface Solved extends SolutionText {
  readonly value: NonNullable<SolutionText['value']>;
}

function verdictSays({ position }: Analysis, verdict: SolutionText | null): readonly Sentence[] {
  if (!verdict) return [say('solve-failed')];
  const { value, bestMoves, openMoves, line = [], nodes } = verdict;
  if (value === null) return [say('solve-gave-up', { nodes })];
  const shown = line.slice(0, linePliesShownMax);
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
 * The letter with a hint, whose answer may be the move itself, as long as the board stands as it stood
 * when the hint was asked for.
 *
 * @param hint null where none was found
 */
function hintLetter(
  db: Database,
  player: Player,
  understood: string,
  { board, revision }: HintOn,
  hint: HintText | null,
): Intent {
  const match = matchOf(db, board);
  const stands = match?.revision === revision && !match.outcome;
  const says = stands ? hintSays(hint) : [say('hint-late', { board })];
  const answers = stands && hint ? [hint.move] : undefined;
  const section = { understood, says, ...(answers && { answers }) };
  return {
    to: toPlayer(player),
    message: { kind: 'answer', facts: { sections: [section] } },
    reply: stands
      ? { purpose: 'board', number: board, revision, asks: undefined }
      : { purpose: 'account', number: 0 },
  };
}

function hintSays(hint: HintText | null): readonly Sentence[] {
  if (!hint) return [say('solve-failed')];
  const { value, move, nodes, plies = 0 } = hint;
  const says =
    value === null ? say('hint-guess', { move, nodes }) : say(`hint-${value}`, { move, plies });
  return [says, say('hint-play', { move })];
}
