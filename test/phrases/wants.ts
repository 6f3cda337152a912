import { readLine } from '../../src/command/text/line.ts';
import { withOurName } from '../../src/command/text/our-words.ts';
import { NO_CONTEXT } from '../../src/command/text/subject.ts';
import type { Picture } from '../support/desk/picture.ts';
import { flat } from '../support/desk/players.ts';
import { VOCABULARY } from '../support/desk/vocabulary.ts';
import type { Outcome } from './outcome.ts';
import type { Phrase } from './phrase.ts';
import { isReason } from './reasons.ts';

/**
 * Whether one of the outcomes that a phrase wants has come of it. What the words of a want mean is
 * told beside the phrases, in CONTEXTS.md.
 *
 * @returns undefined when it has, or else what has come instead
 */
export function missed(phrase: Phrase, outcome: Outcome): string | undefined {
  const wants = phrase.want.split(' | ');
  return wants.some((want) => isMet(want, phrase, outcome)) ? undefined : shortly(outcome);
}

/** Whether something was done, of which a phrase that wants no act may not do any. */
export const hasActed = ({ before, after }: Outcome): boolean =>
  JSON.stringify(withoutHeld(before)) !== JSON.stringify(withoutHeld(after));

/** Whether a phrase wants nothing done. */
export const wantsNoAct = ({ want }: Phrase): boolean =>
  want.split(' | ').every((each) => /^(?:offer|help|again|silence|refuse)\b/.test(each));

/** A question waits for its yes, and a puzzle is given to whoever asks: neither is an act. */
const withoutHeld = ({ held, puzzle_attempts, ...others }: Picture) => others;

function isMet(want: string, phrase: Phrase, outcome: Outcome): boolean {
  const [kind = ''] = want.split(' ', 1);
  const words = want.slice(kind.length + 1);
  switch (kind) {
    case 'play':
      return isPlayed(words, outcome) && (!isComment(phrase) || isDelivered(phrase, outcome));
    case 'plays':
      return arePlayed(words.split(' '), outcome);
    case 'opens':
      return isOpened(words, outcome);
    case 'robot':
      return toldOnce(outcome) && /your move|am Zug/i.test(said(outcome));
    case 'puzzle':
      return isAttempted(words, outcome);
    case 'kind':
      return !hasActed(outcome) && (outcome.letters.length === 0 || namesCommand(said(outcome)));
    case 'said':
      return !hasActed(outcome) && isSaid(phrase, outcome);
    case 'thanked':
      return toldOnce(outcome) && outcome.codes.includes('kind-words');
    case 'offer':
      return isOffered(words, outcome);
    case 'yes':
      return isTaken(phrase.context, outcome, true);
    case 'no':
      return isTaken(phrase.context, outcome, false);
    case 'again':
      return toldOnce(outcome) && tellsAgain(phrase.context, said(outcome));
    case 'command':
      return isDone(words, outcome);
    case 'ask':
      return isAsked(words, outcome);
    case 'help':
      return toldOnce(outcome) && !OFFER.test(said(outcome)) && tellsHow(phrase.context, outcome);
    case 'silence':
      return !hasActed(outcome) && outcome.letters.length === 0;
    case 'refuse':
      return toldOnce(outcome) && outcome.state === 'refused' && isReason(words, outcome.codes);
    default:
      throw new Error(`nobody knows what ${want} means`);
  }
}

const OFFER = /Did you mean|Meintest du/i;

/** Nothing was done, and the writer got the one letter that went out. */
const toldOnce = (outcome: Outcome): boolean =>
  !hasActed(outcome) && outcome.letters.length === 1 && outcome.letters[0]?.to === outcome.from;

/** All that the writer got, on one line. */
const said = ({ from, letters }: Outcome): string =>
  letters
    .filter(({ to }) => to === from)
    .map((letter) => `${letter.subject} ${flat(letter)}`)
    .join(' ');

/** Whether a letter tells again how the question is answered: an offered line stands in it once more. */
const tellsAgain = (context: string, text: string): boolean =>
  context.includes('meant')
    ? /e4x?e5|resign 1|aufgeben 1/.test(text)
    : /accept|signup|\byes\b|annehmen|\bja\b/i.test(text);

/** Whether a letter names something that can be written: a command, or a move. */
const namesCommand = (text: string): boolean =>
  /\b[a-t]\d+x?[a-t]\d+\b|\b(?:help|hilfe|signup|anmelden|yes|ja|no|nein|accept|annehmen|show|zeigen|hint|tipp|play|spielen|move|resign|aufgeben|give up)\b/i.test(
    text,
  );

