import { findGame, gameOf } from '../../engine/registry.ts';
import type { Position } from '../../engine/shape/types.ts';
import type { Section } from '../../intent.ts';
import { commandLimits } from '../../limits.ts';
import { looksLikeMoveOf } from '../../match/types.ts';
import { isGenerated } from '../../player/address.ts';
import type { Sentence } from '../../sentence.ts';
import { move } from '../board/move.ts';
import type { Command, Decision, PlayerContext } from '../shape/types.ts';
import { fold } from '../shape/words.ts';
import { type ParseError, type ReadyCommand, readLine } from '../text/line.ts';
import { phraseKey } from '../text/undecorated.ts';
import type { Vocabulary } from '../text/vocabulary.ts';
import { answerAbout, answerTo } from './asked.ts';
import { isOfLevel, levelWished } from './levels.ts';
import { commandsIn, isPhrase, type Meanings } from './meanings.ts';
import { castlingsIn, cellsIn, movesIn, namedIn } from './moves-in.ts';
import { nameIn } from './newcomer.ts';
import {
  answeredMatch,
  boardOfLetter,
  filledIn,
  isTurn,
  listenerOn,
  moveLineHere,
  numbersToAnswer,
  ownBoards,
  ownOfferNumbers,
  type Scene,
} from './scene.ts';
import { HELP_INVITE, invitationIn, playNamed, wishesIn, withWishes } from './wishes.ts';

/** A guess at unclear lines. Nothing of it is carried out. */
type Meant =
  /** Commands in our own spelling, each ready to be carried out. */
  | { readonly kind: 'offers'; readonly lines: readonly string[] }
  /** No command to offer: the answer to a question, or why one command is refused. */
  | { readonly kind: 'answered'; readonly section: Section }
  | { readonly kind: 'nothing' };

/** Guesses the meaning of lines of a letter that has no clear command. */
export function guessMeaning(
  { why, command, written = [], hasNoEquivalent }: ParseError,
  scene: Scene,
): Meant {
  const lines = written.filter((line) => line.trim() !== '').slice(0, commandLimits.guessLines);
  const near = offeredCommand(why);
  const respelled = command ? lines.flatMap((line) => withNearOption(line, why, command)) : [];
  // For a help page that does not exist no other is guessed, except that of a game which the lines name.
  const about = why.code === 'no-help' ? wishesIn(lines.join('\n'), scene.meanings).rules : '';
  if (about === undefined) return { kind: 'nothing' };
  if (about !== '') return { kind: 'offers', lines: [`help ${about}`] };
  const readings = [...respelled, ...lines].flatMap((line) => readingsOf(line, scene));
  const typed = offered([...near, ...readings], scene).filter((line) => !isPending(line, scene));
  if (typed.length > 0) return { kind: 'offers', lines: typed };
  // A line with another command, and an error, is not about a move.
  const moves = command && command !== move ? [] : movesHere(lines, scene);
  if (moves.length > 1) return { kind: 'offers', lines: offered(moves, scene) };
  const isFree = moves.length === 0 && why.code === 'no-command';
  const answer = isFree ? answerTo(lines.join('\n'), scene) : undefined;
  if (answer) return { kind: 'answered', section: { understood: undefined, says: [answer] } };
  const explained = isFree ? answerAbout(lines.join('\n'), scene) : undefined;
  if (explained) return { kind: 'answered', section: explained };
  const illegal = isFree ? onlyMoveNamed(lines, scene) : [];
  // Below a move is what the other player reads.
  const at =
    moves.length === 0 ? -1 : lines.findIndex((line) => movesHere([line], scene).length > 0);
  const own = (at < 0 ? lines : lines.slice(0, at + 1)).join('\n');
  const level = levelWished(own, scene);
  const mentioned =
    command && isRightAlone(why) && !level
      ? numbered(command.name, scene)
      : hasOptions(lines, command) || hasNoEquivalent
        ? []
        : mentionedIn(own, scene, level).filter((line) => line !== command?.name);
  // A question about a move is no move: "Do I have to play e4e5?"
  const asksRules = mentioned.some((line) => line.startsWith('help '));
  const isAsked = asksRules && lines.some((line) => line.includes('?'));
  const offers = offered([...(isAsked ? [] : moves), ...mentioned], scene);
  if (offers.length > 0) return { kind: 'offers', lines: offers };
  if (level?.why && !hasOptions(lines, command))
    return { kind: 'answered', section: { understood: undefined, says: [level.why] } };
  // With an open question, only its answer may have been meant.
  const isPlain = scene.letterContext.asks === undefined && (!command || isRightAlone(why));
  const [named = []] = [near, illegal, mentioned].filter(({ length }) => length > 0);
  const refused = isPlain ? refusedAs(named, scene) : undefined;
  return refused ? { kind: 'answered', section: refused } : { kind: 'nothing' };
}

