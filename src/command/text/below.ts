import { type Sentence, say } from '../../sentence.ts';
import type { Place } from '../shape/types.ts';
import type { Order } from './line.ts';
import { isPuzzleMove } from './puzzle-line.ts';
import { type Orders, readReply, type Text } from './read.ts';
import type { Vocabulary } from './vocabulary.ts';

/**
 * Reads what stands below the quotation of a board, or between its lines. A move on the board as the
 * letter showed it is a move; any other command there may as well be a word about what is quoted, so
 * it is only told how to ask for it.
 */
export function readBelow(text: Text, place: Place, vocabulary: Vocabulary): Orders {
  const orders = readReply(text, place, vocabulary);
  const lines = orders.lines.map((line): Orders['lines'][number] =>
    line.kind === 'command' && !isAnsweringMove(line, place)
      ? { kind: 'trouble', command: undefined, why: writeAbove(line) }
      : line,
  );
  return { ...orders, lines };
}

/** Only a move that is bound to what the letter showed cannot be carried out twice. */
const isAnsweringMove = (
  { command, ready }: Order,
  { number, revision, puzzle }: Place,
): boolean =>
  command.name === 'puzzle'
    ? puzzle?.revision !== undefined && isPuzzleMove(ready.text)
    : command.name === 'move' && ready.board === number && revision !== undefined;

/** What is said of a command that is not carried out where it stands. */
const writeAbove = ({ ready }: Order): Sentence =>
  say('below-quotation', { command: ready.bare ?? ready.text });
