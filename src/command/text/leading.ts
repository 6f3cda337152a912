import { findGame } from '../../engine/registry.ts';
import { commandLimits } from '../../limits.ts';
import { type Sentence, say } from '../../sentence.ts';
import type { LetterContext } from '../shape/types.ts';
import { fold, plainLine } from '../shape/words.ts';
import { drawIn, isCertain, isRemark, isTelling, splitRemarks } from './beside-move.ts';
import { type ParsedLine, type ParseError, type ReadyCommand, readLine } from './line.ts';
import { isPuzzleMove } from './statement.ts';
import type { Vocabulary } from './vocabulary.ts';
import { firstLine, isTalk } from './yes-no.ts';

/** The command lines at the head of a text. */

/** A line that asks for something. */
export type OrderLine = Exclude<ParsedLine, { readonly kind: 'prose' }>;

/** What cannot be carried out, and the lines that it concerns. */
export const trouble = (why: Sentence, written: readonly string[]): ParseError => ({
  kind: 'trouble',
  command: undefined,
  why,
  written: areBlank(written) ? [] : written,
});

/** A parsed line; an error keeps the line. */
export const withLine = (line: string, read: OrderLine): OrderLine =>
  read.kind === 'trouble' ? { ...read, written: [line] } : read;

/** The leading command lines, up to the first that has an error or takes text. */
export function takeCommands(
  lines: readonly string[],
  letterContext: LetterContext,
  vocabulary: Vocabulary,
) {
  const commands: OrderLine[] = [];
  const kept = untilStop(lines, vocabulary);
  /** Words beside a move. */
  let said: readonly string[] = [];
  let at = firstLine(kept, vocabulary);
  const moveAt = moveBelowRemark(kept, at, letterContext, vocabulary);
  if (moveAt !== undefined) {
    said = kept.slice(at, moveAt);
    at = moveAt;
  }
  for (; at < kept.length && commands.length < commandLimits.perLetter; at++) {
    const line = kept[at] ?? '';
    if (line.trim() === '') continue;
    const alone = readLine(line, letterContext, vocabulary);
    const withRemark =
      commands.length === 0 && moveAndRemark(line, alone, letterContext, vocabulary);
    if (withRemark) {
      const { moved, remark, offer } = withRemark;
      said = [...said, ...(remark === '' ? [] : [remark])];
      if (offer) {
        commands.push(moved, offer);
        continue;
      }
      if (alone.kind !== 'command') {
        return { commands: [moved], rest: [...said, ...kept.slice(at + 1)] };
      }
    }
    const [before, ...others] = commands;
    const isBelowMove =
      before?.kind === 'command' && isAnsweringMove(before, letterContext) && others.length === 0;
    const offer = isBelowMove && drawIn(line, letterContext, vocabulary);
    if (offer && alone.kind !== 'command' && !isMarked(line)) {
      commands.push(offer);
      continue;
    }
    if (alone.kind === 'prose' || (commands.length > 0 && isTalk(line, alone))) break;
    if (
      commands.length > 0 &&
      alone.kind === 'command' &&
      isMarked(line) &&
      !alone.ready.harmless
    ) {
      commands.push(trouble(say('marked-line', { near: alone.ready.text }), [line]));
      at++;
      break;
    }
    const below = kept.slice(at + 1);
    const { read, skipped } = withGameBelow(line, alone, below, letterContext, vocabulary);
    at += skipped;
    commands.push(withLine(line, read));
    // Lines after an error are uncertain, and those after some commands are their text.
    if (read.kind === 'trouble' || read.ready.wantsText) {
      at++;
      break;
    }
  }
  // "Thanks" ends a letter, and is for the other player as well.
  const last = commands.length > 0 ? lines.slice(kept.length, kept.length + 1) : [];
  const rest = [...said, ...kept.slice(at), ...last.filter((each) => isRemark(each, vocabulary))];
  return { commands, rest: areBlank(rest) ? [] : rest };
}

/** Whether a line is set off as quotations are: indented, or with an angle quotation mark (`»`) in front. */
const isMarked = (line: string): boolean =>
  /^(?:[ \t\u00a0]{2,}|\t|\s*[\u00bb\u203a]\s)\s*\S/u.test(line);

