import type { Section } from '../../intent.ts';
import { say } from '../../sentence.ts';
import type { Command } from '../shape/types.ts';
import type { ParseError } from '../text/line.ts';
import { withOurName } from '../text/our-words.ts';
import { findCommand } from '../text/registry.ts';
import { firstLine } from '../text/yes-no.ts';
import { behindQuestion } from './asked.ts';
import { commandsIn, phraseWords, sentencesOf, wordsOf } from './meanings.ts';
import { offered } from './meant.ts';
import { filledIn, type Scene } from './scene.ts';

/**
 * Questions about a command: "how do I resign?", "what does set notify daily mean". The answer is the page of the
 * command, and the line that does it here: whoever asks has not decided yet. Behind another sentence, such as "wrong
 * stone!", the question is a wish.
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
  const [sentence = '', ...others] = sentencesOf(lines.join('\n')).filter((each) =>
    wordsOf(each).some((word) => !fillers.has(word) && !kindWords.has(word)),
  );
  const about = others.length === 0 ? asked(sentence, scene) : undefined;
  if (!about) return undefined;
  const [line] = offered(about.lines, scene);
  return {
    understood: `help ${about.name}`,
    says: line === undefined ? [] : [say('to-do-it', { line })],
    page: { kind: 'command', topic: about.name },
    ...(line !== undefined && { answers: [line] }),
  };
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
    return command && changesSomething(command)
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
const changesSomething = ({ name, need }: Command): boolean =>
  !['nothing', 'proof-to-read'].includes(need) && !COMMON.has(name);
