import type { LetterContext } from '../../command/shape/types.ts';
import type { ParsedLetter } from '../../command/text/read.ts';
import { heldMsMax, oneHourMs } from '../../limits.ts';
import { isProven } from '../../player/proof.ts';
import { type Sentence, say } from '../../sentence.ts';
import type { Shell } from '../shell/shell.ts';
import {
  askYes,
  bareLine,
  hasWords,
  questionAbout,
  withoutAddresses,
  withSpacedAddresses,
} from './ask-yes.ts';
import { contextOf, isStranger, type Sender } from './sender.ts';
import { answerStranger } from './strangers.ts';

/**
 * Keeps commands that wait for a yes, and asks the address they seemed to come from. The letter names
 * them in our own spelling. Of what its reader may not have written it shows nothing else.
 *
 * @param place where they stand, with the boards that they concern as these are now
 * @param outdated that the answered letter does not show one of these boards as it is
 * @returns why not, when this address has been asked often enough
 */
export function askForYes(
  shell: Shell,
  sender: Sender,
  lines: readonly string[],
  place: LetterContext,
  { comment }: Pick<ParsedLetter, 'comment'>,
  outdated: Sentence | undefined,
): Sentence | undefined {
  const { address, cause } = sender;
  // Who answers a question of ours has one of those to come: it goes where that one went.
  if (isStranger(sender) && cause.proof !== 'account') {
    return answerStranger(shell, sender, { ask: lines }) ? undefined : say('confirm-enough');
  }
  const shown = lines.map((line) => shownTo(sender, line, place));
  const proven = isProven(cause.proof);
  const wordless = !proven && lines.some((line) => hasWords(line, place, comment));
  const spaced = !proven && lines.some((line) => withoutAddresses(line) !== line);
  const asked = askYes(
    shell,
    {
      ...questionAbout(contextOf(sender), lines, {
        commands: shown,
        hours: heldMsMax / oneHourMs,
        ...(wordless && { wordless }),
        ...(spaced && { spaced }),
        outdated,
      }),
      wish: { address, lines, place, comment },
    },
    cause,
  );
  return asked === 'enough' ? say('confirm-enough') : undefined;
}

/** A command as its question shows it: whole to whoever is known to have written it. */
function shownTo(sender: Sender, line: string, place: LetterContext): string {
  if (isStranger(sender)) return withoutAddresses(line);
  return isProven(sender.cause.proof) ? line : withSpacedAddresses(bareLine(line, place));
}