/** A move on the answered board, and the remarks around it in the same line: `e4e5 sorry for the wait`. */
function moveAndRemark(
  line: string,
  read: ParsedLine,
  letterContext: LetterContext,
  vocabulary: Vocabulary,
) {
  const { number, revision } = letterContext;
  const isOneWord = !line.trim().includes(' ');
  if (isOneWord || number === undefined || revision === undefined) return undefined;
  // A courtesy behind a move is passed over in reading it.
  if (read.kind === 'command' && !isAnsweringMove(read, letterContext)) return undefined;
  const agrees = letterContext.asks === undefined && letterContext.agreement?.() === undefined;
  for (const { move, ...beside } of splitRemarks(line, letterContext, vocabulary, agrees)) {
    const moved = readLine(move, letterContext, vocabulary);
    if (moved.kind === 'command' && isAnsweringMove(moved, letterContext))
      return { moved, ...beside };
  }
  return undefined;
}

/**
 * The index of the move on the answered board below a line that is a remark, as beside a move: `thx`; or one that
 * states it: `my move:`. A move alone may stand below any closed sentences that hold no doubt, unless the letter
 * answers a question: they may be the answer.
 */
function moveBelowRemark(
  lines: readonly string[],
  at: number,
  letterContext: LetterContext,
  vocabulary: Vocabulary,
): number | undefined {
  const read = (line: string) => readLine(line, letterContext, vocabulary);
  const isMove = (line: string) => {
    const alone = read(line);
    return alone.kind === 'command' && isAnsweringMove(alone, letterContext);
  };
  const hasMove = (line: string) =>
    isMove(line) || moveAndRemark(line, read(line), letterContext, vocabulary) !== undefined;
  const isProse = (line: string) => read(line).kind === 'prose' && !hasMove(line);
  const isTold = (line: string) =>
    areBlank([line]) || (isTelling(line, vocabulary) && isProse(line));
  const below = lines.findIndex((line, index) => index > at && !isTold(line));
  const [first = '', next = ''] = [lines[at], lines[below]];
  if (next === '' || isMove(first)) return undefined;
  const isRemarkAlone = isRemark(first, vocabulary) && isCertain(first, '', vocabulary);
  const isStated = isMove(next) && isMove(`${first} ${next}`) && isProse(first);
  const isOneLine = areBlank(lines.slice(at + 1, below));
  if (isOneLine && ((isRemarkAlone && hasMove(next)) || isStated)) return below;
  const mayAnswer = letterContext.asks !== undefined || letterContext.agreement?.() !== undefined;
  return isMove(next) && isTold(first) && !mayAnswer ? below : undefined;
}

/** A command that takes a game, with the one that is alone on the next line: "play" and "minefield". */
export function withGameBelow<Read extends ParsedLine>(
  line: string,
  alone: Read,
  below: readonly string[],
  letterContext: LetterContext,
  vocabulary: Vocabulary,
): { readonly read: Read | ReadyCommand; readonly skipped: number } {
  const at = below.findIndex((each) => each.trim() !== '');
  const next = below[at] ?? '';
  const [first = ''] = plainLine(next).split(/\s+/);
  const mayTake = alone.kind === 'command' && alone.command.gameWordIndex !== undefined;
  if (mayTake && findGame(first) && readLine(next, letterContext, vocabulary).kind === 'prose') {
    const read = readLine(`${line} ${next}`, letterContext, vocabulary);
    if (read.kind === 'command' && read.command === alone.command) return { read, skipped: at + 1 };
  }
  return { read: alone, skipped: 0 };
}

/** Whether a command is a move bound to the state in the answered letter: such a move is never carried out twice. */
export const isAnsweringMove = (
  { command, ready }: ReadyCommand,
  { number, revision, puzzle }: LetterContext,
): boolean =>
  command.name === 'puzzle'
    ? puzzle?.revision !== undefined && isPuzzleMove(ready.text)
    : command.name === 'move' && ready.board === number && revision !== undefined;

/** Whether there is no text in any line. */
export const areBlank = (lines: readonly string[]): boolean =>
  lines.every((line) => line.trim() === '');

/** The lines above a word that ends a letter; thanks in the first line do not end it. */
export function untilStop(lines: readonly string[], vocabulary: Vocabulary): readonly string[] {
  const first = firstLine(lines, vocabulary);
  const stop = lines.findIndex(
    (line, at) =>
      vocabulary.stops.has(fold(plainLine(line))) && !(at === first && isRemark(line, vocabulary)),
  );
  return stop < 0 ? lines : lines.slice(0, stop);
}
