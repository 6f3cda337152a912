import { gameOf } from '../../engine/registry.ts';
import type { RulesId } from '../../engine/shape/ground.ts';
import type { Size } from '../../engine/shape/types.ts';
import { opposite } from '../../engine/stones/board.ts';
import { makeSize } from '../../engine/stones/notation.ts';
import type { Section } from '../../intent.ts';
import { commandLimits } from '../../limits.ts';
import { colourOf, exampleMove, type Match, robotNamed } from '../../match/types.ts';
import { type Sentence, say } from '../../sentence.ts';
import { suggestedCommands } from '../letters/suggested-commands.ts';
import { asksWithoutProof, offerCommands } from '../shape/decision.ts';
import { readTerms } from '../shape/terms.ts';
import { splitWords } from '../shape/words.ts';
import type { ParseError } from '../text/line.ts';
import { answerTo } from './asked.ts';
import { wordsOf } from './meanings.ts';
import { guessMeaning, lacksNumber, offered, offeredCommand, orderOf, refusedAs } from './meant.ts';
import { isOfCells } from './moves-in.ts';
import { pageAsked } from './page-asked.ts';
import {
  boardOfLetter,
  challengeOfLetter,
  factsOf,
  isTurn,
  listenerOn,
  moveLineHere,
  type Scene,
} from './scene.ts';
import { wishesIn, withWishes } from './wishes.ts';

/**
 * Answers unclear lines with guesses, the reason, or possible commands with the reader's own numbers.
 * Repeats nothing of the letter except our own vocabulary, numbers, userids and cells.
 */
export function unclearSection(trouble: ParseError, outdated: Scene): Section {
  const scene = currentScene(outdated);
  const page = pageAsked(trouble, scene);
  if (page) return page;
  const match = boardOfLetter(scene);
  const challenge = challengeOfLetter(scene);
  const meant = guessMeaning(trouble, scene);
  const { command, why } = trouble;
  const understood = command && `${command.name} ...`;
  // A comment on a challenge is answered with how to accept or decline it only, a question with its answer.
  const needsNoProof = (line: string) => orderOf(line, scene)?.command.need === 'nothing';
  const isComment = challenge !== undefined && why.code === 'no-command';
  const isUnrecognized = why.code === 'no-command' || isUnclearAnswer(why);
  const wished = isUnrecognized ? offeredWithWishes(trouble, challenge, scene) : [];
  const changed = offered(wished, scene);
  const isGuessed = meant.kind === 'offers' && (!isComment || meant.lines.every(needsNoProof));
  const guessed = isGuessed ? meant.lines : [];
  // Any other text in reply to an offer brings the same offer again.
  const hasNoGuess = meant.kind === 'nothing' && isUnrecognized;
  const again = hasNoGuess ? offered(scene.letterContext.offered?.lines ?? [], scene) : [];
  const { writtenBy } = scene.letterContext;
  // Other text in reply to a message may be for its writer: sending it is offered.
  const toWriter = hasNoGuess && writtenBy ? offered([`message ${writtenBy}`], scene) : [];
  const [lines = []] = [changed, guessed, again, toWriter].filter((each) => each.length > 0);
  // An answer to a board shows it; another letter only if the lines offered are about it.
  const isShown = match && (scene.letterContext.number === match.board || lines.length > 0);
  const shown =
    isShown && colourOf(match, scene.context.player.id)
      ? { board: factsOf(match, scene.context) }
      : {};
  if (lines.length > 0) {
    // The offers make clear that a number is missing, or the word unknown.
    const isClear = (lacksNumber(why) && lines.length === 1) || offeredCommand(why).length > 0;
    const givesReason = command ? !isClear : isUnclearAnswer(why) || why.code === 'repeated-line';
    // A question that comes again says why.
    const whyAgain = say(lines.length === 1 ? 'not-yes-no' : 'offer-which');
    // Where the line had to be typed, a yes was clear but did not count. It does now, so no reason is given.
    const isRepeated = lines === again && scene.letterContext.offered?.state !== 'typed';
    const reason = givesReason ? why : isRepeated ? whyAgain : undefined;
    const { says, ...offering } = offerCommands(lines, scene.context, reason);
    const [line = '', ...others] = lines;
    const means = others.length === 0 ? meaningOf(line, scene) : [];
    const beside = besideMove(trouble, lines, scene);
    const last = says.slice(-1);
    // What a counter-proposal names are its terms.
    const [front, behind] = line.startsWith('counter ') ? [[], means] : [means, []];
    const all = [...says.slice(0, -1), ...front, ...last, ...behind, ...beside];
    return { ...offering, says: all, ...shown };
  }
  if (meant.kind === 'answered') return { ...shown, ...meant.section };
  const { says, answers } = whatToWrite(scene, match, challenge);
  const refused = refusedAs(wished.slice(0, 1), scene);
  if (refused) return { ...refused, says: [...refused.says, ...says], answers };
  if (trouble.hasNoEquivalent) return { understood, ...insteadOf(why, match, scene), ...shown };
  if (command && !lacksNumber(why)) {
    const isMove = match && (why.code === 'move-missing' || why.code === 'not-a-move');
    return { understood, says: [why, ...(isMove ? howToMove(match, scene) : [])] };
  }
  const isAsked = says.some(({ code }) => code.startsWith('asks-'));
  const isUnread = offeredCommand(why).length > 0 || why.code === 'no-command';
  // Against the robot nobody else could have been meant.
  const unread = isAsked ? 'not-yes-no' : match?.robot ? 'unread-by-program' : 'no-command';
  return {
    understood,
    says: [isUnread ? say(unread) : why, ...says.filter(({ code }) => code !== why.code)],
    answers,
    ...shown,
    ...asksWithoutProof(scene.context),
  };
}

