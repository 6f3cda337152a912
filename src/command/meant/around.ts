import type { Section } from '../../intent.ts';
import { newTextLimits } from '../../limits.ts';
import type { Player } from '../../player/settings.ts';
import { say } from '../../sentence.ts';
import { fold } from '../shape/words.ts';
import { type ParseError, type ReadyCommand, readLine } from '../text/line.ts';
import { joinTexts } from '../text/read.ts';
import { CAPTURE_FROM_FILE } from '../text/statement.ts';
import { isDoubted } from '../text/undecorated.ts';
import { isYes } from '../text/vocabulary.ts';
import { firstLine, readYesNo } from '../text/yes-no.ts';
import { isOfLevel } from './levels.ts';
import { COURTESY, commandsIn, type Meanings, phraseWords, wordsOf } from './meanings.ts';
import { offered, orderOf } from './meant.ts';
import { isOfCells } from './moves-in.ts';
import { challengeOfLetter, filledIn, isTurn, listenerOn, type Scene } from './scene.ts';

// The text around what a letter seems to ask for. It waits with the commands offered, and goes along with
// the one that is taken.

const SENTENCE = /[^.!?;\n]+[.!?;\n]*\s*|[.!?;]+\s*/g;
const COMMA = /, (?=(\p{L}+))/gu;

/** The one player who gets a text with whichever offered command is taken; undefined if none or several would. */
function listenerTo({ answers = [], offers }: Section, scene: Scene): Player | undefined {
  const { queries } = scene.context;
  const orders = offers ? answers.flatMap((line) => orderOf(line, scene) ?? []) : [];
  const [first] = orders;
  const [, to = ''] = first?.command.name === 'message' ? first.ready.text.split(' ') : [];
  if (to !== '') return queries.playerByUserid(to);
  // Commands that take no comment do not count: the text goes with the others.
  const boards = new Set(
    orders
      .filter(({ takesComment }) => takesComment)
      .map(({ ready }) => ready.board ?? scene.letterContext.number),
  );
  const [number] = boards.size === 1 ? boards : [];
  if (number !== undefined && number === challengeOfLetter(scene)) {
    const { proven } = scene.context;
    return proven ? queries.playerById(queries.challenge(number)?.challenger.id ?? 0) : undefined;
  }
  return listenerOn(number ? queries.match(number) : undefined, scene.context);
}

/**
 * The text of an unclear letter with what is offered for it: all but a greeting on top, and the sentences
 * that only name a move or a command, or ask about a move. In reply to such an offer, it is the text that
 * waits already.
 */
