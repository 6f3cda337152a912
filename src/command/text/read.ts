import { commandsPerLetterMax, commentCharsMax } from '../../limits.ts';
import { type Sentence, say } from '../../sentence.ts';
import type { LetterContext } from '../shape/types.ts';
import { fold, plainLine } from '../shape/words.ts';
import { type ParsedLine, type ParseError, readLine } from './line.ts';
import {
  bareSubject,
  commandInSubject,
  isOurSubject,
  moveInSubject,
  NOWHERE,
  subjectCommand,
} from './subject.ts';
import type { Vocabulary } from './vocabulary.ts';
import { firstLine, readYesNo, type Verdict } from './yes-no.ts';

/** A letter without its envelope: the subject and the lines above the first quoted one. */
export interface Text {
  readonly subject: string;
  readonly lines: readonly string[];
}

/** What a letter asks for, in order. */
export interface ParsedLetter {
  readonly lines: readonly Exclude<ParsedLine, { readonly kind: 'prose' }>[];
  /** The writer's own words, to go along with a move. */
  readonly comment: string;
  /** How many lines were left unread, and why. */
  readonly unread: Sentence | undefined;
  /** Lines of later parts of text, which nobody has read. */
  readonly laterLines?: number;
  /** The language of its commands, where they tell one. */
  readonly writtenIn?: string | undefined;
}

const trouble = (why: Sentence, written: readonly string[]): ParseError => ({
  kind: 'trouble',
  command: undefined,
  why,
  written: written.filter((line) => line.trim() !== ''),
});

/** What a line was read as; a trouble keeps the line. */
const about = (line: string, read: ParsedLetter['lines'][number]): ParsedLetter['lines'][number] =>
  read.kind === 'trouble' ? { ...read, written: [line] } : read;

/**
 * Reads an answer to one of our own letters: commands from the first line on, then the comment. An
 * answer that begins with prose asks for nothing, so that a chat about a move never makes one; a
 * later line that is nearly a command stops the reading and is asked about.
 */
export function readReply(
  { subject, lines }: Text,
  place: LetterContext,
  vocabulary: Vocabulary,
): ParsedLetter {
  const written = isUnwritten(lines) && moveInSubject(subject, place, vocabulary);
  if (written) return { lines: [written], ...NOTHING };
  const verdict = place.asks && readYesNo(lines, place.asks, place, vocabulary);
  if (verdict) {
    const said = readLine(commandFor(verdict, place), place);
    if (said.kind === 'command')
      return {
        lines: [said],
        ...asComment(untilStop(verdict.rest, vocabulary), place, vocabulary),
      };
  }
  const { commands, rest } = takeCommands(lines, place, vocabulary);
  const last = commands.at(-1);
  if (last === undefined) {
    const asked = commandInSubject(subject, place, vocabulary);
    if (asked) {
      const below = asComment(untilStop(lines, vocabulary), place, vocabulary);
      return { lines: forText([asked]), ...below };
    }
    // A letter that begins with "Thanks!" is not read, but not empty either.
    return {
      lines: [trouble(say(isEmpty(lines) ? 'nothing-written' : 'no-command'), lines)],
      ...NOTHING,
    };
  }
  // Behind a trouble, or the last command that is read, may come more commands: no comment.
  const cutShort = last.kind === 'trouble' || commands.length === commandsPerLetterMax;
  if (cutShort) return { lines: commands, ...nothingKept(rest, commands) };
  return { lines: forText(commands), ...asComment(rest, place, vocabulary) };
}

/**
 * Reads a letter that answers none of ours: one command in the subject with the text as its
 * comment, or, when the subject is something else, the commands of the text.
 *
 * @param known the numbers that its writer need not write, what is played at each board, and who plays here
 */
