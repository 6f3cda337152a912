import { findGame } from '../../engine/registry.ts';
import type { Game } from '../../engine/shape/game.ts';
import { SIDE_MAX } from '../../engine/stones/board.ts';
import { commandLimits } from '../../limits.ts';
import { looksLikeMoveOf, mayBeMove } from '../../match/types.ts';
import { ok, type Result } from '../../result.ts';
import { type Sentence, say } from '../../sentence.ts';
import { message } from '../account/message.ts';
import { move } from '../board/move.ts';
import { boardNamed, takeApart } from '../board/move-words.ts';
import { submit } from '../board/queue.ts';
import { show } from '../board/show.ts';
import { challenge } from '../challenge/challenge.ts';
import { puzzle } from '../puzzle/puzzle.ts';
import type {
  Audience,
  Command,
  CommandContext,
  CommandFor,
  CommandLine,
  LetterContext,
  ParsedCommand,
  PlayerContext,
} from '../shape/types.ts';
import { gameAt, joinWords, misspeltOption, nearest, parseNumber } from '../shape/words.ts';
import { fromClassic } from './classic.ts';
import { readOfGame, takeLine, withOurName, withOurValues, withTerms } from './our-words.ts';
import { findCommand, nearestCommand } from './registry.ts';
import {
  CAPTURE_FROM_FILE,
  moveInFrame,
  puzzleWords,
  readStatement,
  type Stated,
  withPlainMove,
} from './statement.ts';
import { phraseKey, withoutCourtesyInFront } from './undecorated.ts';
import { NO_WORDS, type Vocabulary } from './vocabulary.ts';

export type ParsedLine = ReadyCommand | ParseError | { readonly kind: 'prose' };

/** A parsed command, for a certain audience. */
export type ReadyCommand =
  | OrderFor<'player', PlayerContext>
  | OrderFor<'anyone' | 'admin', CommandContext>;

interface OrderFor<To extends Audience, By extends CommandContext> {
  readonly kind: 'command';
  readonly audience: To;
  readonly command: CommandFor<To, By>;
  readonly ready: ParsedCommand<By>;
  /** Whether a comment may go along with it in this letter. */
  readonly takesComment: boolean;
  /** The player whom a classic line names as its writer. */
  readonly writer?: string;
}

/** A command, or nearly one, that cannot be carried out as written. */
export interface ParseError {
  readonly kind: 'trouble';
  readonly command: Command | undefined;
  readonly why: Sentence;
  /** The lines of the letter that it concerns. */
  readonly written?: readonly string[];
  /** Fully understood, but without an equivalent here. */
  readonly hasNoEquivalent?: true;
  /** The writer that a classic line names. */
  readonly writer?: string;
}

/**
 * Reads one line: a bare move, a command, nearly a command, or prose. The shape of a move depends on the
 * game of the board that the line names, or answers. The userid of a classic line becomes `writer`; its
 * password is ignored.
 *
 * @param answered context of the line
 * @param vocabulary of the writer; not needed for our own spelling
 */
export function readLine(
  line: string,
  answered: LetterContext,
  vocabulary: Vocabulary = NO_WORDS,
): ParsedLine {
  if (line.length > commandLimits.lineChars) return { kind: 'prose' };
  const atPuzzle = puzzleWords(line, answered, vocabulary);
  if (atPuzzle) {
    return readWith(puzzle, { words: atPuzzle, options: new Map() }, answered, undefined);
  }
  const { number, shownRevisions, offered } = answered;
  const [head = '', board] = NUMBERED.exec(line) ?? [];
  const isListed = number === undefined && !offered && shownRevisions?.has(Number(board)) === true;
  const taken = takeLine(isListed ? `${board} ${line.slice(head.length)}` : line, vocabulary);
  const read = readTaken(taken, answered, vocabulary);
  return isUnderstood(read) ? read : (readSigned(taken, answered, vocabulary) ?? read);
}

/** `7: e4` is `7 e4` in the answer to a letter that lists board 7; elsewhere the number counts lines. */
const NUMBERED = /^\s*(\d{1,15})[:)]\s*/;

type Taken = ReturnType<typeof takeLine>;

