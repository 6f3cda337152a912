import type { Section } from '../../intent.ts';
import { say } from '../../sentence.ts';
import { move } from '../board/move.ts';
import { offerCommands } from '../shape/decision.ts';
import { drawIn } from '../text/beside-move.ts';
import { isAnsweringMove, trouble } from '../text/leading.ts';
import type { ParseError, ReadyCommand } from '../text/line.ts';
import { withOurName } from '../text/our-words.ts';
import { findCommand } from '../text/registry.ts';
import { isDoubted } from '../text/undecorated.ts';
import { answerTo, legendAsked } from './asked.ts';
import { commandsIn, wordsOf } from './meanings.ts';
import { offered, orderOf } from './meant.ts';
import { isOfCells } from './moves-in.ts';
import { nameGiven } from './newcomer.ts';
import { pageAsked } from './page-asked.ts';
import { boardOfLetter, filledIn, type Scene } from './scene.ts';

/** Answers to a remark beside a move. The opponent gets the remark in any case; the robot reads none. */

const BETWEEN_SENTENCES = /(?<=[.!?;\n])\s+/;

/**
 * Answers the first question of a remark that this program can answer, or else offers the draw or undo that the
 * remark mentions.
 */
export function answerToRemark(text: string, scene: Scene): Section | undefined {
  const { letterContext, vocabulary, meanings, context } = scene;
  const sentences = text.split(BETWEEN_SENTENCES);
  const asked = sentences.filter((sentence) => sentence.includes('?'));
  const [answer] = asked.flatMap((question) => answerToQuestion(question, scene) ?? []);
  if (answer) return answer;
  const stated = sentences.filter((sentence) => drawIn(sentence, letterContext, vocabulary));
  const meant = commandsIn([...asked, ...stated].join('\n'), meanings);
  const offers = meant.filter((command) => /^(?:draw|undo) /.test(command));
  const lines = offers.flatMap((command) => filledIn(command, scene));
  const [line] = offered(lines, scene);
  if (line !== undefined) return offerCommands([line], context, say('remark-offers-nothing'));
  const unread = boardOfLetter(scene)?.robot ? offered(commandsAmong(text, scene), scene) : [];
  return unread.length === 0
    ? undefined
    : offerCommands(unread, context, say('remark-carries-nothing-out'));
}

/** The commands among the lines of a remark that nobody reads, and the name that it gives. */
function commandsAmong(text: string, scene: Scene): readonly string[] {
  const name = nameGiven(text, scene.vocabulary);
  const lines = text.split('\n').filter((line) => {
    const read = orderOf(line, scene);
    return read && read.command !== move;
  });
  return [...(name === undefined ? [] : [`name ${name}`]), ...lines];
}

/** The answer to a question, if there is one: a help page, a sentence, or the legend of the board. */
function answerToQuestion(question: string, scene: Scene): Section | undefined {
  const page = pageAsked(trouble(say('no-command'), [question]), scene);
  const sentence = page ? undefined : answerTo(question, scene);
  if (sentence) return { understood: undefined, says: [sentence] };
  return page ?? legendAsked(question, scene);
}

/** The move of a letter that is a move and one question that this program can answer: `c3. How do I undo?` */
export function moveBesideQuestion(
  { why, written = [] }: ParseError,
  scene: Scene,
): { readonly toRun: ReadyCommand; readonly comment: string } | undefined {
  const { letterContext, vocabulary } = scene;
  const [first = '', comment = '', ...others] = written.join('\n').trim().split(BETWEEN_SENTENCES);
  const isAlone = why.code === 'no-command' && !letterContext.asks && others.length === 0;
  const toRun = isAlone && comment.endsWith('?') ? orderOf(first, scene) : undefined;
  const words = wordsOf(comment);
  const isMove = toRun && isAnsweringMove(toRun, letterContext) && !words.some(isOfCells);
  if (!isMove) return undefined;
  const { page, says } = answerToQuestion(comment, scene) ?? {};
  // A command's page answers only a question that ends with its name: "Can I undo that?" is about the move.
  const { command } = findCommand(withOurName(words.slice(-1), vocabulary)) ?? {};
  const isNamed = page?.kind !== 'command' || command?.name === page.topic;
  return says && isNamed ? { toRun, comment } : undefined;
}

/** The move that a letter states as the solution of its puzzle, with no word that may take it back: "I think it is c3!" */
export function moveTried(
  { written = [] }: ParseError,
  { says: [said], answers: [line = '', ...others] = [] }: Section,
  scene: Scene,
): { readonly toRun: ReadyCommand } | undefined {
  const text = written.join('\n');
  const isOnly = said?.code === 'puzzle-meant' && others.length === 0;
  const { conditions } = scene.vocabulary;
  const isUnsure = isDoubted(text) || wordsOf(text).some((word) => conditions.has(word));
  if (!isOnly || isUnsure || scene.letterContext.offered) return undefined;
  const toRun = orderOf(line, scene);
  return toRun && { toRun };
}
