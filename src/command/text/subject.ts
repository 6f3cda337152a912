import { commandLimits } from '../../limits.ts';
import { LANGUAGES } from '../../player/settings.ts';
import { move } from '../board/move.ts';
import type { LetterContext } from '../shape/types.ts';
import { fold, foldings } from '../shape/words.ts';
import { type ParsedLine, type ReadyCommand, readLine } from './line.ts';
import { isPuzzleMove } from './statement.ts';
import type { AllWords, Vocabulary } from './vocabulary.ts';

/** The command of a subject, or the board that it names. */
type Subject =
  | { readonly kind: 'command'; readonly line: Exclude<ParsedLine, { kind: 'prose' }> }
  | { readonly kind: 'words'; readonly letterContext: LetterContext };

/** `Re:`, `Fwd:` and their equivalents in other languages, and list `[tags]`. */
const PREFIX =
  /^\s*(?:(?:re|fwd?|aw|wg|sv|vs|vb|rif|tr|rv|enc|odp|ynt|antw|ref)(?:\[\d{1,3}\])?:|\[[^\]]{0,80}\]|\*\*)\s*/i;
/** The start of `subject-board`, and of sentences that begin with it, in all languages, past and present. */
const OUR_SUBJECT = /^\S{1,30}(?: \S{1,30}){0,2}(?:,? Board|,? Brett|-Brett) (?=[1-9])/;
/** The state of the match after the number in those sentences, in all languages. */
const STANDING = String.raw`(?:: (?:your move|you have (?:won|lost)|over, nobody has won|du bist am Zug|gewonnen|verloren|beendet ohne Sieg|\S{2,20}(?:'s turn| has won| ist am Zug| hat gewonnen))(?= \())`;
const OUR_BOARD = new RegExp(
  String.raw`${OUR_SUBJECT.source}(\d{1,15})\b${STANDING}?(?: \([^()]{0,200}\))?`,
);
const WHOLLY_OURS = new RegExp(`${OUR_BOARD.source}(?: \\([^()]{0,200}\\))?\\s*$`);
/** The start of `subject-puzzle` in all languages. */
const OUR_PUZZLE = /^Turnpost: (?:puzzle|Rätsel) ([1-9]\d{0,8}) \(.{1,80}\)\s*$/u;
/** The context of a subject, which answers no letter. */
export const NO_CONTEXT: LetterContext = { number: undefined, revision: undefined };

/** Whether a bare subject is exactly one of ours. */
export const isOurSubject = (subject: string): boolean => WHOLLY_OURS.test(subject);

/** A subject without `Re:`, `[tags]` and similar prefixes. */
export function bareSubject(subject: string): string {
  let text = subject;
  for (let count = 0; count < 20 && PREFIX.test(text); count++) text = text.replace(PREFIX, '');
  return text;
}

/**
 * Reads a subject without its prefixes: a command if its first word is one. Our own `Forms Board 12 (alice
 * vs bob)` is not one, but gives the board of a bare move, which may follow it.
 *
 * @param nowhere context of a letter that answers none of ours: no board, but players and default numbers
 */
export function subjectCommand(
  subject: string,
  vocabulary: Vocabulary,
  nowhere = NO_CONTEXT,
): Subject {
  const text = bareSubject(subject);
  const [ours = '', number] = OUR_BOARD.exec(text) ?? [];
  if (number !== undefined) {
    const letterContext = { ...NO_CONTEXT, number: Number(number), gameOn: nowhere.gameOn };
    const behind = text.slice(ours.length);
    const line =
      moveIn(behind, letterContext, vocabulary) ??
      signed(readLine(`move ${number} ${behind}`, nowhere, vocabulary));
    return line ? { kind: 'command', line } : { kind: 'words', letterContext };
  }
  const [, puzzleNumber] = OUR_PUZZLE.exec(text) ?? [];
  if (puzzleNumber !== undefined) {
    const here = { number: Number(puzzleNumber), revision: undefined, game: undefined };
    return { kind: 'words', letterContext: { ...nowhere, puzzle: here } };
  }
  const line = readLine(text, nowhere, vocabulary);
  // A subject that is nearly a command is not queried: most subjects are small talk.
  const isCommand =
    line.kind === 'command' || (line.kind === 'trouble' && (line.command ?? line.hasNoEquivalent));
  return isCommand ? { kind: 'command', line } : { kind: 'words', letterContext: nowhere };
}