/** Whether a line is a command, or a classic one without an equivalent. */
const isUnderstood = (line: ParsedLine): boolean =>
  line.kind === 'command' || (line.kind === 'trouble' && line.hasNoEquivalent === true);

/** A userid follows a command of at most two words and a number. */
const WRITER_AT_MAX = 3;

/**
 * Reads a classic line with the writer's userid and password after the command or after the number of its
 * board. Their position identifies them: a player's userid and the next word, without which the entire line
 * is understood.
 *
 * @returns undefined for any other line
 */
function readSigned(
  { game, line: { words, options } }: Taken,
  answered: LetterContext,
  vocabulary: Vocabulary,
): ParsedLine | undefined {
  const { isPlayer = () => false } = answered;
  for (let at = 1; at <= Math.min(WRITER_AT_MAX, words.length - 2); at++) {
    const [writer = '', password = '', ...rest] = words.slice(at);
    // Two players after a command alone are its arguments: "block alice bob".
    const isPair = at === 1 && rest.length === 0 && isPlayer(password);
    if (isPair || !mayHaveWritten(writer, answered)) continue;
    // The first player named in a challenge moves first, and stays.
    const firstMover = findCommand(words)?.command === challenge ? [writer] : [];
    const unsigned = { options, words: [...words.slice(0, at), ...firstMover, ...rest] };
    const read = readTaken({ game, line: unsigned }, answered, vocabulary);
    // "message bob see you" names no second player.
    const isTalk = namesAnother(read) && !isPlayer(rest[0] ?? '');
    if (read.kind !== 'prose' && isUnderstood(read) && !isTalk) return { ...read, writer };
  }
  return undefined;
}

const namesAnother = (line: ParsedLine): boolean =>
  line.kind === 'command' && (line.command === message || line.command === challenge);

const mayHaveWritten = (userid: string, { isPlayer, writer }: LetterContext): boolean =>
  (writer === undefined || writer.toLowerCase() === userid.toLowerCase()) &&
  isPlayer?.(userid) === true;

function readTaken(taken: Taken, context: LetterContext, vocabulary: Vocabulary): ParsedLine {
  // A game in front overrides that of the board; the board then refuses if they differ.
  const letterContext = taken.game ? { ...context, gameOn: () => taken.game } : context;
  const classic = fromClassic(taken.line, taken.game);
  if (classic?.kind === 'instead' && !isMoveThere(taken.line, letterContext)) {
    return { kind: 'trouble', command: undefined, why: classic.why, hasNoEquivalent: true };
  }
  const { game, line } = classic?.kind === 'here' ? classic : taken;
  const [first] = line.words;
  if (first === undefined) return { kind: 'prose' };
  const noted = inNotation(line, gameAt(context), vocabulary);
  const bare = noted.words.join(' ').split('#')[0]?.trim() ?? '';
  if (mayBeMove(gameAt(context), bare)) {
    return readWith(move, atBoard(noted, letterContext), letterContext, game);
  }

  const framed = moveInFrame(noted.words, vocabulary) ?? '';
  const taking = captureFrom(bare, context) ?? captureFrom(framed, context);
  if (taking) return readWith(move, atBoard({ ...line, words: [taking] }, context), context, game);
  if (gameAt(context)?.inNotation && mayBeMove(gameAt(context), framed)) {
    return readWith(move, atBoard({ ...line, words: [framed] }, context), letterContext, game);
  }
  const stated = line.options.size === 0 && readStatement(line.words.join(' '), vocabulary);
  if (
    stated &&
    isMeantHere(stated, letterContext) &&
    mayBeMove(gameAt(letterContext, stated.number), stated.move) &&
    keepsCase(line, gameAt(letterContext, stated.number))
  ) {
    return readWith(move, { ...line, words: wordsOf(stated) }, letterContext, game);
  }

  const text = line.words.join(' ');
  const listed = listedBoard(text, letterContext);
  if (listed) return readWith(show, { words: [listed], options: new Map() }, letterContext, game);

  const named = findCommand(line.words) ?? politeCommand(line, vocabulary);
  if (named) {
    const read = readWith(
      named.command,
      restOf(named, line, letterContext, vocabulary),
      letterContext,
      game,
    );
    const isProse = read.kind === 'trouble' && mayBeSentence(text, named, line);
    return isProse ? { kind: 'prose' } : read;
  }
  const near = nearestCommand(first, vocabulary);
  // "Love this game" resembles `move`, but is no such command.
  const corrected =
    near === undefined ? undefined : readLine(written(near, line, game), context, vocabulary);
  return corrected?.kind === 'command'
    ? {
        kind: 'trouble',
        command: undefined,
        why: say('unknown-command-near', { near: corrected.ready.text }),
      }
    : { kind: 'prose' };
}