/** Whether a command offers what the other side offers already: words about that are no offer of their own. */
const isPending = (line: string, { letterContext: { asks, number } }: Scene): boolean =>
  line === `${asks} ${number}`;

/** The commands that a text mentions, with the writer's own numbers and the terms that it names. */
function mentionedIn(
  text: string,
  scene: Scene,
  level: ReturnType<typeof levelWished>,
): readonly string[] {
  const { meanings } = scene;
  const name = nameIn(text, scene, !isGenerated(scene.context.player.userid));
  const named = name === undefined ? [] : [`name ${name}`];
  const match = answeredMatch(scene);
  const wishes = wishesIn(text, meanings);
  const said = commandsIn(text, meanings);
  // At the end of a match, terms alone are those of another one: "I start this time".
  const isOfTerms = match?.outcome && said.length > 0 && said.every((each) => each.startsWith('-'));
  // Somebody who is named by an address may have no account, and is no robot.
  const invitation = invitationIn(text, meanings);
  const isReplaced = level !== undefined || invitation !== undefined;
  const commands = (isOfTerms ? ['{another}'] : said).filter(
    (each) =>
      !isOfLevel(each) &&
      !(isReplaced && BEGINS.has(each)) &&
      !(invitation !== undefined && each === HELP_INVITE),
  );
  const mentioned = [
    ...(invitation === undefined ? [] : [invitation]),
    ...commands.flatMap((command) => filledIn(command, scene, text)),
    ...(level?.line ? [level.line] : []),
  ];
  const isTalk = !match?.outcome && listenerOn(match, scene.context) !== undefined;
  const other = playNamed(text, meanings, match?.rules, isTalk);
  if (mentioned.length === 0 && other !== undefined && !level) {
    const [whom = other, ...others] = filledIn('challenge {player} {rules}', scene, text);
    return [...named, others.length === 0 ? withWishes(whom, wishes) : other];
  }
  const wished = mentioned
    .filter((line) => !isPending(line, scene))
    .map((line) =>
      line === 'help' && wishes.rules ? `help ${wishes.rules}` : withWishes(line, wishes),
    );
  return [...named, ...wished];
}

/** Phrases that begin a match: the line of a level that is wished, or of an invitation, replaces them. */
const BEGINS: ReadonlySet<string> = new Set([
  '{again}',
  '{another}',
  'play {rules}',
  'challenge open {rules}',
  'challenge {player}',
]);

/** The complete command that the reason itself suggests, if any. */
export const offeredCommand = (why: Sentence): readonly string[] =>
  why.code === 'unknown-command-near' || why.code === 'no-help-near' || why.code === 'marked-line'
    ? [`${why.facts.near}`]
    : [];

/** The name of an option as written, without its dashes. */
const OPTION = /(?<=\s--?)[a-z]+(?=[=\s]|$)/iu;

/** A line with options means its command, and is not talk. */
const hasOptions = (lines: readonly string[], command: Command | undefined): boolean =>
  command?.options !== undefined && lines.some((line) => OPTION.test(line));

/** The line with its one unknown option replaced by the nearest known one. */
function withNearOption(line: string, { code, facts }: Sentence, { options = [] }: Command) {
  if (code !== 'unknown-option-near') return [];
  const [name, ...others] = (line.match(new RegExp(OPTION, 'giu')) ?? []).filter(
    (each) => !options.includes(each.toLowerCase()),
  );
  if (name === undefined || others.length > 0) return [];
  return [line.replace(`-${name}`, `${facts.near}`.replace('=', ''))];
}

/** Whether the number after a command is missing, or another word stands there. */
export const lacksNumber = ({ code }: Sentence): boolean =>
  code === 'board-number-missing' || code === 'challenge-number-missing';

/** Whether the command is right but for the words after it. */
const isRightAlone = (why: Sentence): boolean =>
  lacksNumber(why) || why.code === 'show-shape' || why.code === 'no-words-wanted';

