import { findGame } from '../../engine/registry.ts';
import { commandLimits } from '../../limits.ts';
import { type Sentence, say } from '../../sentence.ts';
import { readChoices } from '../shape/move-choices.ts';
import type { LetterContext, QuestionKind } from '../shape/types.ts';
import { fold, plainLine } from '../shape/words.ts';
import { drawIn, isCertain, isRemark, splitRemarks } from './beside-move.ts';
import { areWords, asComment, unreadBelow, untilStop } from './comment.ts';
import { isAgreement, readChosen } from './left-open.ts';
import { type ParsedLine, type ParseError, type ReadyCommand, readLine } from './line.ts';
import { isPuzzleMove } from './statement.ts';
import {
  bareSubject,
  commandInSubject,
  isOurSubject,
  moveInSubject,
  NO_CONTEXT,
  subjectCommand,
} from './subject.ts';
import type { Vocabulary } from './vocabulary.ts';
import { firstLine, isTalk, linesAfter } from './yes-no.ts';

/** A letter's subject, and its lines above the first quoted one. */
export interface Text {
  readonly subject: string;
  readonly lines: readonly string[];
}

/** The requests of a letter, in order. */
export interface ParsedLetter {
  readonly lines: readonly Exclude<ParsedLine, { readonly kind: 'prose' }>[];
  /** The writer's comment, to go along with a move. */
  readonly comment: string;
  /** The number of unread lines, and the reason. */
  readonly unread: Sentence | undefined;
  /** The number of lines in later text parts, which are not read. */
  readonly laterLines?: number;
  /** The language of its commands, if they identify one. */
  readonly writtenIn?: string | undefined;
}

const trouble = (why: Sentence, written: readonly string[]): ParseError => ({
  kind: 'trouble',
  command: undefined,
  why,
  written: written.filter((line) => line.trim() !== ''),
});

/** A parsed line; an error keeps the line. */
const about = (line: string, read: ParsedLetter['lines'][number]): ParsedLetter['lines'][number] =>
  read.kind === 'trouble' ? { ...read, written: [line] } : read;

/**
 * Reads an answer to one of our letters: commands from the first line on, then the comment. An answer that
 * begins with prose has no commands, so that talk about a move never makes one; a later line that is nearly
 * a command ends the reading, and the answer asks about it.
 */
export function readReply(
  text: Text,
  letterContext: LetterContext,
  vocabulary: Vocabulary,
): ParsedLetter {
  const orders = readAnswering(text, letterContext, vocabulary);
  const { comment: waiting, state, lines = [] } = letterContext.offered ?? {};
  const [taken] = orders.lines;
  const isTaken = lines.some((line) => {
    const offer = readLine(line, letterContext);
    if (taken?.kind !== 'command' || offer.kind !== 'command' || !taken.takesComment) return false;
    const { board, text: spelled } = taken.ready;
    return board === undefined ? spelled === offer.ready.text : board === offer.ready.board;
  });
  if (waiting === undefined || state !== 'open' || !isTaken) return orders;
  const comment = `${waiting}\n\n${orders.comment}`.split('\n');
  return { ...orders, ...asComment(comment, letterContext, vocabulary) };
}

function readAnswering(
  { subject, lines: written }: Text,
  letterContext: LetterContext,
  vocabulary: Vocabulary,
): ParsedLetter {
  const lines = readChoices(
    written,
    (line) => readLine(line, letterContext, vocabulary).kind === 'command',
  );
  const moveLine = isUnwritten(lines) && moveInSubject(subject, letterContext, vocabulary);
  if (moveLine) return { lines: [moveLine], ...NOTHING };
  const { asks } = letterContext;
  // Where the stones are counted, `agree` agrees to the count, and to no draw.
  const answer =
    asks &&
    !isAgreement(lines, letterContext, vocabulary) &&
    readAnswer(lines, letterContext, asks, vocabulary);
  if (answer) return answer;
  const { commands, rest } = takeCommands(lines, letterContext, vocabulary);
  const last = commands.at(-1);
  if (last === undefined) {
    const instead = readInstead(lines, letterContext, asks ?? 'count', vocabulary);
    if (instead) return instead;
    const agreed = asks ? undefined : readAnswer(lines, letterContext, 'count', vocabulary);
    if (agreed) return agreed;
    const command = commandInSubject(subject, letterContext, vocabulary);
    if (command) {
      const below = asComment(untilStop(lines, vocabulary), letterContext, vocabulary);
      return { lines: forText([command]), ...below };
    }
    // "Thanks!" alone is not a command, but the letter is not empty either.
    return {
      lines: [trouble(say(isEmpty(lines) ? 'nothing-written' : 'no-command'), lines)],
      ...NOTHING,
    };
  }
  // Only words below a line with an error may go along with what it means.
  const isAlone = last.kind === 'trouble' && commands.length === 1;
  if (isAlone && areWords(rest, letterContext, vocabulary)) {
    return { lines: commands, ...asComment(rest, letterContext, vocabulary) };
  }
  // After an error, or the last command that is read, further commands may follow: no comment.
  const cutShort = last.kind === 'trouble' || commands.length === commandLimits.perLetter;
  if (cutShort) return { lines: commands, ...unreadBelow(rest, commands) };
  return { lines: forText(commands), ...asComment(rest, letterContext, vocabulary) };
}