/** The answer to a question beside the move that is offered, or a sentence about what happens to the question. */
function besideMove(
  { written = [] }: ParseError,
  lines: readonly string[],
  scene: Scene,
): readonly Sentence[] {
  const orders = lines.map((line) => orderOf(line, scene)?.command.name);
  if (orders.some((name) => name !== 'move')) return [];
  const text = written.slice(0, commandLimits.guessLines).join('\n');
  const answer = answerTo(text, scene);
  if (answer) return [answer];
  const match = boardOfLetter(scene);
  const isAsked = (sentence: string) =>
    wordsOf(sentence).filter((word) => !isOfCells(word)).length >= QUESTION_WORDS_MIN;
  const questions = (text.match(/[^.!?;\n]+\?/g) ?? []).filter(isAsked);
  if (!match || questions.length === 0) return [];
  const listener = listenerOn(match, scene.context);
  if (!listener) return [say('question-unanswered')];
  // A question in a sentence without a cell goes along with the move.
  const isUnsent = questions.some((question) => wordsOf(question).some(isOfCells));
  return isUnsent ? [say('question-unsent', { userid: listener.userid })] : [];
}

/** Fewer words are a doubt about the move: "e4, maybe?" */
const QUESTION_WORDS_MIN = 3;

/** What a command does to the match and the other player, in words; of a match that it offers, the terms. */
function meaningOf(line: string, scene: Scene): readonly Sentence[] {
  const order = orderOf(line, scene);
  const { number } = scene.letterContext;
  const name = order?.command.name ?? '';
  if (order && name === 'challenge') return termsOffered(order.ready.text);
  const written = Number(order?.ready.text.split(' ')[1]) || undefined;
  const match = scene.context.queries.match(order?.ready.board ?? written ?? number ?? 0);
  const colour = match && colourOf(match, scene.context.player.id);
  const { challenger } = scene.context.queries.challenge(number ?? 0) ?? {};
  const other = colour ? match[opposite(colour)] : challenger;
  if (!other || !['undo', 'rematch', 'draw', 'resign', 'counter'].includes(name)) return [];
  const { userid } = other;
  if (match && name === 'rematch') {
    const { rules, start, rated } = match;
    const terms = termFacts(rules, start.board, rated);
    return [say('offer-terms', { userid, swapped: 'yes', ...terms })];
  }
  const move = match?.moves.at(match.position.turn === colour ? -2 : -1) ?? '';
  return [say('offer-means', { name, userid, move })];
}

/** The terms of a challenge in our own spelling, which names no defaults. */
function termsOffered(text: string): readonly Sentence[] {
  const line = splitWords(text);
  const [, userid = '', game] = line.words;
  const terms = readTerms(game, line);
  if (!terms.ok || robotNamed(userid)) return [];
  const { game: named, size, rated } = terms.value;
  const facts = termFacts(named.rules, size, rated);
  return [say('offer-terms', { userid, swapped: 'no', ...facts })];
}

const termFacts = (rules: RulesId, size: Size, rated: boolean | undefined) => ({
  game: gameOf(rules).name,
  size: makeSize(size),
  rated: rated ? ('yes' as const) : ('no' as const),
});

/** Whether an answer to an offer is not clear. */
const isUnclearAnswer = ({ code }: Sentence): boolean =>
  code === 'offer-which' || code === 'offer-one' || code === 'offer-past';

