import type { Section } from '../../intent.ts';
import { type Sentence, say } from '../../sentence.ts';
import type { Command } from '../shape/types.ts';
import type { ParseError } from '../text/line.ts';
import { withOurName } from '../text/our-words.ts';
import { findCommand } from '../text/registry.ts';
import { firstLine } from '../text/yes-no.ts';
import { behindQuestion } from './asked.ts';
import { commandsIn, phraseWords, sentencesOf, wordsOf } from './meanings.ts';
import { decided, offered, orderOf } from './meant.ts';
import { answeredMatch, boardOfLetter, filledIn, isTurn, type Scene } from './scene.ts';
import { playNamed } from './wishes.ts';

/**
 * Questions about a command or a game: "how do I resign?", "what does set notify daily mean". The answer is the page
 * of it, and for a command the line that does it here: whoever asks has not decided yet. Behind another sentence,
 * such as "wrong stone!", the question is a wish.
 */

/** Names that are common words in a question. */
const COMMON: ReadonlySet<string> = new Set(
  'move play show say message name help players games challenge challenges accept decline invite solve'.split(
    ' ',
  ),
);

/** The answer to a text that is one question about a command. */
export function pageAsked({ why, written = [] }: ParseError, scene: Scene): Section | undefined {
  const { asks } = scene.letterContext;
  if (why.code !== 'no-command' || (asks !== undefined && asks !== 'offer')) return undefined;
  const { fillers, kindWords } = scene.meanings;
  const lines = written.slice(firstLine(written, scene.vocabulary));
  // "What is Go?" is of filler words alone.
  const [sentence = '', ...others] = sentencesOf(lines.join('\n')).filter(
    (each) =>
      behindQuestion(each, scene.meanings.asksWhat) ||
      wordsOf(each).some((word) => !fillers.has(word) && !kindWords.has(word)),
  );
  if (others.length > 0) return undefined;
  const { name = wordAsked(sentence, scene), lines: doing = [] } = asked(sentence, scene) ?? {};
  const order = name === undefined ? undefined : orderOf(`help ${name}`, scene);
  const { section } = order ? decided(order, scene) : {};
  if (!section) return undefined;
  const [line] = offered(doing, scene);
  return line === undefined
    ? { ...section, says: [...moveAwaited(scene), ...section.says] }
    : { ...section, says: [...moveAwaited(scene), say('to-do-it', { line })], answers: [line] };
}

/** The game or the command that a sentence asks about and names alone: "What is Hex?", "what does hint do". */
function wordAsked(sentence: string, scene: Scene): string | undefined {
  const { meanings, vocabulary } = scene;
  if (!boardOfLetter(scene) && commandsIn(sentence, meanings).includes('{level}')) return 'play';
  const behind = behindQuestion(sentence, meanings.asksWhat) ?? '';
  const game = playNamed(behind, meanings, undefined, true)?.split(' ')[1];
  const { command, rest } = findCommand(withOurName(behind.split(' '), vocabulary)) ?? {};
  const isAlone = rest && rest.length < 2 && !rest.some((word) => /\d/.test(word));
  return game ?? (isAlone ? command?.name : undefined);
}

/** What a player who asks is told where the board waits for a move. */
export function moveAwaited(scene: Scene): readonly Sentence[] {
  const match = answeredMatch(scene);
  return match && isTurn(match, scene.context) ? [say('move-awaited', { board: match.board })] : [];
}

/** The command that a sentence asks about, and the lines that do it, the most complete first. */
function asked(sentence: string, scene: Scene) {
  const { meanings, vocabulary } = scene;
  const how = behindQuestion(sentence, meanings.asksHow);
  const behind = how ?? behindQuestion(sentence, meanings.asksWhat);
  if (!behind) return undefined;
  // "Wie gebe ich auf": a command may be around the words that begin a question.
  const [, ...said] = phraseWords(sentence);
  const mentioned = commandsIn(said.join(' '), meanings).filter((each) => !each.startsWith('{'));
  const [meant] = mentioned.flatMap((each) => filledIn(each, scene));
  if (meant !== undefined) {
    const { command } = findCommand(meant.split(' ')) ?? {};
    return command && changesSomething(command) && !COMMON.has(command.name)
      ? { name: command.name, lines: [meant] }
      : undefined;
  }
  const words = withOurName(
    behind.split(' ').filter((word) => !meanings.fillers.has(word)),
    vocabulary,
  );
  const { command } = findCommand(words) ?? {};
  if (!command || COMMON.has(command.name)) return undefined;
  if (how !== undefined && !changesSomething(command)) return undefined;
  const lines = words.map((_, at) => words.slice(0, words.length - at).join(' '));
  const isComplete = [command.name, `${command.name} N`].includes(command.usage);
  return {
    name: command.name,
    lines: lines.filter((line) => line !== command.name || isComplete),
  };
}

/** Whether a command does more than look something up. */
const changesSomething = ({ need }: Command): boolean =>
  !['nothing', 'proof-to-read'].includes(need);
