import { findGame, GAMES, gameOf, type PositionError, parsePosition } from '../engine/registry.ts';
import type { SolveLimits } from '../engine/shape/solution.ts';
import { sideOf } from '../engine/shape/view.ts';
import { perft } from '../engine/solve/solve.ts';
import { type SolutionData, solveText } from '../engine/solve/solve-text.ts';
import { makeSize, parseSize } from '../engine/stones/notation.ts';
import { oneMebibyte } from '../limits.ts';
import { err, ok, type Result } from '../result.ts';
import { solverLimits } from '../solo-limits.ts';
import { type Exit, exitOf, usageError } from './command.ts';
import { suggestionsFor } from './usage.ts';

/**
 * Runs `turnpost solve POSITION`: prints the outcome, the distance to the end if known, and a winning move;
 * then the other moves with that outcome, a line of best play, and the number of positions searched.
 *
 * @param options as typed: the limit of positions, the MiB of memory, and whether every move is searched
 */
export const solvePosition = (
  position: string,
  {
    nodes,
    memory,
    all,
  }: { readonly nodes?: string; readonly memory?: string; readonly all?: true },
  onProgress: (nodes: number) => void,
  print: (line: string) => void,
): Exit => {
  const nodesMax = wholeNumber(nodes, solverLimits.terminalNodes);
  if (!nodesMax) {
    const example = `such as ${solverLimits.terminalNodes}`;
    return usageError(`--nodes takes a number of positions, ${example}, not ${nodes}.`);
  }
  const mib = wholeNumber(memory, solverLimits.memoryMib);
  if (!mib || mib > solverLimits.memoryMibMax) {
    return usageError(`--memory takes 1 to ${solverLimits.memoryMibMax} MiB, not ${memory}.`);
  }
  const limits = {
    nodesMax,
    bytesMax: mib * oneMebibyte,
    onProgress,
    ...(!all && { moreNodesMax: solverLimits.moreNodes }),
  };
  return exitOf(solveReport(position, limits, print));
};

/** The number typed, or the default; undefined if malformed. Callers refuse 0. */
const wholeNumber = (typed: string | undefined, fallback: number): number | undefined => {
  if (typed === undefined) return fallback;
  return /^\d{1,12}$/.test(typed) ? Number(typed) : undefined;
};

/** Prints the outcome as soon as it is known. @returns the lines that follow, or an error about the position */
const solveReport = (
  positionText: string,
  { nodesMax, ...more }: SolveLimits,
  print: (line: string) => void,
): Result<readonly string[], string> => {
  const position = parsePosition(positionText);
  if (!position.ok) return err(errorText(position.error));
  const { rules, turn } = position.value;
  const { name } = sideOf(gameOf(rules), turn);
  const side = `${name.charAt(0).toUpperCase()}${name.slice(1)}`;
  const solution = solveText(positionText, nodesMax, more, ({ value, distance, move }) => {
    print(outcomeLine({ value, distance, nodes: 0 }, side));
    if (value === 'win' && move !== undefined) print(`A winning move: ${move}`);
  });
  if (!solution.ok) return err(errorText(solution.error));
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
  }: Pick<SolutionData, 'value' | 'nodes'> & { distance?: number | undefined },
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

const moveLines = ({ value, bestMoves, openMoves }: SolutionData): string[] => {
  if (value === null) return [];
  const name = value === 'draw' ? 'Drawing moves' : 'Winning moves';
  return [
    ...(bestMoves.length > 0 ? [`${name} (${bestMoves.length}): ${bestMoves.join(' ')}`] : []),
    ...(openMoves.length > 0 ? [`Not known (${openMoves.length}): ${openMoves.join(' ')}`] : []),
  ];
};

/** The error code with its facts, and an example of a valid position. */
const errorText = ({ code, facts }: PositionError): string => {
  const known = Object.entries(facts).map(([name, fact]) => `${name} ${fact}`);
  return [
    `That is no position to solve: ${[code, ...known].join(', ')}.`,
    'Write it like "forms 4x4 4/.xx./.ww./4 x".',
  ].join('\n');
};

/**
 * The lines of `turnpost perft RULES SIZE DEPTH`: depth, nodes and seconds, a line per depth.
 *
 * @param now a clock, in milliseconds
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

/** Parses `RULES COLSxROWS` of a command line: a game on a board, before the first move. */
export function firstPosition(rules: string, sizeText: string) {
  const game = findGame(rules);
  if (!game) return err(noGame(rules));
  const size = parseSize(sizeText);
  if (!size) return err(`The size ${sizeText} is not written like 8x8.`);
  const start = game.start(size);
  if (!start.ok) return err(`${game.name} has no start on ${makeSize(size)}: ${start.error.code}.`);
  return ok({ game, size, start: start.value });
}

function noGame(word: string): string {
  const known = GAMES.map((each) => each.rules);
  const message = `There is no game ${word}.`;
  const suggestions = suggestionsFor({ message, unknown: { word, known } });
  return [
    message,
    ...suggestions.map((each) => `Did you mean this: ${each}`),
    `Games: ${known.join(', ')}`,
  ].join('\n');
}