/**
 * Reads text below the quotation of a board, or between its lines. A move bound to the board as shown is
 * played; any other command may be a remark about the quotation, so the answer only explains how to give
 * it.
 */
export function readBelow(
  text: Text,
  letterContext: LetterContext,
  vocabulary: Vocabulary,
): ParsedLetter {
  const orders = readReply(text, letterContext, vocabulary);
  const lines = orders.lines.map((line): ParsedLetter['lines'][number] =>
    line.kind === 'command' && !isAnsweringMove(line, letterContext)
      ? { kind: 'trouble', command: undefined, why: writeAbove(line) }
      : line,
  );
  return { ...orders, lines };
}

/**
 * Asks about the first command of an answer without a quotation if its line is also in what the other side wrote:
 * a program may have quoted that part without a mark.
 */
export function askWhereRepeated(
  orders: ParsedLetter,
  { lines }: Text,
  theirWords: string,
  vocabulary: Vocabulary,
): ParsedLetter {
  const [first, ...others] = orders.lines;
  if (theirWords === '' || first?.kind !== 'command' || first.ready.harmless) return orders;
  const line = lines[firstLine(lines, vocabulary)] ?? '';
  const same = fold(plainLine(line));
  const isRepeated = theirWords.split('\n').some((theirs) => fold(plainLine(theirs)) === same);
  if (same === '' || !isRepeated) return orders;
  const asked = trouble(say('repeated-line'), [line]);
  return others.length > 0 ? { lines: [asked], ...NOTHING } : { ...orders, lines: [asked] };
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
  say('below-quotation', { command: ready.textWithoutComment ?? ready.text });

/**
 * Reads a letter that answers none of ours: one command in the subject with the text as its comment, or
 * else the commands of the text.
 *
 * @param known default numbers, the game of each board, and the players
 */
export function readFresh(
  text: Text,
  vocabulary: Vocabulary,
  known: Pick<LetterContext, 'defaultNumbers' | 'gameOn' | 'isPlayer' | 'writer'> = {},
): ParsedLetter {
  const nowhere = { ...NO_CONTEXT, ...known };
  const subject = subjectCommand(text.subject, vocabulary, nowhere);
  if (subject.kind === 'command' && subject.line.kind === 'command') {
    const kept = untilStop(text.lines, vocabulary);
    const words = bareSubject(text.subject);
    const { read, skipped } = withGameBelow(words, subject.line, kept, nowhere, vocabulary);
    return { lines: forText([read]), ...asComment(kept.slice(skipped), nowhere, vocabulary) };
  }
  const letterContext = subject.kind === 'words' ? subject.letterContext : nowhere;
  const { commands, rest } = takeCommands(text.lines, letterContext, vocabulary);
  const last = commands.at(-1);
  if (last?.kind === 'command' && last.ready.wantsText) {
    return { lines: forText(commands), ...asComment(rest, letterContext, vocabulary) };
  }
  if (last) return { lines: commands, ...unreadBelow(rest, commands) };
  const bare = bareSubject(text.subject);
  if (isOurSubject(bare) && isEmpty(text.lines)) {
    return { lines: [trouble(say('nothing-written'), [])], ...NOTHING };
  }
  // Neither part has a complete command: the nearest one is answered.
  if (subject.kind === 'command')
    return { lines: [about(bare, subject.line)], ...unreadBelow(rest, [subject.line]) };
  if (!isEmpty(text.lines)) {
    const unclear = letterContext.number === undefined ? [bare, ...text.lines] : text.lines;
    return { lines: [trouble(say('no-command'), unclear)], ...NOTHING };
  }
  // A subject without a text is not small talk.
  const near = readLine(bare, nowhere, vocabulary);
  const line = near.kind === 'trouble' ? about(bare, near) : trouble(say('nothing-asked'), [bare]);
  return { lines: [line], ...NOTHING };
}

/** Reads a yes, a no or a number in reply to what the letter leaves open; undefined for anything else. */
function readAnswer(
  lines: readonly string[],
  letterContext: LetterContext,
  asks: QuestionKind,
  vocabulary: Vocabulary,
): ParsedLetter | undefined {
  const chosen = readChosen(lines, letterContext, asks, vocabulary);
  if (!chosen) return undefined;
  const { commands, why, rest } = chosen;
  if (why) return { lines: [trouble(why, [])], ...NOTHING };
  const kept = untilStop(rest, vocabulary);
  // Only an accepted challenge has moves below.
  const below =
    asks === 'challenge'
      ? takeCommands(kept, letterContext, vocabulary)
      : { commands: [], rest: kept };
  const read = forText([...commands, ...below.commands]);
  return { lines: read, ...asComment(below.rest, letterContext, vocabulary) };
}

/** Reads a no with a command behind it, which is read as if it stood alone: "No, play hex". */
function readInstead(
  lines: readonly string[],
  letterContext: LetterContext,
  asks: QuestionKind,
  vocabulary: Vocabulary,
): ParsedLetter | undefined {
  const behind = linesAfter('no', lines, asks, vocabulary);
  if (behind === lines) return undefined;
  if (asks === 'count' && letterContext.agreement?.() === undefined) return undefined;
  const alone = { ...letterContext, asks: undefined, offered: undefined };
  const read = readAnswering({ subject: '', lines: behind }, alone, vocabulary);
  if (read.lines[0]?.kind !== 'command') return undefined;
  const { commands = [] } = readChosen(['no'], letterContext, asks, vocabulary) ?? {};
  return { ...read, lines: [...commands, ...read.lines] };
}

/** The leading command lines, up to the first that has an error or takes text. */
function takeCommands(
  lines: readonly string[],
  letterContext: LetterContext,
  vocabulary: Vocabulary,
) {
  const commands: ParsedLetter['lines'][number][] = [];
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
    commands.push(about(line, read));
    // Lines after an error are uncertain, and those after some commands are their text.
    if (read.kind === 'trouble' || read.ready.wantsText) {
      at++;
      break;
    }
  }
  // "Thanks" ends a letter, and is for the other player as well.
  const last = commands.length > 0 ? lines.slice(kept.length, kept.length + 1) : [];
  const rest = [...said, ...kept.slice(at), ...last.filter((each) => isRemark(each, vocabulary))];
  return { commands, rest: isEmpty(rest) ? [] : rest };
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

/** The index of the move on the answered board below one line that is a remark, as beside a move: `thx`. */
function moveBelowRemark(
  lines: readonly string[],
  at: number,
  letterContext: LetterContext,
  vocabulary: Vocabulary,
): number | undefined {
  const line = lines[at] ?? '';
  if (!isRemark(line, vocabulary) || !isCertain(line, '', vocabulary)) return undefined;
  const below = lines.findIndex((each, index) => index > at && each.trim() !== '');
  const next = lines[below] ?? '';
  const read = readLine(next, letterContext, vocabulary);
  const isMove = read.kind === 'command' && isAnsweringMove(read, letterContext);
  return isMove || moveAndRemark(next, read, letterContext, vocabulary) ? below : undefined;
}

/** A command that takes a game, with the one that is alone on the next line: "play" and "minefield". */
function withGameBelow<Read extends ParsedLine>(
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

/** If the last command takes the text below it, that command comes first and the others get none. */
function forText(lines: ParsedLetter['lines']): ParsedLetter['lines'] {
  const last = lines.at(-1);
  if (last?.kind !== 'command' || !last.ready.wantsText) return lines;
  const others = lines
    .slice(0, -1)
    .map((line): ParsedLetter['lines'][number] =>
      line.kind === 'command' ? { ...line, takesComment: false } : line,
    );
  return [{ ...last, takesComment: true }, ...others];
}

const isEmpty = (lines: readonly string[]): boolean => lines.every((line) => line.trim() === '');

/** Whether a letter has no text but a signature, as mail programs add (RFC 3676, 4.3). */
function isUnwritten(lines: readonly string[]): boolean {
  const signature = lines.findIndex((line) => line.trimEnd() === '--');
  return isEmpty(signature < 0 ? lines : lines.slice(0, signature));
}

const NOTHING = { comment: '', unread: undefined };
