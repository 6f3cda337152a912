import { firstLetterBytesMax } from '../../limits.ts';
import { isMarked } from '../../mail/automatic.ts';
import { addressesIn } from '../../mail/header.ts';
import type { Letter } from '../../mail/letter.ts';
import { addressKey, splitTag } from '../../player/address.ts';
import type { End } from '../../store/letters/inbox.ts';
import { UNHEARD } from '../do/carry-out.ts';
import type { Sender } from '../do/sender.ts';
import { answerStranger } from '../do/strangers.ts';
import type { Shell } from '../shell/shell.ts';

/**
 * Tells somebody without an account, who has asked for nothing we know, what this server is: in one
 * short letter a month, and only where a person seems to have written to us.
 */
export function introduce(shell: Shell, sender: Sender, letter: Letter): End {
  return seemsMeant(letter, shell.address) && answerStranger(shell, sender, { introduce: true })
    ? { state: 'refused', reason: 'a stranger' }
    : UNHEARD;
}

/** Whether a letter was written to us and is no advertisement, as far as it shows. */
function seemsMeant({ fields, lines }: Letter, own: string): boolean {
  const to = addressesIn(fields, ['to']).map((address) => addressKey(splitTag(address).base));
  return (
    to.includes(addressKey(own)) &&
    !isMarked(fields) &&
    Buffer.byteLength(lines.join('\n').trim()) <= firstLetterBytesMax
  );
}
