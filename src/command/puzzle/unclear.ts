import { gameOf } from '../../engine/registry.ts';
import type { Section } from '../../intent.ts';
import { offersMax } from '../../limits.ts';
import { positionOf } from '../../match/puzzle/attempt.ts';
import { exampleOf } from '../../match/puzzle/example.ts';
import { type Sentence, say } from '../../sentence.ts';
import type { PlayerAsking, PuzzlePlace } from '../shape/types.ts';

/**
 * Answers lines of an answer to a puzzle that are not clear: with the moves that they name, each to be
 * asked for once more, or with what can be written instead.
 */
export function unclearPuzzle(
  { written = [], why }: { readonly written?: readonly string[]; readonly why: Sentence },
  { number }: PuzzlePlace,
  { player, reading }: PlayerAsking,
): Section {
  const attempt = reading.puzzles.attempt(player.id, number);
  if (!attempt) return { understood: undefined, says: [say('puzzle-not-yours', { number })] };
  if (attempt.state !== 'open') {
    return { understood: undefined, says: [say('puzzle-over', { number })], answers: ['puzzle'] };
  }
  const position = positionOf(attempt);
  const game = gameOf(position.rules);
  const moves = game.legalMoves(position).map((move) => game.makeMove(move, position));
  const text = plain(written.join(' '));
  const named = moves.filter((move) => text.includes(` ${plain(move).trim()} `));
  const meant = named.slice(0, offersMax).map((move) => `puzzle ${number} ${move}`);
  return {
    understood: undefined,
    says:
      meant.length > 0
        ? [say('puzzle-meant', { count: meant.length, commands: meant.join(' | ') })]
        : [why, say('puzzle-how', { move: exampleOf(position.rules) })],
    answers: [...meant, `puzzle ${number} hint`, `puzzle ${number} give up`],
  };
}

/** Letters and numbers alone, with a blank around each word; what joins two cells is left out. */
const plain = (text: string): string =>
  ` ${text
    .toLowerCase()
    .replace(/(?<=[a-z]\d{1,2})\s*[-x]?\s*(?=[a-z]\d)/g, '')
    .replace(/[^\p{L}\d]+/gu, ' ')} `;