export function readFresh(
  text: Text,
  vocabulary: Vocabulary,
  known: Pick<LetterContext, 'only' | 'gameOn' | 'isPlayer' | 'writer'> = {},
): ParsedLetter {
  const nowhere = { ...NOWHERE, ...known };
  const subject = subjectCommand(text.subject, vocabulary, nowhere);
  if (subject.kind === 'command' && subject.line.kind === 'command') {
    const below = asComment(untilStop(text.lines, vocabulary), nowhere, vocabulary);
    return { lines: forText([subject.line]), ...below };
  }
  const place = subject.kind === 'words' ? subject.place : nowhere;
  const { commands, rest } = takeCommands(text.lines, place, vocabulary);
  const last = commands.at(-1);
  if (last?.kind === 'command' && last.ready.wantsText) {
    return { lines: forText(commands), ...asComment(rest, place, vocabulary) };
  }
  if (last) return { lines: commands, ...nothingKept(rest, commands) };
  const bare = bareSubject(text.subject);
  if (isOurSubject(bare) && isEmpty(text.lines)) {
    return { lines: [trouble(say('nothing-written'), [])], ...NOTHING };
  }
  // Neither part holds a whole command: the one that came nearest to it is answered.
  if (subject.kind === 'command')
    return { lines: [about(bare, subject.line)], ...nothingKept(rest, [subject.line]) };
  if (!isEmpty(text.lines)) {
    const written = place.number === undefined ? [bare, ...text.lines] : text.lines;
    return { lines: [trouble(say('no-command'), written)], ...NOTHING };
  }
  // Where the subject is the whole letter, it is no small talk.
  const near = readLine(bare, nowhere, vocabulary);
  const asked = near.kind === 'trouble' ? about(bare, near) : trouble(say('nothing-asked'), [bare]);
  return { lines: [asked], ...NOTHING };
}

/** What a yes or a no to the question of the answered letter asks for. */
function commandFor({ says }: Verdict, { number, asks }: LetterContext): string {
  const command = says === 'no' ? 'decline' : 'accept';
  return `${command} ${number}${asks === 'challenge' ? '' : ` ${asks}`}`;
}

/** The leading lines that are commands, up to the first that is in trouble or wants text. */
function takeCommands(lines: readonly string[], place: LetterContext, vocabulary: Vocabulary) {
  const commands: ParsedLetter['lines'][number][] = [];
  const written = untilStop(lines, vocabulary);
  let at = firstLine(written, vocabulary);
  for (; at < written.length && commands.length < commandsPerLetterMax; at++) {
    const line = written[at] ?? '';
    if (line.trim() === '') continue;
    const read = readLine(line, place, vocabulary);
    if (read.kind === 'prose') break;
    commands.push(about(line, read));
    // What follows a trouble is not known, and below some commands stands their text.
    if (read.kind === 'trouble' || read.ready.wantsText) {
      at++;
      break;
    }
  }
  const rest = written.slice(at);
  return { commands, rest: isEmpty(rest) ? [] : rest };
}

/**
 * Where the last command wants the text below it, no other may take it: that one comes first, and
 * the others go without.
 */
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

/** Whether a letter has no text but a signature, which a mail program has put there (RFC 3676, 4.3). */
function isUnwritten(lines: readonly string[]): boolean {
  const signature = lines.findIndex((line) => line.trimEnd() === '--');
  return isEmpty(signature < 0 ? lines : lines.slice(0, signature));
}

function untilStop(lines: readonly string[], { stops }: Vocabulary): readonly string[] {
  const stop = lines.findIndex((line) => stops.has(fold(plainLine(line))));
  return stop < 0 ? lines : lines.slice(0, stop);
}

const NOTHING = { comment: '', unread: undefined };

/** What is left below the commands belongs to none of them. */
function nothingKept(rest: readonly string[], commands: ParsedLetter['lines']) {
  const lines = rest.filter((line) => line.trim() !== '').length;
  if (lines === 0) return NOTHING;
  if (commands.at(-1)?.kind === 'trouble')
    return { comment: '', unread: say('unread-below', { lines }) };
  return commands.length === commandsPerLetterMax
    ? { comment: '', unread: say('unread-many', { lines, max: commandsPerLetterMax }) }
    : { comment: '', unread: say('unread', { lines }) };
}

/** The writer's words; a line of the classic that is repeated there names no password either. */
function asComment(
  written: readonly string[],
  place: LetterContext,
  vocabulary: Vocabulary,
): Pick<ParsedLetter, 'comment' | 'unread'> {
  const lines = written.map((line) => {
    const read = readLine(line, place, vocabulary);
    return read.kind === 'command' && read.writer !== undefined ? read.ready.text : line;
  });
  let chars = 0;
  const kept = lines.findIndex((line) => {
    chars += line.length + 1;
    return chars > commentCharsMax;
  });
  const comment = lines.slice(0, kept < 0 ? lines.length : kept);
  const left = lines.length - comment.length;
  return {
    comment: comment.join('\n').trim(),
    unread: left > 0 ? say('unread-long', { lines: left }) : undefined,
  };
}