/** The number of a board, alone, in the answer to a letter that lists several. */
function listedBoard(text: string, { number, shownRevisions }: LetterContext): string | undefined {
  if (number !== undefined || !shownRevisions) return undefined;
  const [, board = ''] = /^(?:board )?#?(\d{1,15})$/i.exec(text) ?? [];
  return shownRevisions.has(Number(board)) ? board : undefined;
}

/** With as many words after its command, a line with `SENTENCE` punctuation may be prose. */
const SENTENCE_WORDS_MIN = 3;
/** Punctuation within a sentence, or at its end. */
const SENTENCE = /[,;:!?](?=\s|$)|\p{L}\.$/u;

/** Whether a line that is wrong as a command may be a sentence: "Message from my wife: hi Bob". */
const mayBeSentence = (text: string, { command, rest }: Found, line: CommandLine): boolean =>
  line.options.size === 0 &&
  !line.words.some((word) => word.startsWith('-')) &&
  // "play" and a game is a command, also where that game is not offered.
  !(rest.length === 1 && findGame(rest[0] ?? '')) &&
  (command.beginsProse === true || (rest.length >= SENTENCE_WORDS_MIN && SENTENCE.test(text)));

/** The only capture on the answered board that a text tells by its file. */
function captureFrom(text: string, { playable }: LetterContext): string | undefined {
  const [, file, to] = CAPTURE_FROM_FILE.exec(text) ?? [];
  if (file === undefined || !playable) return undefined;
  const all = Array.from({ length: SIDE_MAX }, (_, at) => playable(`${file}${at + 1}x${to}`));
  const [taking, ...others] = all.filter((move) => move?.includes('x'));
  return others.length === 0 ? taking : undefined;
}

/** The words of a move after the number of its board, because a move may be a number too. */
const atBoard = (line: CommandLine, { number }: LetterContext): CommandLine =>
  number === undefined ? line : { ...line, words: [`${number}`, ...line.words] };

/** Whether a classic line without an equivalent is a move in the game at its board. */
function isMoveThere({ words }: CommandLine, letterContext: LetterContext): boolean {
  const [command = '', number, text = ''] = words;
  const game = gameAt(letterContext, parseNumber(number));
  if (!game || findCommand([command])?.command !== move) return false;
  // A move in the wrong case is invalid too, but has its own error.
  return game.looksLikeMove(text) || game.looksLikeMove(text.toLowerCase());
}

/** Statements are read in lower case, so cells in capitals do not count if case matters. */
const keepsCase = ({ words }: CommandLine, game: Game | undefined): boolean =>
  !game?.caseMatters || !/[A-Z]\s?\d/.test(words.join(' '));

/** A number in front is a board or a round; in an answer to a board it must mean that board. */
const isMeantHere = ({ number }: Stated, letterContext: LetterContext): boolean =>
  letterContext.number === undefined || boardNamed(number, letterContext) === letterContext.number;

const wordsOf = ({ number, move: cells, ply }: Stated): readonly string[] => [
  ...(number === undefined ? [] : [`${number}`]),
  cells,
  ...(ply === undefined ? [] : [`#${ply}`]),
];