/** The moves that were added to a board: the writer's first, and perhaps the robot's. */
const addedTo = ({ before, after }: Outcome, board: unknown): readonly string[] => {
  const movesOf = (picture: Picture) =>
    String(picture['matches']?.find((match) => match['board'] === board)?.['moves'] ?? '');
  return movesOf(after).slice(movesOf(before).length).trim().split(' ').filter(Boolean);
};

/** Moves as `BOARD:MOVE`, and none on any other board. */
function arePlayed(wanted: readonly string[], outcome: Outcome): boolean {
  const moves = new Map(wanted.map((each) => each.split(':') as [string, string]));
  return (outcome.after['matches'] ?? []).every(({ board }) => {
    const [first, ...others] = addedTo(outcome, board);
    const move = moves.get(String(board));
    if (move === undefined) return first === undefined;
    return first !== undefined && cellsOf(first) === move && others.length <= 1;
  });
}

/** Whether a stranger has an account now, and has played on the first board, or nothing. */
function isOpened(move: string, outcome: Outcome): boolean {
  const { before, after } = outcome;
  const isNew = (after['players']?.length ?? 0) > (before['players']?.length ?? 0);
  const [first = ''] = addedTo(outcome, 1);
  return isNew && cellsOf(first) === move;
}

/** What was done about an attempt at a puzzle. */
function isAttempted(how: string, { before, after }: Outcome): boolean {
  const rowOf = (picture: Picture) => JSON.stringify(picture['puzzle_attempts'] ?? []);
  const count = (picture: Picture, column: string) =>
    Number(picture['puzzle_attempts']?.[0]?.[column] ?? 0);
  switch (how) {
    case 'hint':
      return count(after, 'hinted') > count(before, 'hinted');
    case 'give-up':
      return after['puzzle_attempts']?.[0]?.['state'] === 'given-up';
    default:
      return rowOf(before) !== rowOf(after) && count(after, 'hinted') === count(before, 'hinted');
  }
}

/** Whether the words below the move are what a phrase is about. */
const isComment = ({ id }: Phrase): boolean => id.startsWith('c-');

/** Whether the other player got all words below the first line. */
function isDelivered({ text }: Phrase, { from, letters }: Outcome): boolean {
  const got = letters.filter(({ to }) => to !== from).map(flat);
  const [, ...lines] = text.split('\n');
  return lines.every((line) => got.some((letter) => letter.includes(line)));
}

/** Whether the other player got all words of the letter, above a signature. */
function isSaid({ text }: Phrase, { from, letters }: Outcome): boolean {
  const got = letters.filter(({ to }) => to !== from).map(flat);
  const [words = ''] = text.split('\n--\n');
  return words.split('\n').every((line) => got.some((letter) => letter.includes(line)));
}

/** A move as anybody spells it, by its cells. */
const cellsOf = (move: string): string => (move.match(/[a-z]\d+/g) ?? []).join('');

function isPlayed(move: string, { before, after }: Outcome): boolean {
  const grown = (after['matches'] ?? []).flatMap((match, index) => {
    const was = String(before['matches']?.[index]?.['moves'] ?? '');
    const is = String(match['moves']);
    return was === is ? [] : [is.slice(was.length).trim()];
  });
  const [ply = ''] = grown;
  return grown.length === 1 && !ply.includes(' ') && cellsOf(ply) === cellsOf(move);
}

function isOffered(command: string, outcome: Outcome): boolean {
  if (!toldOnce(outcome)) return false;
  const [, offered = ''] =
    /(?:Did you mean|Meintest du)(?: [a-z ]+\?)?:? (?:1: )?(.*)/i.exec(said(outcome)) ?? [];
  if (offered === '') return false;
  const line = inOurWords(offered).replace(/x(?=[a-z]\d)/g, '');
  const bare = line.replace(/^move \d+ (?=[a-z]\d)/i, '');
  return command === '*' || [line, bare].some((each) => each.startsWith(command));
}

/** A text that begins with a command in the spelling of a language, or with its terms in words, in our own spelling. */
function inOurWords(text: string): string {
  const [line = ''] = text.split(/ (?=That was|That is |None of|Noch |Das ist |\d: )/);
  const read = readLine(line, NO_CONTEXT, VOCABULARY);
  if (read.kind === 'command') return read.ready.text.toLowerCase();
  return withOurName(text.toLowerCase().split(' '), VOCABULARY).join(' ');
}

