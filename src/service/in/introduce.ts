import { toSender } from '../../command/letters/letters.ts';
import {
  firstLetterBytesMax,
  firstLetterEveryMs,
  firstLettersPerDayMax,
  oneDayMs,
} from '../../limits.ts';
import { isMarked } from '../../mail/automatic.ts';
import { addressesIn } from '../../mail/header.ts';
import type { Letter } from '../../mail/letter.ts';
import { addressKey, splitTag } from '../../player/address.ts';
import { lately } from '../../store/file/lately.ts';
import type { End } from '../../store/letters/inbox.ts';
import { countTold, dropTold, noteTold, wasTold } from '../../store/letters/told.ts';
import { UNHEARD } from '../do/carry-out.ts';
import { intendLetter } from '../do/intend.ts';
import { askingOf, type Sender } from '../do/sender.ts';
import { freeUserid } from '../do/strangers.ts';
import type { Shell } from '../shell/shell.ts';

/** What is noted of a first letter. */
const WHAT = 'introduction';

/**
 * Tells somebody without an account, who has asked for nothing we know, what this server is: in one
 * short letter a month, and only where a person seems to have written to us.
 */
export function introduce(shell: Shell, sender: Sender, letter: Letter): End {
  const { db, time } = shell;
  const { address, cause } = sender;
  const now = time.now();
  if (!seemsMeant(letter, shell.address)) return UNHEARD;
  if (wasTold(db, address, WHAT, lately(now, firstLetterEveryMs))) return UNHEARD;
  if (countTold(db, WHAT, lately(now, oneDayMs)) >= firstLettersPerDayMax) return UNHEARD;
  dropTold(db, now - firstLetterEveryMs);
  noteTold(db, address, WHAT, now);
  const userid = freeUserid(shell, address);
  intendLetter(
    shell,
    {
      to: toSender(askingOf(sender)),
      message: { kind: 'introduction', facts: { ...(userid !== undefined && { userid }) } },
      reply: { purpose: 'none' },
    },
    cause,
  );
  return { state: 'refused', reason: 'a stranger' };
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
