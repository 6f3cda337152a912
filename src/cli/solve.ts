import { gameOf } from '../engine/registry.ts';
import type { SolveLimits } from '../engine/shape/effort.ts';
import { sideOf } from '../engine/shape/view.ts';
import { perft } from '../engine/solve/solve.ts';
import { type SolutionText, solveText } from '../engine/solve/solve-text.ts';
import { type PositionError, parsePosition } from '../engine/written.ts';
import {
  oneMebibyte,
  solveAtTerminalNodesMax,
  solveMemoryMib,
  solveMemoryMibMax,
  solveMoreNodesMax,
} from '../limits.ts';
import { err, ok, type Result } from '../result.ts';
import { type Exit, exitOf, misused } from './command.ts';
import { firstPosition } from './line/first-position.ts';

/** What `turnpost solve POSITION` was given, as it was typed. */
export interface SolveWords {
  readonly position: string;
  /** Positions to look at. */
  readonly nodes: string | undefined;
  /** MiB of memory. */
  readonly memory: string | undefined;
  /** Whether every move is looked at, whatever it takes. */
  readonly all: boolean;
}

/**
 * What `turnpost solve POSITION` does: it prints the exact outcome, how far the end is where that is known,
 * and one winning move; then the other moves that keep the outcome, a line of best play, and how many
 * positions were looked at.
 *
 * @param print writes the first lines as soon as they are found
 * @param onProgress is told now and then how many it has been so far
 */
export const solvePosition = (
  { position, nodes, memory, all }: SolveWords,
  onProgress: (nodes: number) => void,
  print: (line: string) => void,
): Exit => {
  const nodesMax = wholeNumber(nodes, solveAtTerminalNodesMax);
  if (!nodesMax) {
    const example = `such as ${solveAtTerminalNodesMax}`;
    return misused(`--nodes takes a number of positions, ${example}, not ${nodes}.`);
  }
  const mib = wholeNumber(memory, solveMemoryMib);
  if (!mib || mib > solveMemoryMibMax) {
    return misused(`--memory takes 1 to ${solveMemoryMibMax} MiB, not ${memory}.`);
  }
  const limits = {
    nodesMax,
    bytesMax: mib * oneMebibyte,
    onProgress,
    ...(!all && { moreNodesMax: solveMoreNodesMax }),
  };
  return exitOf(solveReport(position, limits, print));
};

/** A number as it was typed, or the usual one; undefined for what is none. 0 is for nothing. */
const wholeNumber = (typed: string | undefined, usual: number): number | undefined => {
  if (typed === undefined) return usual;
  return /^\d{1,12}$/.test(typed) ? Number(typed) : undefined;
};

/** The lines to print, or a sentence that says what is wrong with the position. */
const solveReport = (
  positionText: string,
  { nodesMax, ...more }: SolveLimits,
  print: (line: string) => void,
): Result<readonly string[], string> => {
  const position = parsePosition(positionText);
  if (!position.ok) return err(complaint(position.error));
  const { rules, turn } = position.value;
  const { name } = sideOf(gameOf(rules), turn);
  const side = `${name.charAt(0).toUpperCase()}${name.slice(1)}`;
  const solution = solveText(positionText, nodesMax, more, ({ value, distance, move }) => {
    print(outcomeLine({ value, distance, nodes: 0 }, side));
    if (value === 'win' && move !== undefined) print(`A winning move: ${move}`);
  });
  if (!solution.ok) return err(complaint(solution.error));
  return ok([
    ...(solution.value.value === null ? [outcomeLine(solution.value, side)] : []),
    ...moveLines(solution.value),
    ...(solution.value.line ? [`Best play could go on: ${solution.value.line.join(' ')}`] : []),
    `Positions looked at: ${solution.value.nodes}`,
  ]);
};

const outcomeLine = (
  {
    value,
    distance,
    nodes,
  }: Pick<SolutionText, 'value' | 'nodes'> & { distance?: number | undefined },
  side: string,
): string => {
  const plies = distance === 1 ? 'one ply' : `${distance} plies`;
  switch (value) {
    case 'win':
      return `${side} is to move and wins${distance ? `, in ${plies} at the latest` : ''}.`;
    case 'loss':
      return `${side} is to move and loses${distance ? `, after ${plies} at the latest` : ''}.`;
    case 'draw':
      return `${side} is to move, and the game is drawn.`;
    case null:
      return `${side} is to move. Who wins was not found within ${nodes} positions.`;
  }
};

const moveLines = ({ value, bestMoves, openMoves }: SolutionText): string[] => {
  if (value === null) return [];
  const name = value === 'draw' ? 'Drawing moves' : 'Winning moves';
  return [
    ...(bestMoves.length > 0 ? [`${name} (${bestMoves.length}): ${bestMoves.join(' ')}`] : []),
    ...(openMoves.length > 0 ? [`Not known (${openMoves.length}): ${openMoves.join(' ')}`] : []),
  ];
};

/** The code of what is wrong, with its facts, and an example of what is right. */
const complaint = ({ code, facts }: PositionError): string => {
  const known = Object.entries(facts).map(([name, fact]) => `${name} ${fact}`);
  return [
    `That is no position to solve: ${[code, ...known].join(', ')}.`,
    'Write it like "forms 4x4 4/.xx./.ww./4 x".',
  ].join('\n');
};

/**
 * What `turnpost perft RULES SIZE DEPTH` prints: for each depth a line as soon as it is counted, with
 * the depth, the nodes and the seconds that took.
 *
 * @param now milliseconds of any clock that does not run backwards
 * @returns the lines, counted while they are asked for, or a sentence that says what is wrong
 */
export const perftLines = (
  rules: string,
  sizeText: string,
  depthText: string,
  now: () => number,
): Result<Iterable<string>, string> => {
  const first = firstPosition(rules, sizeText);
  if (!first.ok) return first;
  const { game, start } = first.value;
  if (!/^\d{1,3}$/.test(depthText)) return err(`The depth ${depthText} is not a number of plies.`);
  const depthMax = Number(depthText);
  return ok(
    (function* () {
      for (let depth = 0; depth <= depthMax; depth++) {
        const startMs = now();
        const nodes = perft(game, start, depth);
        yield `${depth} ${nodes} ${((now() - startMs) / 1000).toFixed(3)}`;
      }
    })(),
  );
};
