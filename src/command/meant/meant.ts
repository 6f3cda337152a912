import type { Section } from '../../intent.ts';
import { meantLinesMax, offersMax } from '../../limits.ts';
import { looksLikeCells } from '../../match/move-shape.ts';
import type { Sentence } from '../../sentence.ts';
import { move } from '../board/move.ts';
import type { Command, Decision, PlayerAsking } from '../shape/types.ts';
import { type Order, readLine, type Trouble } from '../text/line.ts';
import { commandsIn } from './meanings.ts';
import { mend } from './mend.ts';
import { movesIn } from './moves-in.ts';
import { askedNumbers, madeNumbers, ownBoards } from './own-numbers.ts';
import { boardHere, filledIn, isAnswered, isTurn, type Scene } from './scene.ts';

/** What may be meant by lines that are not clear. Nothing of it is done. */
export type Meant =
  /** Commands in our own spelling, each of which can be carried out as it stands. */
  | { readonly kind: 'offers'; readonly lines: readonly string[] }
  /** More than one move, each of which is legal. */
  | { readonly kind: 'moves'; readonly moves: readonly string[] }
  /** One command, which cannot be carried out. */
  | { readonly kind: 'refused'; readonly section: Section }
  | { readonly kind: 'nothing' };

/** Finds what may be meant by the lines of a letter in which nothing certain could be read. */
export function meantBy({ why, command, written = [] }: Trouble, scene: Scene): Meant {
  const lines = written.slice(0, meantLinesMax);
  const near = nearIn(why);
  const respelled = command ? lines.flatMap((line) => withNearOption(line, why, command)) : [];
  const typed = offered(
    [...near, ...[...respelled, ...lines].flatMap((line) => typedIn(line, scene))],
    scene,
  );
  if (typed.length > 0) return { kind: 'offers', lines: typed };
  // A line that is another command, and wrong, is no talk about a move.
  const moves = command && command !== move ? [] : movesHere(lines, scene);
  if (moves.length > 1) return { kind: 'moves', moves: offered(moves, scene) };
  const said =
    command && isRightAlone(why)
      ? numbered(command.name, scene)
      : hasOptions(lines, command)
        ? []
        : spokenIn(lines.join('\n'), scene).filter((line) => line !== command?.name);
  const meant = offered([...moves, ...said], scene);
  if (meant.length > 0) return { kind: 'offers', lines: meant };
  // Where a question stands open, its answer is all that may have been meant.
  const isPlain = scene.place.asks === undefined && (!command || isRightAlone(why));
  const refused = isPlain ? refusedAs(near.length > 0 ? near : said, scene) : undefined;
  return refused ? { kind: 'refused', section: refused } : { kind: 'nothing' };
}

/** What a text speaks of, with the writer's own numbers. */
const spokenIn = (text: string, scene: Scene): readonly string[] =>
  commandsIn(text, scene.meanings).flatMap((command) => filledIn(command, scene, text));

/** A whole command that a sentence offers by itself. */
export const nearIn = (why: Sentence): readonly string[] =>
  why.code === 'unknown-command-near' || why.code === 'no-help-near' ? [`${why.facts.near}`] : [];

/** An option as it is written, its dashes apart. */
const OPTION = /(?<=\s--?)[a-z]+(?=[=\s]|$)/iu;

/** Who writes a command with options means that, and talks about nothing. */
const hasOptions = (lines: readonly string[], command: Command | undefined): boolean =>
  command !== undefined && command.options.length > 0 && lines.some((line) => OPTION.test(line));

/** A line whose one option is unknown, with the known one that is nearly it. */
function withNearOption(line: string, { code, facts }: Sentence, { options }: Command) {
  if (code !== 'unknown-option-near') return [];
  const [name, ...others] = (line.match(new RegExp(OPTION, 'giu')) ?? []).filter(
    (each) => !options.includes(each.toLowerCase()),
  );
  if (name === undefined || others.length > 0) return [];
  return [line.replace(`-${name}`, `${facts.near}`.replace('=', ''))];
}

