import { commandLimits, newTextLimits } from '../../limits.ts';
import { type Sentence, say } from '../../sentence.ts';
import { readChoices } from '../shape/move-choices.ts';
import type { LetterContext, QuestionKind } from '../shape/types.ts';
import { fold, plainLine } from '../shape/words.ts';
import {
  areBlank,
  isAnsweringMove,
  type OrderLine,
  takeCommands,
  trouble,
  untilStop,
  withGameBelow,
  withLine,
} from './leading.ts';
import { isAgreement, readChosen } from './left-open.ts';
import { type ReadyCommand, readLine } from './line.ts';
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

/** A letter's subject, and the lines of it that are read. */
export interface Text {
  readonly subject: string;
  readonly lines: readonly string[];
}

/** The requests of a letter, in order. */
export interface ParsedLetter {
  readonly lines: readonly OrderLine[];
  /** The writer's comment, to go along with a move. */
  readonly comment: string;
  /** The number of unread lines, and the reason. */
  readonly unread: Sentence | undefined;
  /** The number of lines in later text parts, which are not read. */
  readonly laterLines?: number;
  /** The language of its commands, if they identify one. */
  readonly writtenIn?: string | undefined;
}

/**
 * Reads an answer to one of our letters: commands from the first line on, then the comment. An answer that
 * begins with prose has no commands, so that talk about a move never makes one; a later line that is nearly a
 * command ends the reading, and the answer asks about it. Where the answer takes an offer of ours, the
 * comment that has waited with the offer goes in front of its own.
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
  const comment = joinTexts(waiting, orders.comment).split('\n');
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
      lines: [trouble(say(areBlank(lines) ? 'nothing-written' : 'no-command'), lines)],
      ...NOTHING,
    };
  }
  // Prose below a single faulty line stays the comment of the command that is meant.
  const isAlone = last.kind === 'trouble' && commands.length === 1;
  if (isAlone && areWords(rest, letterContext, vocabulary)) {
    return { lines: commands, ...asComment(rest, letterContext, vocabulary) };
  }
  // After an error, or the last command that is read, further commands may follow, so the rest is no comment.
  const cutShort = last.kind === 'trouble' || commands.length === commandLimits.perLetter;
  if (cutShort) return { lines: commands, ...unreadBelow(rest, commands) };
  return {
    lines: forText(nameLast(commands, letterContext)),
    ...asComment(rest, letterContext, vocabulary),
  };
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
  const lines = orders.lines.map(
    (line): OrderLine =>
      line.kind === 'command' && !isAnsweringMove(line, letterContext)
        ? { kind: 'trouble', command: undefined, why: writeAbove(line) }
        : line,
  );
  return { ...orders, lines };
}

/**
 * Asks about the first command of an answer without a quotation if its line is also in what the other side
 * wrote: a program may have quoted that part without a mark.
 */
export function askIfRepeated(
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
  if (isOurSubject(bare) && areBlank(text.lines)) {
    return { lines: [trouble(say('nothing-written'), [])], ...NOTHING };
  }
  // Neither part has a complete command: the nearest one is answered.
  if (subject.kind === 'command')
    return { lines: [withLine(bare, subject.line)], ...unreadBelow(rest, [subject.line]) };
  if (!areBlank(text.lines)) {
    const unclear = letterContext.number === undefined ? [bare, ...text.lines] : text.lines;
    return { lines: [trouble(say('no-command'), unclear)], ...NOTHING };
  }
  // A subject without a text is not small talk.
  const near = readLine(bare, nowhere, vocabulary);
  const line =
    near.kind === 'trouble' ? withLine(bare, near) : trouble(say('nothing-asked'), [bare]);
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
  const next = kept.find((line) => line.trim() !== '') ?? '';
  const isOrder = readLine(next, letterContext, vocabulary).kind === 'command';
  const below =
    isOrder || asks === 'challenge'
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

/** A name above a move is taken below it: the answer to it tells which board waits. */
function nameLast(
  lines: ParsedLetter['lines'],
  letterContext: LetterContext,
): ParsedLetter['lines'] {
  const [first, second] = lines;
  const isName = first?.kind === 'command' && first.command.name === 'name';
  const isMove = second?.kind === 'command' && isAnsweringMove(second, letterContext);
  return isName && isMove ? [second, first, ...lines.slice(2)] : lines;
}

/** If the last command takes the text below it, that command comes first and the others get none. */
function forText(lines: ParsedLetter['lines']): ParsedLetter['lines'] {
  const last = lines.at(-1);
  if (last?.kind !== 'command' || !last.ready.wantsText) return lines;
  const others = lines
    .slice(0, -1)
    .map((line): OrderLine => (line.kind === 'command' ? { ...line, takesComment: false } : line));
  return [{ ...last, takesComment: true }, ...others];
}

/** Whether a letter has no text but a signature, as mail programs add (RFC 3676, 4.3). */
function isUnwritten(lines: readonly string[]): boolean {
  const signature = lines.findIndex((line) => line.trimEnd() === '--');
  return areBlank(signature < 0 ? lines : lines.slice(0, signature));
}

const NOTHING = { comment: '', unread: undefined };

/** A letter of commands in our own spelling, one to a line. */
export const letterOf = (commands: string): ParsedLetter => ({
  lines: commands.split('\n').flatMap((command) => {
    const line = readLine(command, NO_CONTEXT);
    return line.kind === 'prose' ? [] : [line];
  }),
  ...NOTHING,
});

/** Whether no line is a command, or nearly one. */
const areWords = (
  lines: readonly string[],
  letterContext: LetterContext,
  vocabulary: Vocabulary,
): boolean =>
  lines.every((line) => {
    const read = readLine(line, letterContext, vocabulary);
    return read.kind === 'prose' || isTalk(line, read);
  });

/** A text that waits, and that of the answer; what is in the other goes along once. */
export function joinTexts(waiting: string, said: string): string {
  const [one, other] = [fold(waiting), fold(said)];
  if (other.includes(one)) return said;
  return one.includes(other) ? waiting : `${waiting}\n\n${said}`;
}

/** The writer's comment; a classic line repeated in it loses its password. */
function asComment(
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
function unreadBelow(rest: readonly string[], commands: readonly { readonly kind: string }[]) {
  const lines = rest.filter((line) => line.trim() !== '').length;
  if (lines === 0) return { comment: '', unread: undefined };
  if (commands.at(-1)?.kind === 'trouble')
    return { comment: '', unread: say('unread-below', { lines }) };
  return commands.length === commandLimits.perLetter
    ? { comment: '', unread: say('unread-many', { lines, max: commandLimits.perLetter }) }
    : { comment: '', unread: say('unread', { lines }) };
}