/** A classic line that names its writer; with our subject, no other line counts. */
const signed = (line: ParsedLine): ReadyCommand | undefined =>
  line.kind === 'command' && line.writer !== undefined ? line : undefined;

/** Whether the subject is a classic command that names its writer, and so the letter's command. */
export function isSigned(subject: string, vocabulary: Vocabulary, nowhere: LetterContext): boolean {
  const read = subjectCommand(subject, vocabulary, nowhere);
  return read.kind === 'command' && signed(read.line) !== undefined;
}

/**
 * The move in the subject of an answer without text: after our own subject, or alone.
 *
 * @param letterContext of the answered letter; subjects of other boards do not count
 */
export function moveInSubject(
  subject: string,
  letterContext: LetterContext,
  vocabulary: Vocabulary,
): ReadyCommand | undefined {
  const text = bareSubject(subject);
  const [ours = '', number] = OUR_BOARD.exec(text) ?? [];
  const isElsewhere = number !== undefined && Number(number) !== letterContext.number;
  return isElsewhere ? undefined : moveIn(text.slice(ours.length), letterContext, vocabulary);
}

/**
 * The harmless command in the subject of a new letter to a reply address, as filled in by our links: some
 * mail programs drop the text of a link, or add their own words. The subject of a reply is that of the
 * answered letter, and a subject that plays a move is no request if the letter has a text.
 */
export function commandInSubject(
  subject: string,
  letterContext: LetterContext,
  vocabulary: Vocabulary,
): ReadyCommand | undefined {
  if (bareSubject(subject) !== subject || OUR_BOARD.test(subject)) return undefined;
  const line = readLine(subject, letterContext, vocabulary);
  return line.kind === 'command' && isHarmless(line) ? line : undefined;
}

const isHarmless = ({ command, ready }: ReadyCommand): boolean =>
  ready.harmless === true || command.need === 'nothing' || command.need === 'proof-to-read';

function moveIn(text: string, letterContext: LetterContext, vocabulary: Vocabulary) {
  const line = readLine(text, letterContext, vocabulary);
  const isMove =
    line.kind === 'command' && (line.command === move || isPuzzleMove(line.ready.text));
  return isMove ? line : undefined;
}

/** Clues to the writer's language. */
interface Clues {
  readonly subject: string;
  readonly lines: readonly string[];
  /** Values of the Content-Language fields (RFC 3282), as in the header. */
  readonly contentLanguage: readonly string[];
}

/** Typical words of each language, folded. */
export type TellingWords = ReadonlyMap<string, ReadonlySet<string>>;

/** The frequent words of each language, and its one-word names of commands. */
export const tellingWords = (all: AllWords): TellingWords =>
  new Map(
    LANGUAGES.map((language) => {
      const words = all.get(language) ?? [];
      const frequent = words.flatMap((each) => [...each.frequent, ...Object.keys(each.commands)]);
      return [language, new Set(frequent.flatMap(foldings))];
    }),
  );

/**
 * The number of words that the header counts as. Many mail programs set it from their configuration, so it
 * decides a letter of one line, but not one that is clearly in another language.
 */
const HEADER_WORTH = 2;

/**
 * The language of a letter: the one with the most words, each counted once, plus the header.
 *
 * @param languages to choose from; a word of several languages does not count
 * @returns undefined without clues, or in a tie
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

/** The languages in the header, without countries: `de-AT, en` are `de` and `en`. */
const namedIn = (values: readonly string[]): ReadonlySet<string> =>
  new Set(
    values
      .join(',')
      .toLowerCase()
      .split(',')
      .map((tag) => tag.trim().split('-')[0] ?? ''),
  );

/** The first words of a letter, each once, without the subject of a reply, which others wrote. */
function wordsIn({ subject, lines }: Clues): ReadonlySet<string> {
  const words = new Set<string>();
  let wordsLeft = commandLimits.languageWords;
  const written = bareSubject(subject) === subject ? [subject, ...lines] : lines;
  for (const line of written) {
    for (const [word] of fold(line).matchAll(/\p{L}+/gu)) {
      if (wordsLeft-- <= 0) return words;
      words.add(word);
    }
  }
  return words;
}