/** The answer shows the board as it is now, so a move in reply applies to that. */
function currentScene(scene: Scene): Scene {
  const match = boardOfLetter(scene);
  const { letterContext } = scene;
  if (!match || letterContext.revision === undefined) return scene;
  return { ...scene, letterContext: { ...letterContext, revision: match.revision } };
}

/** The sentence that names an alternative: for a move on this board, a legal one. */
function insteadOf(why: Sentence, match: Match | undefined, scene: Scene): Pick<Section, 'says'> {
  if (why.code !== 'no-pass' && why.code !== 'no-swap') return { says: [why] };
  const isHere = match && `${why.facts.line}`.startsWith(`move ${match.board} `);
  const line = isHere ? moveLine(match, scene) : undefined;
  return { says: [line === undefined ? why : say(why.code, { line })] };
}

/** The other side's offer at the board of the letter. */
function offerOfLetter(scene: Scene) {
  const { queries, player } = scene.context;
  const match = boardOfLetter(scene);
  const offer = match && queries.pendingOn(match.board).offer;
  return offer && offer.by !== player.id ? offer : undefined;
}

/** Possible commands in reply to this letter. */
function whatToWrite(
  scene: Scene,
  match: Match | undefined,
  challenge: number | undefined,
): { readonly says: readonly Sentence[]; readonly answers: readonly string[] } {
  if (challenge !== undefined) {
    const answers = [`accept ${challenge}`, `decline ${challenge}`, 'help'];
    const isAsked = scene.letterContext.asks === 'challenge';
    return {
      says: [say(isAsked ? 'asks-challenge' : 'again-challenge', { number: challenge })],
      answers,
    };
  }
  const { context } = scene;
  const colour = match && colourOf(match, context.player.id);
  if (!match || !colour) {
    const [running] = context.queries.activeMatches(context.player.id);
    const show = running ? [`show ${running.board}`] : [];
    const answers = [...show, 'games', 'challenges', 'challenge open forms', 'help'];
    return { says: [say('can-write', { commands: listed(answers) })], answers };
  }
  const isOver = match.outcome !== undefined;
  const facts = factsOf(match, context);
  const yourTurn = !isOver && match.position.turn === colour;
  const standing = { seat: colour, isOver, playing: !isOver, yourTurn };
  const also = suggestedCommands(facts, standing, match.start);
  const inWords = yourTurn ? wordMoves(match, scene) : [];
  const answers = [...inWords, ...also, ...(also.includes('games') ? [] : ['games']), 'help'];
  const offer = offerOfLetter(scene);
  const userid = match[opposite(colour)].userid;
  if (offer) return { says: [say(`asks-${offer.kind}`, { board: match.board, userid })], answers };
  return {
    says: [...howToMove(match, scene), say('can-write', { commands: listed(answers) })],
    answers,
  };
}

function howToMove(match: Match, scene: Scene): readonly Sentence[] {
  const line = moveLine(match, scene);
  if (line === undefined) return [];
  const isCounted = gameOf(match.rules).agreement?.(match.position) !== undefined;
  const code = isCounted ? 'counting' : match.robot ? 'to-move' : 'how-to-move';
  return [code === 'counting' ? say(code) : say(code, { line })];
}

/** The legal moves that are a word, such as a swap, as written here. */
function wordMoves(match: Match, scene: Scene): readonly string[] {
  const { position, rules } = match;
  const game = gameOf(rules);
  const moves = game.legalMoves(position);
  return moves
    .filter((move) => !/\d/.test(game.firstPartOf(move, position)))
    .map((move) => moveLineHere(match, scene, game.makeMove(move, position)));
}

/** A legal move as written here; undefined if it is not the writer's turn. */
function moveLine(match: Match, scene: Scene): string | undefined {
  if (!isTurn(match, scene.context)) return undefined;
  const move = exampleMove(match.position);
  return move === undefined ? undefined : moveLineHere(match, scene, move);
}

const listed = (commands: readonly string[]): string => commands.join(' | ');

/** What the answered letter offers, or a counter to its challenge, with the terms that the lines name. */
function offeredWithWishes(
  { written = [] }: ParseError,
  challenge: number | undefined,
  scene: Scene,
): readonly string[] {
  const lines = challenge ? [`counter ${challenge}`] : (scene.letterContext.offered?.lines ?? []);
  const text = written.slice(0, commandLimits.guessLines).join('\n');
  const { rules } = scene.context.queries.challenge(challenge ?? 0) ?? {};
  const wishes = wishesIn(text, scene.meanings, rules);
  const wished = lines.map((line) => withWishes(line, wishes));
  return wished.filter((line) => !lines.includes(line));
}