/** Whether the question that stands open was answered. */
function isTaken(context: string, outcome: Outcome, yes: boolean): boolean {
  const { before, after } = outcome;
  const rows = (table: string) => after[table]?.length ?? 0;
  const grown = (table: string) => rows(table) > (before[table]?.length ?? 0);
  const match = after['matches']?.[0];
  switch (context.replace('german-', '')) {
    case 'challenge-answer':
      return yes
        ? grown('matches')
        : !grown('matches') && after['challenges']?.[0]?.['state'] === 'declined';
    case 'draw-answer':
      return yes
        ? match?.['ending'] !== null && match?.['winner'] === null
        : match?.['ending'] === null && !isOffering(after);
    case 'undo-answer':
      return yes ? match?.['moves'] === '' : match?.['moves'] !== '' && !isOffering(after);
    case 'confirm-answer':
      return yes
        ? grown('players') || grown('blocks')
        : !hasActed(outcome) && isDropped(after) && !isAskedAgain(outcome);
    case 'invitation-answer':
      return yes
        ? grown('players') || (outcome.letters.length === 1 && /signup/.test(said(outcome)))
        : !grown('players') && !/\bsignup\b/.test(said(outcome));
    default:
      return false;
  }
}

const isDropped = ({ held = [] }: Picture): boolean =>
  held.every(({ state, dropped_at }) => state !== 'waiting' || dropped_at !== null);

/** Whether an offer stands open; what has become of it stays a row. */
const isOffering = ({ board_offers = [] }: Picture): boolean =>
  board_offers.some(({ state }) => state === 'open');

const isAskedAgain = (outcome: Outcome): boolean => /confirm|\byes\b/i.test(said(outcome));

function isDone(command: string, outcome: Outcome): boolean {
  const { before, after } = outcome;
  const [name = '', word = ''] = command.split(' ');
  if (name === 'resign') {
    const match = after['matches']?.find(({ board }) => String(board) === word);
    return match?.['ending'] === 'resigned';
  }
  if (name === 'show') return new RegExp(`(?:Board|Brett) ${word}\\b`).test(said(outcome));
  if (name === 'play') {
    return (after['matches'] ?? []).some(({ rules }) => rules === word);
  }
  if (name === 'signup') {
    return (after['players']?.length ?? 0) > (before['players']?.length ?? 0);
  }
  const [, asked = ''] = /(?:You asked|Dein Befehl): (.*)/.exec(said(outcome)) ?? [];
  const line = inOurWords(asked);
  // A setting has a name that is a command in German: "sprache de".
  return (
    asked !== '' && [line, `set ${line}`].some((each) => each.startsWith(command.toLowerCase()))
  );
}

function isAsked(command: string, outcome: Outcome): boolean {
  const held = (outcome.after['held']?.length ?? 0) - (outcome.before['held']?.length ?? 0);
  const words = said(outcome)
    .toLowerCase()
    .split(/[\s:,.]+/)
    .flatMap((word) => [word, inOurWords(word)]);
  const asked = command.toLowerCase().split(' ');
  // That an account is to be closed, or opened, is said in words.
  const [name = ''] = asked;
  const isNamed = name === '*' || name === 'signoff' || asked.every((word) => words.includes(word));
  return !hasActed(outcome) && held >= 1 && isNamed;
}

/** What help has to say in a state. */
function tellsHow(context: string, outcome: Outcome): boolean {
  const text = said(outcome);
  switch (context) {
    case 'board-answer':
    case 'german-board-answer':
      return /\b(?:resign|aufgeben) 1\b/.test(text) && /\b[a-h]\d-?x?[a-h]\d\b/.test(text);
    case 'board-answer-waiting':
      return /\b(?:resign|aufgeben) 1\b/.test(text);
    case 'board-answer-minefield':
      return /\b(?:resign|aufgeben) 1\b/.test(text) && /\b[a-h]\d\b/.test(text);
    case 'end-answer':
      return !/\b(?:accept|annehmen)\b/.test(text);
    case 'stranger':
      return /signup|help/.test(text);
    default:
      return /help|hilfe/i.test(text);
  }
}

/** What has come of a phrase, for whoever reads a list of misses. */
function shortly(outcome: Outcome): string {
  const act = hasActed(outcome) ? 'acted' : outcome.state;
  const letters = outcome.letters.map(({ to }) => to).join(', ');
  return `${act} [${letters}] ${said(outcome).slice(0, 160)}`;
}
