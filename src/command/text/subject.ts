import { languageWordsMax } from '../../limits.ts';
import { LANGUAGES } from '../../player/settings.ts';
import { move } from '../board/move.ts';
import type { LetterContext } from '../shape/types.ts';
import { fold, foldings } from '../shape/words.ts';
import { type ParsedLine, type ReadyCommand, readLine } from './line.ts';
import { isPuzzleMove } from './statement.ts';
import type { AllWords, Vocabulary } from './vocabulary.ts';

/** What a subject asks for, and the board it speaks of. */
type Subject =
  | { readonly kind: 'command'; readonly line: Exclude<ParsedLine, { kind: 'prose' }> }
  | { readonly kind: 'words'; readonly place: LetterContext };

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
export const NOWHERE: LetterContext = { number: undefined, revision: undefined };

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
const signed = (line: ParsedLine): ReadyCommand | undefined =>
  line.kind === 'command' && line.writer !== undefined ? line : undefined;

/** Whether the subject is a command of the classic that names its writer, and so the letter's command. */
export function isSigned(subject: string, vocabulary: Vocabulary, nowhere: LetterContext): boolean {
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
  place: LetterContext,
  vocabulary: Vocabulary,
): ReadyCommand | undefined {
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
  place: LetterContext,
  vocabulary: Vocabulary,
): ReadyCommand | undefined {
  if (bareSubject(subject) !== subject || OUR_BOARD.test(subject)) return undefined;
  const line = readLine(subject, place, vocabulary);
  return line.kind === 'command' && isHarmless(line) ? line : undefined;
}

/** It only reads, or makes letters fewer. */
const isHarmless = ({ command, ready }: ReadyCommand): boolean =>
  ready.need === 'any-proof' || command.need === 'nothing' || command.need === 'proof-to-read';

function moveIn(text: string, place: LetterContext, vocabulary: Vocabulary) {
  const line = readLine(text, place, vocabulary);
  const isMove =
    line.kind === 'command' && (line.command === move || isPuzzleMove(line.ready.text));
  return isMove ? line : undefined;
}

/** What of a letter tells in which language its writer is at home. */
interface Clues {
  readonly subject: string;
  readonly lines: readonly string[];
  /** The values of the Content-Language fields (RFC 3282), as they stand in the header. */
  readonly contentLanguage: readonly string[];
}

/** Words by which each language is known, in the spellings that `fold` gives. */
export type TellingWords = ReadonlyMap<string, ReadonlySet<string>>;

/** The frequent words of each language of the letters, and its names of commands that are one word. */
export const tellingWords = (all: AllWords): TellingWords =>
  new Map(
    LANGUAGES.map((language) => {
      const words = all.get(language) ?? [];
      const frequent = words.flatMap((each) => [...each.frequent, ...Object.keys(each.commands)]);
      return [language, new Set(frequent.flatMap(foldings))];
    }),
  );

/**
 * So many words are worth what the header says: many mail programs write it from how they are set,
 * so it decides about a letter of one line, and not about one that is plainly in another language.
 */
const HEADER_WORTH = 2;

/**
 * The language that a letter is written in: that of which it has the most words, each counted once,
 * and the header as some words more.
 *
 * @param languages those to choose from; a word that several of them have tells nothing
 * @returns undefined where nothing tells, or as much tells for one as for another
 */
export function languageOf(clues: Clues, languages: TellingWords): string | undefined {
  const named = namedIn(clues.contentLanguage);
  const found = new Map<string, number>();
  for (const language of languages.keys()) {
    if (named.has(language)) found.set(language, HEADER_WORTH);
  }
  for (const word of wordsIn(clues)) {
    const having = [...languages].filter(([, words]) => words.has(word));
    const [only] = having.length === 1 ? having : [];
    if (only) found.set(only[0], (found.get(only[0]) ?? 0) + 1);
  }
  const [first, second] = [...found].toSorted(([, one], [, other]) => other - one);
  return first && first[1] > (second?.[1] ?? 0) ? first[0] : undefined;
}

/** The languages that the header names, without their countries: `de-AT, en` are `de` and `en`. */
const namedIn = (values: readonly string[]): ReadonlySet<string> =>
  new Set(
    values
      .join(',')
      .toLowerCase()
      .split(',')
      .map((tag) => tag.trim().split('-')[0] ?? ''),
  );

/** The first words of a letter, each once; a subject that is an answer has somebody else's words. */
function wordsIn({ subject, lines }: Clues): ReadonlySet<string> {
  const words = new Set<string>();
  let left = languageWordsMax;
  const written = bareSubject(subject) === subject ? [subject, ...lines] : lines;
  for (const line of written) {
    for (const [word] of fold(line).matchAll(/\p{L}+/gu)) {
      if (left-- <= 0) return words;
      words.add(word);
    }
  }
  return words;
}