export function textAround(
  { why, written = [] }: ParseError,
  section: Section,
  scene: Scene,
): string {
  const { letterContext, meanings, vocabulary, context } = scene;
  const { fillers, spoken } = meanings;
  const { joins } = vocabulary;
  const { comment: waiting } = letterContext.offered ?? {};
  if (waiting !== undefined && listenerTo(section, scene)) return waiting;
  const isNotKept = why.code !== 'no-command' || context.player.settings?.['comments'] === 'no';
  if (isNotKept || !listenerTo(section, scene)) return '';
  if (letterContext.writtenBy !== undefined) return written.join('\n').trim();
  // Computed once for the whole text; each sentence is compared with it below.
  const named = offersIn(written.join('\n'), section, scene);
  const known = namingWords(named, scene);
  const isMove = (word: string) => isOfCells(word) || CAPTURE_FROM_FILE.test(word);
  const isRedundant = (sentence: string) => {
    const words = wordsOf(sentence);
    const isBare = words.every(
      (word) =>
        fillers.has(word) ||
        spoken.has(word) ||
        isMove(word) ||
        phraseWords(word).every((part) => known.has(part)),
    );
    const isNamed =
      words.some(isMove) || commandsAskedIn(sentence, meanings).some((each) => named.has(each));
    const isYesNo = vocabulary.verdicts.has(phraseWords(sentence).join(' '));
    return isYesNo || (isBare && isNamed) || (sentence.includes('?') && words.some(isMove));
  };
  const lines = written.slice(firstLine(written, vocabulary)).map((line) => {
    // "e4e5, and how are you?" is two.
    const parted = line.replace(COMMA, (comma, next) => (joins.has(fold(next)) ? ',\n' : comma));
    const sentences = parted.match(SENTENCE) ?? [];
    return sentences.filter((sentence) => !isRedundant(sentence)).join('');
  });
  return lines
    .join('\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim();
}

/** The words that name moves, and those of the phrases for some commands. */
function namingWords(
  commands: ReadonlySet<string>,
  { meanings, vocabulary }: Scene,
): ReadonlySet<string> {
  const phrases = [...meanings.phrases.values()].flat();
  return new Set([
    ...[...vocabulary.cells, ...vocabulary.moves].flatMap(wordsOf),
    ...phrases.flatMap(({ command, words }) => (commands.has(command) ? words : [])),
  ]);
}

/** The commands that a text mentions, of those that a section has. */
function offersIn(text: string, { answers = [] }: Section, scene: Scene): ReadonlySet<string> {
  const names = new Set(answers.map(nameOf));
  return new Set(
    commandsAskedIn(text, scene.meanings).filter((command) =>
      filledIn(command, scene, text).some((line) => names.has(nameOf(line))),
    ),
  );
}

const nameOf = (line: string): string => line.split(' ')[0] ?? '';

/** The commands that a sentence mentions, without courtesies and levels of the robot. */
const commandsAskedIn = (sentence: string, meanings: Meanings): readonly string[] =>
  commandsIn(sentence, meanings).filter((command) => command !== COURTESY && !isOfLevel(command));

/** The most words of a yes in front of what it repeats. */
const YES_WORDS_MAX = 3;

/**
 * The only command that a letter offered, where the first line of the answer is a yes that repeats it and says
 * nothing else: "yes, I resign, thanks". The text below goes along.
 */
export function repeatedOffer(
  { written = [] }: ParseError,
  section: Section,
  scene: Scene,
): { readonly toRun: ReadyCommand; readonly comment: string } | undefined {
  const { letterContext, vocabulary, meanings } = scene;
  const { answers = [] } = section;
  const { asks, offered: { lines = [], state, comment = '' } = {} } = letterContext;
  const at = firstLine(written, vocabulary);
  const line = written[at] ?? '';
  const isSame = lines.length === 1 && answers.length === 1 && lines[0] === answers[0];
  if (asks !== 'offer' || state !== 'open' || !isSame || isDoubted(line)) return undefined;
  const words = wordsOf(line);
  const counts = Array.from({ length: YES_WORDS_MAX }, (_, index) => YES_WORDS_MAX - index);
  const yes = counts.find((count) =>
    isYes(vocabulary.verdicts.get(words.slice(0, count).join(' '))),
  );
  const { courtesyWords, doubts } = vocabulary;
  const { fillers, kindWords } = meanings;
  const named = namingWords(offersIn(line, section, scene), scene);
  const isSure = words.slice(yes).every((word) => {
    const isPlain = (fillers.has(word) || kindWords.has(word)) && !doubts.has(word);
    return (
      isPlain ||
      phraseWords(word).every((part) => named.has(part)) ||
      courtesyWords.has(word) ||
      isOfCells(word)
    );
  });
  const isNamed = words.some(isOfCells) || commandsAskedIn(line, meanings).length > 0;
  const below = readYesNo(['yes', ...written.slice(at + 1)], asks, letterContext, vocabulary);
  const toRun = orderOf(lines[0] ?? '', scene);
  if (!yes || !below || !toRun) return undefined;
  const repeated = readLine(words.slice(yes).join(' '), letterContext, vocabulary);
  const isRepeated = repeated.kind === 'command' && repeated.ready.text === toRun.ready.text;
  if (!isRepeated && !(isSure && isNamed)) return undefined;
  return { toRun, comment: joinTexts(comment, below.rest.join('\n')).trim() };
}

/**
 * Offers to send the text of a letter that asks for nothing to the opponent of the answered board. A text that
 * names a cell when it is the writer's turn is more likely about a move.
 */
export function offerToSend(
  { why, written = [] }: ParseError,
  { offers, page, says: [said] }: Section,
  scene: Scene,
): Section | undefined {
  const { context, letterContext } = scene;
  const { number = 0, asks } = letterContext;
  const match = context.queries.match(number);
  const listener = listenerOn(match, context);
  const comment = written.join('\n').trim();
  const words = wordsOf(comment);
  const isAnswered = page !== undefined || ANSWERED.has(said?.code ?? '');
  const isTalk = why.code === 'no-command' && !isAnswered && words.length >= WORDS_TO_SEND_MIN;
  if (!match || !listener || !isTalk || offers || asks) return undefined;
  if (isTurn(match, context) && words.some(isOfCells)) return undefined;
  const answers = offered([`say ${number}`], scene);
  if (answers.length === 0 || comment.length > newTextLimits.commentChars) return undefined;
  const says = [say('text-to-send', { userid: listener.userid })];
  const boards = [[number, match.revision] as const];
  return { understood: undefined, says, answers, offers: boards, comment };
}

/** Answers to questions that only the server can answer. */
const ANSWERED: ReadonlySet<string> = new Set(
  'legend moves-all moves-all-begin moves-of moves-begin it-is-free count-explained'.split(' '),
);
/** A shorter text is more likely an attempt at a command. */
const WORDS_TO_SEND_MIN = 3;

/** Keeps a text with what is offered, if the opponent would get it with each offer; else undefined. */
export function keepText(
  sections: readonly Section[],
  comment: string,
  scene: Scene,
): readonly Section[] | undefined {
  const section = sections.find(({ offers }) => offers);
  const listener = section && listenerTo(section, scene);
  if (!listener || comment.length > newTextLimits.commentChars) return undefined;
  const says = [...section.says, say('text-waits', { userid: listener.userid })];
  return sections.map((each) => (each === section ? { ...each, says, comment } : each));
}
