import { type Sentence, say } from '../../sentence.ts';
import type { LetterContext } from '../shape/types.ts';
import type { ReadyCommand } from './line.ts';
import { type ParsedLetter, readReply, type Text } from './read.ts';
import { isPuzzleMove } from './statement.ts';
import type { Vocabulary } from './vocabulary.ts';

/**
 * Reads what stands below the quotation of a board, or between its lines. A move on the board as the
 * letter showed it is a move; any other command there may as well be a word about what is quoted, so
 * it is only told how to ask for it.
 */
export function readBelow(text: Text, place: LetterContext, vocabulary: Vocabulary): ParsedLetter {
  const orders = readReply(text, place, vocabulary);
  const lines = orders.lines.map((line): ParsedLetter['lines'][number] =>
    line.kind === 'command' && !isAnsweringMove(line, place)
      ? { kind: 'trouble', command: undefined, why: writeAbove(line) }
      : line,
  );
  return { ...orders, lines };
}

/** Only a move that is bound to what the letter showed cannot be carried out twice. */
const isAnsweringMove = (
  { command, ready }: ReadyCommand,
  { number, revision, puzzle }: LetterContext,
): boolean =>
  command.name === 'puzzle'
    ? puzzle?.revision !== undefined && isPuzzleMove(ready.text)
    : command.name === 'move' && ready.board === number && revision !== undefined;

/** What is said of a command that is not carried out where it stands. */
const writeAbove = ({ ready }: ReadyCommand): Sentence =>
  say('below-quotation', { command: ready.bare ?? ready.text });
