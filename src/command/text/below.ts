import { type Sentence, say } from '../../sentence.ts';
import type { LetterContext } from '../shape/types.ts';
import type { ReadyCommand } from './line.ts';
import { type ParsedLetter, readReply, type Text } from './read.ts';
import { isPuzzleMove } from './statement.ts';
import type { Vocabulary } from './vocabulary.ts';

/**
 * Reads text below the quotation of a board, or between its lines. A move bound to the board as shown is
 * played; any other command may be a remark about the quotation, so the answer only explains how to give
 * it.
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

/** Only a move that is bound to the state in the letter cannot be carried out twice. */
const isAnsweringMove = (
  { command, ready }: ReadyCommand,
  { number, revision, puzzle }: LetterContext,
): boolean =>
  command.name === 'puzzle'
    ? puzzle?.revision !== undefined && isPuzzleMove(ready.text)
    : command.name === 'move' && ready.board === number && revision !== undefined;

/** The explanation for a command that is not carried out below a quotation. */
const writeAbove = ({ ready }: ReadyCommand): Sentence =>
  say('below-quotation', { command: ready.bare ?? ready.text });