/** The lines that can be carried out, in our own spelling. */
export function offered(lines: readonly string[], scene: Scene): readonly string[] {
  const good = lines.flatMap((line) => {
    const order = orderOf(line, scene);
    if (!order || decided(order, scene).refused) return [];
    const text = shortened(order, scene);
    // An address may become a link, and anybody may have written it.
    if (!scene.context.proven && text.includes('@')) return [];
    // Defaults need not be named.
    return [text.startsWith(`${line} -`) ? line : text];
  });
  return [...new Set(good)].slice(0, commandLimits.offers);
}

/** The command in our own spelling, and a move as boards write it; in an answer to its board, without the number. */
function shortened({ command, ready }: ReadyCommand, scene: Scene): string {
  const text = ready.textWithoutComment ?? ready.text;
  const { board } = ready;
  const match = board === undefined ? undefined : scene.context.queries.match(board);
  if (command !== move || !match) return text;
  const [, , written = '', ...ply] = text.split(' ');
  const { position } = match;
  const game = gameOf(position.rules);
  const read = game.parseMove(position, written);
  const cells = read.ok ? game.makeMove(read.value, position) : written;
  return moveLineHere(match, scene, [cells, ...ply].join(' '));
}

export function refusedAs(lines: readonly string[], scene: Scene): Section | undefined {
  const [order, ...others] = lines.flatMap((line) => orderOf(line, scene) ?? []);
  const decision = order && others.length === 0 ? decided(order, scene) : undefined;
  return decision?.refused ? decision.section : undefined;
}

/** The command of a line, if a player may give it. */
export function orderOf(
  line: string,
  { letterContext, vocabulary }: Scene,
): ReadyCommand | undefined {
  const read = readLine(line, letterContext, vocabulary);
  return read.kind === 'command' && read.audience !== 'admin' ? read : undefined;
}

/** The only command that a section offers for prose, if it just looks something up. */
export function lookUpIn(
  { why }: ParseError,
  { answers: [line = '', ...others] = [], offers }: Section,
  scene: Scene,
): ReadyCommand | undefined {
  const isAlone = offers !== undefined && others.length === 0 && why.code === 'no-command';
  const order = isAlone ? orderOf(line, scene) : undefined;
  return order && LOOKS_UP.has(order.command.name) ? order : undefined;
}

const LOOKS_UP: ReadonlySet<string> = new Set([
  'help',
  'hint',
  'show',
  'record',
  'games',
  'challenges',
  'players',
  'standings',
  'rating',
]);

/** The decision of a command, without its effect. Dots stand for text that is still to be written. */
export function decided({ ready }: ReadyCommand, { context }: Scene): Decision {
  return ready.run({ ...context, comment: ready.wantsText ? '...' : '' });
}

/** Readings of a line as a command with slips; a line that is a phrase has none. */
function readingsOf(line: string, scene: Scene): readonly string[] {
  const { meanings } = scene;
  const mended = isPhrase(line, meanings) ? line : normalizeCommand(line, meanings);
  const queued = CONDITIONAL.test(line) ? filledIn(`queue {board} ${line}`, scene) : [];
  return [line, ...(mended === line ? [] : [mended]), ...queued].flatMap((text) =>
    numbered(text, scene),
  );
}

const CONDITIONAL = /^if .+ then /i;

/** The command itself, or with each of the writer's numbers that it may lack; none if it is not one. */
function numbered(text: string, { letterContext, vocabulary, context }: Scene): readonly string[] {
  const { gameOn } = letterContext;
  const read = readLine(text, letterContext, vocabulary);
  if (read.kind !== 'trouble') return read.kind === 'command' ? [text] : [];
  return missingNumbers(read.why, context).flatMap((number) => {
    const there = readLine(text, { number, revision: undefined, gameOn }, vocabulary);
    return there.kind === 'command' ? [there.ready.text] : [];
  });
}

/** The writer's own numbers that may be missing. */
function missingNumbers(why: Sentence, { player, queries }: PlayerContext): readonly number[] {
  if (why.code === 'board-number-missing')
    return ownBoards(player, queries).slice(0, commandLimits.offers);
  if (why.code !== 'challenge-number-missing') return [];
  const isOwn = why.facts.command === 'withdraw';
  return (isOwn ? ownOfferNumbers : numbersToAnswer)(player, queries).slice(
    0,
    commandLimits.offers,
  );
}