/** The words after a command; a move may also be written as in a statement. */
function restOf(
  { command, rest }: Found,
  { options }: CommandLine,
  letterContext: LetterContext,
  vocabulary: Vocabulary,
): CommandLine {
  const words = { words: rest, options };
  if (command.options?.includes('first'))
    return withOurValues(
      command,
      withTerms(command, words, letterContext, vocabulary),
      letterContext,
      vocabulary,
    );
  if (command !== move && command !== submit)
    return withOurValues(command, words, letterContext, vocabulary);
  const game = gameAt(letterContext, takeApart(words, letterContext).board);
  const noted = inNotation(words, game, vocabulary);
  const { text } = takeApart(noted, letterContext);
  const isWritten = game && (looksLikeMoveOf(game, text) || (game.caseMatters && hasCapital(text)));
  return isWritten
    ? noted
    : { options, words: withPlainMove(rest.join(' '), vocabulary).split(' ') };
}

/** A line with its move in words changed to the game's notation. */
const inNotation = (
  line: CommandLine,
  game: Game | undefined,
  { notation }: Vocabulary,
): CommandLine =>
  game?.inNotation
    ? { ...line, words: game.inNotation(line.words.join(' '), notation).split(' ') }
    : line;

const hasCapital = (text: string): boolean => text !== text.toLowerCase();

type Found = NonNullable<ReturnType<typeof findCommand>>;

/**
 * A command after a "please" or an "ok" that changes nothing, or concerns the writer alone. Others may be
 * meant for the other player: "please resign".
 */
function politeCommand({ words }: CommandLine, vocabulary: Vocabulary): Found | undefined {
  const [one = '', ...others] = words;
  const isYes = ['yes', 'certain-yes'].includes(vocabulary.verdicts.get(phraseKey([one])) ?? '');
  const bare = isYes && others.length > 0 ? others : words;
  const rest = withoutCourtesyInFront(bare.join(' '), vocabulary).split(' ');
  const found = rest.length < words.length ? findCommand(withOurName(rest, vocabulary)) : undefined;
  const { audience, need = '', answersStrangers = false } = found?.command ?? {};
  const isOwn = answersStrangers || audience === 'anyone';
  return isOwn || ['nothing', 'proof-to-read'].includes(need) ? found : undefined;
}

/** The line with its first word replaced by another command. */
const written = (
  command: string,
  { words, options }: CommandLine,
  game: Game | undefined,
): string =>
  joinWords({ words: [...(game ? [game.rules] : []), command, ...words.slice(1)], options });

function readWith(
  command: Command,
  line: CommandLine,
  letterContext: LetterContext,
  game: Game | undefined,
): ParsedLine {
  const wrong = wrongOption(command, line);
  if (wrong) return { kind: 'trouble', command, why: wrong };
  // The same call twice, so that the type checker sees each audience with its context.
  const order =
    command.audience === 'player'
      ? orderOf(command, line, letterContext, game)
      : orderOf(command, line, letterContext, game);
  return order.ok ? order.value : { kind: 'trouble', command, why: order.error };
}

function orderOf<To extends Audience, By extends CommandContext>(
  command: CommandFor<To, By>,
  line: CommandLine,
  letterContext: LetterContext,
  game: Game | undefined,
): Result<OrderFor<To, By>, Sentence> {
  const ready = game
    ? readOfGame(command, line, letterContext, game)
    : command.read(line, letterContext);
  if (!ready.ok) return ready;
  const { audience, takesComment = false } = command;
  return ok({ kind: 'command', audience, command, ready: ready.value, takesComment });
}

/** The error in an option, apart from its value. */
function wrongOption(command: Command, line: CommandLine): Sentence | undefined {
  const { options = [] } = command;
  for (const name of line.options.keys()) {
    if (!options.includes(name)) return unknown(command, name);
  }
  // If the command has no options, such a word may belong to a reason.
  const stray = options.length > 0 ? misspeltOption(line) : undefined;
  if (stray === undefined) return undefined;
  return options.includes(stray) ? say('option-value', { option: stray }) : unknown(command, stray);
}

function unknown({ name: command, options = [] }: Command, option: string): Sentence {
  if (options.length === 0) return say('no-options', { command });
  const [whole, ...others] = options.filter((each) => each.startsWith(option));
  const near = others.length > 0 ? undefined : (whole ?? nearest(option, options));
  const known = options.map((name) => `-${name}=`).join(', ');
  return near === undefined
    ? say('unknown-option', { command, known })
    : say('unknown-option-near', { command, near: `-${near}=` });
}
