import type { LetterContext } from '../../command/shape/types.ts';
import { readLine } from '../../command/text/line.ts';
import type { ParsedLetter } from '../../command/text/read.ts';
import { oneHourMs, questionLimits } from '../../limits.ts';
import { isProven } from '../../player/proof.ts';
import { type Sentence, say } from '../../sentence.ts';
import type { Shell } from '../shell/shell.ts';
import { askYes, questionAbout, withoutAddresses } from './ask-yes.ts';
import { contextOf, isStranger, type Sender } from './sender.ts';
import { answerStranger } from './strangers.ts';

/**
 * Holds commands, and asks their apparent sender. The question shows the commands in our own spelling, and no
 * other words that its reader may not have written.
 *
 * @param letterContext of the commands, with their boards as they are now
 * @param outdated set if the answered letter does not show one of these boards as it is
 * @returns why not, if this address was asked often enough
 */
export function holdAndAsk(
  shell: Shell,
  sender: Sender,
  lines: readonly string[],
  letterContext: LetterContext,
  { comment }: Pick<ParsedLetter, 'comment'>,
  outdated: Sentence | undefined,
): Sentence | undefined {
  const { address, cause } = sender;
  // A stranger who replies to a question of ours may be asked another at once, outside the queue for
  // strangers.
  if (isStranger(sender) && cause.proof !== 'account') {
    return answerStranger(shell, sender, { ask: lines }) ? undefined : say('confirm-enough');
  }
  const commands = lines.map((line) => shownTo(sender, line, letterContext));
  const proven = isProven(cause.proof);
  const wordless = !proven && lines.some((line) => hasWords(line, letterContext, comment));
  const spaced = !proven && lines.some((line) => withoutAddresses(line) !== line);
  const asked = askYes(
    shell,
    {
      ...questionAbout(contextOf(sender), lines, {
        commands,
        hours: questionLimits.heldMs / oneHourMs,
        ...(wordless && { wordless }),
        ...(spaced && { spaced }),
        outdated,
      }),
      wish: { address, lines, letterContext, comment },
    },
    cause,
  );
  return asked === 'enough' ? say('confirm-enough') : undefined;
}

/** A command as its question shows it: complete if its writer is proven. */
function shownTo(sender: Sender, line: string, letterContext: LetterContext): string {
  if (isStranger(sender)) return withoutAddresses(line);
  return isProven(sender.cause.proof) ? line : withSpacedAddresses(bareLine(line, letterContext));
}

/** A command without the writer's own words: our vocabulary, numbers, userids, cells and addresses. */
function bareLine(line: string, letterContext: LetterContext): string {
  const read = readLine(line, letterContext);
  return (read.kind === 'command' ? read.ready.textWithoutComment : undefined) ?? line;
}

/** Whether a command carries words for others to read: a reason or a comment. */
function hasWords(line: string, letterContext: LetterContext, comment: string): boolean {
  const read = readLine(line, letterContext);
  if (read.kind !== 'command') return false;
  const { textWithoutComment, text } = read.ready;
  return (
    (comment !== '' && read.takesComment) ||
    (textWithoutComment !== undefined && textWithoutComment !== text)
  );
}

/** Spaces addresses out: still legible, but no mail program makes them links. */
const withSpacedAddresses = (line: string): string =>
  line.replace(/\S+@\S+/g, (address) => address.replace(/[@.]/g, ' $& '));