/** Something else stands behind a command where its number should, or nothing. */
export const lacksNumber = ({ code }: Sentence): boolean =>
  code === 'board-number-missing' || code === 'challenge-number-missing';

/** Nothing but what stands behind the command is wrong with it. */
const isRightAlone = (why: Sentence): boolean =>
  lacksNumber(why) || why.code === 'show-shape' || why.code === 'no-words-wanted';

/** Those that can be carried out, in our own spelling. */
function offered(lines: readonly string[], scene: Scene): readonly string[] {
  const good = lines.flatMap((line) => {
    const order = orderOf(line, scene);
    if (!order || decided(order, scene).refused) return [];
    const text = shortly(order, scene);
    // An address may be a link, and anybody may have written it.
    if (!scene.asking.proven && text.includes('@')) return [];
    // What is as usual need not be named.
    return [text.startsWith(`${line} -`) ? line : text];
  });
  return [...new Set(good)].slice(0, offersMax);
}

/** In our own spelling; a move in an answer to the board that is shown stands alone there, as its cells. */
function shortly({ command, ready }: Order, scene: Scene): string {
  const text = ready.bare ?? ready.text;
  const { board } = ready;
  if (command !== move || board === undefined || !isAnswered({ board }, scene)) return text;
  const bare = text.replace(/^move \d+ /, '');
  const [cells = ''] = bare.split(' #');
  return looksLikeCells(cells) ? bare.replace(/[-x](?=[a-z])/, '') : bare;
}

function refusedAs(lines: readonly string[], scene: Scene): Section | undefined {
  const [order, ...others] = lines.flatMap((line) => orderOf(line, scene) ?? []);
  const decision = order && others.length === 0 ? decided(order, scene) : undefined;
  return decision?.refused ? decision.section : undefined;
}

function orderOf(line: string, { place, vocabulary }: Scene): Order | undefined {
  const read = readLine(line, place, vocabulary);
  return read.kind === 'command' && read.audience !== 'admin' ? read : undefined;
}

/** What would come of a command. Some want words below them, which whoever is offered them writes. */
function decided({ ready }: Order, { asking }: Scene): Decision {
  return ready.run({ ...asking, comment: ready.wantsText ? '...' : '' });
}

/** A line that would be a command if it were written as such. */
function typedIn(line: string, scene: Scene): readonly string[] {
  const mended = mend(line, scene.meanings);
  const queued = CONDITIONAL.test(line) ? filledIn(`queue {board} ${line}`, scene) : [];
  return [line, ...(mended === line ? [] : [mended]), ...queued].flatMap((text) =>
    numbered(text, scene),
  );
}

const CONDITIONAL = /^if .+ then /i;

/** A command as it is, or with each number of the writer's that it may lack; none where it is not one. */
function numbered(text: string, { place, vocabulary, asking }: Scene): readonly string[] {
  const { gameOn } = place;
  const read = readLine(text, place, vocabulary);
  if (read.kind !== 'trouble') return read.kind === 'command' ? [text] : [];
  return missingNumbers(read.why, asking).flatMap((number) => {
    const there = readLine(text, { number, revision: undefined, gameOn }, vocabulary);
    return there.kind === 'command' ? [there.ready.text] : [];
  });
}

/** The writer's own numbers that a line may lack. */
function missingNumbers(why: Sentence, { player, reading }: PlayerAsking): readonly number[] {
  if (why.code === 'board-number-missing') return ownBoards(player, reading).slice(0, offersMax);
  if (why.code !== 'challenge-number-missing') return [];
  const isOwn = why.facts.command === 'withdraw';
  return (isOwn ? madeNumbers : askedNumbers)(player, reading).slice(0, offersMax);
}

/** The legal moves that are named, as commands. */
function movesHere(lines: readonly string[], scene: Scene): readonly string[] {
  const match = boardHere(scene);
  if (!match || !isTurn(match, scene.asking)) return [];
  const { board, position } = match;
  const moves = movesIn(lines.join('\n'), position).slice(0, offersMax);
  return moves.map((cells) => `move ${board} ${cells}`);
}
