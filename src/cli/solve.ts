import { gameOf } from '../engine/registry.ts';
import { sideOf } from '../engine/shape/sides.ts';
import { type SolutionText, solveText } from '../engine/solve/solve-text.ts';
import { type PositionError, parsePosition } from '../engine/written.ts';
import { err, ok, type Result } from '../result.ts';

/**
 * What `turnpost solve POSITION` prints: the exact outcome, how far the end is where that is known, every
 * move that keeps the outcome, a line of best play, and how many positions were looked at.
 *
 * @param onProgress is told now and then how many it has been so far
 * @returns the lines, or a sentence that says what is wrong with the position
 */
export const solveReport = (
  positionText: string,
  nodesMax: number,
  onProgress: (nodes: number) => void,
): Result<readonly string[], string> => {
  const solution = solveText(positionText, nodesMax, onProgress);
  if (!solution.ok) return err(complaint(solution.error));
  const position = parsePosition(positionText);
  if (!position.ok) return err(complaint(position.error));
  const { rules, turn } = position.value;
  const { name } = sideOf(gameOf(rules), turn);
  return ok([
    outcomeLine(solution.value, `${name.charAt(0).toUpperCase()}${name.slice(1)}`),
    ...moveLines(solution.value),
    ...(solution.value.line ? [`Best play could go on: ${solution.value.line.join(' ')}`] : []),
    `Positions looked at: ${solution.value.nodes}`,
  ]);
};

const outcomeLine = ({ value, distance, nodes }: SolutionText, side: string): string => {
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
