import { toSender } from '../../command/letters/letters.ts';
import { oneDayMs, unprovenToldMin } from '../../limits.ts';
import { say } from '../../sentence.ts';
import { lately } from '../../store/file/lately.ts';
import { noteUnproven } from '../../store/letters/unproven.ts';
import type { Shell } from '../shell/shell.ts';
import { intendLetter } from './intend.ts';
import { askingOf, isStranger, type Sender } from './sender.ts';

/**
 * Counts a letter that shows nothing about who wrote it. The player or admin in whose name very many
 * come is told once a day, in a letter whose answer is proven.
 */
export function countUnproven(shell: Shell, sender: Sender): void {
  if (isStranger(sender)) return;
  const { db, time } = shell;
  const now = time.now();
  const address = sender.player?.address ?? sender.address;
  const count = noteUnproven(db, address, lately(now, oneDayMs));
  if (count !== unprovenToldMin) return;
  intendLetter(
    shell,
    {
      to: toSender(askingOf(sender)),
      message: { kind: 'notice', facts: { says: [say('many-unproven', { count })] } },
      reply: { purpose: 'account', number: 0 },
    },
    sender.cause,
  );
}
