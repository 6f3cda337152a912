import { keepText, offerToSend, repeatedOffer, textAround } from '../../command/meant/around.ts';
import { isOfKindWords, KIND_WORDS_ANSWER, wordsToOpponent } from '../../command/meant/kind.ts';
import { commandsIn, wordsOf } from '../../command/meant/meanings.ts';
import { lookUpIn } from '../../command/meant/meant.ts';
import { moveAwaited } from '../../command/meant/page-asked.ts';
import { moveBesideQuestion, moveTried } from '../../command/meant/remark.ts';
import type { Scene } from '../../command/meant/scene.ts';
import { unclearSection } from '../../command/meant/section.ts';
import { unclearPuzzle } from '../../command/puzzle/puzzle.ts';
import type { LetterContext } from '../../command/shape/types.ts';
import type { ParseError, ReadyCommand } from '../../command/text/line.ts';
import type { Section } from '../../intent.ts';
import { say } from '../../sentence.ts';
import type { Shell } from '../shell/shell.ts';
import { commandContext, type Sender } from './sender.ts';

/** Lines that are no command: what is answered, and what becomes of the writer's text. */

/** The result of a line that is no command. */
interface Unclear {
  /** The writer's text, if these lines have some. */
  readonly comment?: string;
  readonly toRun?: ReadyCommand;
  readonly sections?: readonly Section[];
}

/** The command that passes kind words on or looks up what they ask for, or the sections that answer any other line. */
export function readUnclear(
  shell: Shell,
  sender: Sender,
  line: ParseError,
  letterContext: LetterContext,
): Unclear {
  const scene = sceneOf(shell, sender, letterContext);
  if (!scene || !isOfKindWords(line, scene)) {
    const section = explainUnclear(line, scene);
    const certain =
      scene &&
      (repeatedOffer(line, section, scene) ??
        moveBesideQuestion(line, scene) ??
        moveTried(line, section, scene));
    if (certain) return certain;
    const shown = scene && lookUpIn(line, section, scene);
    if (shown) {
      // Words to the other player are not sent, and the writer is told so.
      const toSay = { ...section, answers: [`say ${letterContext.number}`] };
      const says = shown.command.name === 'help' ? moveAwaited(scene) : [];
      const sections = says.length > 0 ? [{ understood: undefined, says }] : [];
      return { toRun: shown, comment: textAround(line, toSay, scene), sections };
    }
    const comment = scene && textAround(line, section, scene);
    const sending = scene && offerToSend(line, section, scene);
    // The offer to send the words comes before other suggestions, which do not take them for an attempt at
    // a move.
    const says = section.says
      .filter(({ code }) => code !== 'no-command')
      .map((each) => (each.code === 'how-to-move' ? say('to-move', each.facts) : each));
    const sections = sending ? [sending, { ...section, says }] : [section];
    return { sections, ...(comment && { comment }) };
  }
  const toRun = wordsToOpponent(scene);
  return toRun
    ? { toRun, comment: (line.written ?? []).join('\n').trim() }
    : { sections: [KIND_WORDS_ANSWER] };
}

/** The sections with a comment that no command took, if it waits with what they offer; else undefined. */
export function keepComment(
  shell: Shell,
  sender: Sender,
  letterContext: LetterContext,
  { sections, comment }: { readonly sections: readonly Section[]; readonly comment: string },
): readonly Section[] | undefined {
  const scene = comment === '' ? undefined : sceneOf(shell, sender, letterContext);
  return scene && keepText(sections, comment, scene);
}

/** Whether nobody misses a text: emoji, kind words, and one other word, which is mostly a name. */
export function isSlight({ meanings: { kindWords, fillers } }: Shell, comment: string): boolean {
  const told = wordsOf(comment).filter((word) => !kindWords.has(word) && !fillers.has(word));
  return told.length <= 1;
}

/** What guesses need; undefined for a sender whose words are not guessed at. */
export function sceneOf(
  shell: Shell,
  sender: Sender,
  letterContext: LetterContext,
): Scene | undefined {
  const { player } = sender;
  if (!player || player.suspended) return undefined;
  const context = { ...commandContext(shell, sender, ''), player };
  const vocabulary = shell.vocabularies(player.language);
  return { context, letterContext, vocabulary, meanings: shell.meanings };
}

/** The section about a line that is no command; for a player, with suggestions. */
function explainUnclear(trouble: ParseError, scene: Scene | undefined): Section {
  const { command, why, written = [] } = trouble;
  if (!scene) return { understood: command && `${command.name} ...`, says: [why] };
  const { letterContext, context } = scene;
  const isNew = commandsIn(written.join('\n'), scene.meanings).includes('puzzle');
  if (!letterContext.puzzle || command || isNew) return unclearSection(trouble, scene);
  const { lines = [] } = letterContext.offered ?? {};
  return unclearPuzzle(trouble, letterContext.puzzle, lines, context);
}
