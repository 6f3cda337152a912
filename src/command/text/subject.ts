import { move } from '../board/move.ts';
import type { Place } from '../shape/types.ts';
import { type Line, type Order, readLine } from './line.ts';
import { isPuzzleMove } from './puzzle-line.ts';
import type { Vocabulary } from './vocabulary.ts';

/** What a subject asks for, and the board it speaks of. */
export type Subject =
  | { readonly kind: 'command'; readonly line: Exclude<Line, { kind: 'prose' }> }
  | { readonly kind: 'words'; readonly place: Place };

/** `Re:`, `Fwd:` and what other languages' mail programs write for them, and list `[tags]`. */
const PREFIX =
  /^\s*(?:(?:re|fwd?|aw|wg|sv|vs|vb|rif|tr|rv|enc|odp|ynt|antw|ref)(?:\[\d{1,3}\])?:|\[[^\]]{0,80}\]|\*\*)\s*/i;
/** How the sentences `subject-board` and those that begin with it start in all languages, or have. */
const OUR_SUBJECT = /^\S{1,30}(?: \S{1,30})?(?:,? Board|,? Brett|-Brett) (?=[1-9])/;
/** What those say behind the number that tell how the match stands, in all languages. */
const STANDING = String.raw`(?:: (?:your move|you have (?:won|lost)|over, nobody has won|du bist am Zug|gewonnen|verloren|beendet ohne Sieg|\S{2,20}(?:'s turn| has won| ist am Zug| hat gewonnen))(?= \())`;
const OUR_BOARD = new RegExp(
  String.raw`${OUR_SUBJECT.source}(\d{1,15})\b${STANDING}?(?: \([^()]{0,200}\))?`,
);
const WHOLLY_OURS = new RegExp(`${OUR_BOARD.source}(?: \\([^()]{0,200}\\))?\\s*$`);
/** How `subject-puzzle` begins in all languages. */
const OUR_PUZZLE = /^Turnpost: (?:puzzle|Rätsel) ([1-9]\d{0,8}) \(.{1,80}\)\s*$/u;
/** A subject answers no letter. */
export const NOWHERE: Place = { number: undefined, revision: undefined };

/** Whether a bare subject is ours as it is, with nothing behind it. */
export const isOurSubject = (subject: string): boolean => WHOLLY_OURS.test(subject);

/** A subject without `Re:`, `[tags]` and their kind in front. */
export function bareSubject(subject: string): string {
  let text = subject;
  for (let count = 0; count < 20 && PREFIX.test(text); count++) text = text.replace(PREFIX, '');
  return text;
}

/**
 * Reads a subject: stripped of prefixes, it is a command when its first word is one. Our own
 * `Forms Board 12 (alice vs bob)` is none, but says which board a bare move is meant for; that may
 * stand behind it.
 */
export function subjectCommand(
  subject: string,
  vocabulary: Vocabulary,
  nowhere = NOWHERE,
): Subject {
  const text = bareSubject(subject);
  const [ours = '', number] = OUR_BOARD.exec(text) ?? [];
  if (number !== undefined) {
    const place = { ...NOWHERE, number: Number(number), gameOn: nowhere.gameOn };
    const behind = text.slice(ours.length);
    const line =
      moveIn(behind, place, vocabulary) ??
      signed(readLine(`move ${number} ${behind}`, nowhere, vocabulary));
    return line ? { kind: 'command', line } : { kind: 'words', place };
  }
  const [, puzzled] = OUR_PUZZLE.exec(text) ?? [];
  if (puzzled !== undefined) {
    const here = { number: Number(puzzled), revision: undefined, game: undefined };
    return { kind: 'words', place: { ...nowhere, puzzle: here } };
  }
  const line = readLine(text, nowhere, vocabulary);
  // A subject that is nearly a command is not asked about: subjects are mostly small talk.
  const isCommand =
    line.kind === 'command' || (line.kind === 'trouble' && (line.command ?? line.whole));
  return isCommand ? { kind: 'command', line } : { kind: 'words', place: nowhere };
}

/** A line of the classic that names its writer; no other is meant for a subject of ours. */
const signed = (line: Line): Order | undefined =>
  line.kind === 'command' && line.writer !== undefined ? line : undefined;

/** Whether the subject is a command of the classic that names its writer, and so the letter's command. */
export function isSigned(subject: string, vocabulary: Vocabulary, nowhere: Place): boolean {
  const read = subjectCommand(subject, vocabulary, nowhere);
  return read.kind === 'command' && signed(read.line) !== undefined;
}

/**
 * The move in the subject of an answer without a text: behind our own subject, or alone.
 *
 * @param place of the answered letter; a subject of another board is not about it
 */
export function moveInSubject(
  subject: string,
  place: Place,
  vocabulary: Vocabulary,
): Order | undefined {
  const text = bareSubject(subject);
  const [ours = '', number] = OUR_BOARD.exec(text) ?? [];
  const isElsewhere = number !== undefined && Number(number) !== place.number;
  return isElsewhere ? undefined : moveIn(text.slice(ours.length), place, vocabulary);
}

/**
 * The harmless command in the subject of a new letter to the address of one of ours, as our links fill it in: some
 * mail programs drop the text of such a link, or write words of their own there. A subject that answers
 * is that of the answered letter, and one that plays on a board is nobody's wish beside a letter of words.
 */
export function commandInSubject(
  subject: string,
  place: Place,
  vocabulary: Vocabulary,
): Order | undefined {
  if (bareSubject(subject) !== subject || OUR_BOARD.test(subject)) return undefined;
  const line = readLine(subject, place, vocabulary);
  return line.kind === 'command' && isHarmless(line) ? line : undefined;
}

/** It only reads, or makes letters fewer. */
const isHarmless = ({ command, ready }: Order): boolean =>
  ready.need === 'any-proof' || command.need === 'nothing' || command.need === 'proof-to-read';

function moveIn(text: string, place: Place, vocabulary: Vocabulary) {
  const line = readLine(text, place, vocabulary);
  const isMove =
    line.kind === 'command' && (line.command === move || isPuzzleMove(line.ready.text));
  return isMove ? line : undefined;
}