/** The legal moves that the lines name, as commands. */
function movesHere(lines: readonly string[], scene: Scene): readonly string[] {
  const { player, queries } = scene.context;
  const mine = queries.activeMatches(player.id).filter((each) => isTurn(each, scene.context));
  // A letter about no board may bring a move to the only one that waits for one.
  const isElsewhere = scene.letterContext.number === undefined && mine.length === 1;
  const match = isElsewhere ? mine[0] : boardOfLetter(scene);
  if (!match || !isTurn(match, scene.context)) return [];
  const { board, position } = match;
  const naming = namedIn(lines, match, scene.vocabulary);
  if (naming !== undefined) return [`move ${board} ${naming}`];
  const text = lines.join('\n');
  const word = wordMove(lines, position, scene.vocabulary);
  const cells = movesIn(text, position, scene.meanings);
  const game = gameOf(position.rules);
  const castlings = (cells.length > 0 ? [] : castlingsIn(text, game, scene.meanings)).filter(
    (each) => game.parseMove(position, each).ok,
  );
  const moves = [...(word === undefined ? [] : [word]), ...cells, ...castlings].slice(
    0,
    commandLimits.offers,
  );
  return moves.map((each) => `move ${board} ${each}`);
}

/** The move that the first words of a letter name, with at most one more behind them: "I'll pass now, those are dead". */
function wordMove(
  lines: readonly string[],
  position: Position,
  { moveWords }: Vocabulary,
): string | undefined {
  const [first = ''] = (lines.find((line) => line.trim() !== '') ?? '').split(/[,.;:!?(]/);
  const words = first.trim().split(/\s+/);
  const named = [words, words.slice(0, -1)].map((some) => moveWords.get(phraseKey(some)));
  return named.find(
    (move) => move !== undefined && gameOf(position.rules).parseMove(position, move).ok,
  );
}

/** The most words of a letter, or of a question, that is about the one move in it. */
const MOVE_LETTER_WORDS_MAX = 4;
const MOVE_QUESTION_WORDS_MAX = 8;

/** The only move that a few words name, for use when no legal one was found: `f4 I guess`, `why can't I play f4?`, `castle`. */
function onlyMoveNamed(lines: readonly string[], scene: Scene): readonly string[] {
  const match = boardOfLetter(scene);
  const text = lines.join('\n');
  const words = text.match(/[\p{L}\p{N}]+/gu) ?? [];
  const most = text.includes('?') ? MOVE_QUESTION_WORDS_MAX : MOVE_LETTER_WORDS_MAX;
  if (!match || words.length > most || !isTurn(match, scene.context)) return [];
  const game = gameOf(match.rules);
  const cells = cellsIn(text, game).join('');
  const [castling] = castlingsIn(text, game, scene.meanings);
  const named = looksLikeMoveOf(game, cells) ? cells : castling;
  return named === undefined ? [] : [`move ${match.board} ${named}`];
}

/** Punctuation around a word. */
const PUNCTUATION_AROUND = /^[\s"'„“”‚‘’«»(*]+|[\s"'„“”‚‘’«».,;:!?)*]+$/g;
const OPTION_ALONE = /^--?[a-z]+$/i;
const SIZE = /^\d{1,3}x\d{1,3}$/i;

/**
 * A line as a command: words of the reader replaced by ours, options and sizes as written here, filler
 * words dropped. `challenge bob to forms, 6x6` becomes `challenge bob forms -size=6x6`.
 */
export function normalizeCommand(line: string, { fillers, synonyms }: Meanings): string {
  const words = line
    .split(/\s+/)
    .map((word) => word.replace(PUNCTUATION_AROUND, ''))
    .filter((word) => word !== '')
    .map((word) => synonyms.get(fold(word)) ?? word);
  return withSizes(withOptions(joinGames(words)))
    .filter((word) => !fillers.has(fold(word)))
    .join(' ');
}

/** `Forms Original` is one game. */
function joinGames(words: readonly string[]): readonly string[] {
  const at = words.findIndex((word, index) => findGame(`${word}-${words[index + 1] ?? ''}`));
  return at < 0 ? words : words.toSpliced(at, 2, `${words[at]}-${words[at + 1]}`);
}

/** `-size 6x6` is one word. */
const withOptions = (words: readonly string[]): readonly string[] =>
  words.flatMap((word, index) => {
    const next = words[index + 1];
    if (OPTION_ALONE.test(words[index - 1] ?? '') && !word.startsWith('-')) return [];
    const joins = OPTION_ALONE.test(word) && next !== undefined && !next.startsWith('-');
    return [joins ? `${word}=${next}` : word];
  });

const withSizes = (words: readonly string[]): readonly string[] =>
  words.map((word) => (SIZE.test(word) ? `-size=${word}` : word));
