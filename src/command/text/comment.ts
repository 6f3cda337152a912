import { commandLimits, newTextLimits } from '../../limits.ts';
import { type Sentence, say } from '../../sentence.ts';
import type { LetterContext } from '../shape/types.ts';
import { fold, plainLine } from '../shape/words.ts';
import { isRemark } from './beside-move.ts';
import { readLine } from './line.ts';
import type { Vocabulary } from './vocabulary.ts';
import { firstLine, isTalk } from './yes-no.ts';

/** The lines below the commands of a letter, as its writer's comment. */

/** The lines above a word that ends a letter; on top, thanks end none. */
export function untilStop(lines: readonly string[], vocabulary: Vocabulary): readonly string[] {
  const first = firstLine(lines, vocabulary);
  const stop = lines.findIndex(
    (line, at) =>
      vocabulary.stops.has(fold(plainLine(line))) && !(at === first && isRemark(line, vocabulary)),
  );
  return stop < 0 ? lines : lines.slice(0, stop);
}

/** Whether no line is a command, or nearly one. */
export const areWords = (
  lines: readonly string[],
  letterContext: LetterContext,
  vocabulary: Vocabulary,
): boolean =>
  lines.every((line) => {
    const read = readLine(line, letterContext, vocabulary);
    return read.kind === 'prose' || isTalk(line, read);
  });

/** The writer's comment; a classic line repeated in it loses its password. */
export function asComment(
  written: readonly string[],
  letterContext: LetterContext,
  vocabulary: Vocabulary,
): { readonly comment: string; readonly unread: Sentence | undefined } {
  const lines = written.map((line) => {
    const read = readLine(line, letterContext, vocabulary);
    return read.kind === 'command' && read.writer !== undefined ? read.ready.text : line;
  });
  let chars = 0;
  const kept = lines.findIndex((line) => {
    chars += line.length + 1;
    return chars > newTextLimits.commentChars;
  });
  const comment = lines.slice(0, kept < 0 ? lines.length : kept);
  const linesLeft = lines.length - comment.length;
  return {
    comment: comment.join('\n').trim(),
    unread: linesLeft > 0 ? say('unread-long', { lines: linesLeft }) : undefined,
  };
}

/** Reports lines below the commands as unread. */
export function unreadBelow(
  rest: readonly string[],
  commands: readonly { readonly kind: string }[],
) {
  const lines = rest.filter((line) => line.trim() !== '').length;
  if (lines === 0) return { comment: '', unread: undefined };
  if (commands.at(-1)?.kind === 'trouble')
    return { comment: '', unread: say('unread-below', { lines }) };
  return commands.length === commandLimits.perLetter
    ? { comment: '', unread: say('unread-many', { lines, max: commandLimits.perLetter }) }
    : { comment: '', unread: say('unread', { lines }) };
}
