import { firstBoard, firstGameOf, NEWCOMER } from '../../command/account/play-first.ts';
import { toSender } from '../../command/letters/letters.ts';
import type { Asking } from '../../command/shape/types.ts';
import type { Message, Recipient } from '../../intent.ts';

/**
 * The letter that asks about commands, and who gets it. A first match is asked about with its board: who
 * has no account yet is nobody but `you` there.
 *
 * @param shown the commands as their reader may see them
 */
export function questionAbout(
  asking: Pick<Asking, 'address' | 'player' | 'language'>,
  lines: readonly string[],
  shown: Extract<Message, { readonly kind: 'confirm' }>['facts'],
): {
  readonly to: Recipient;
  readonly message: Extract<Message, { readonly kind: 'confirm' | 'first' }>;
} {
  const to = toSender(asking);
  const [line = '', ...more] = lines;
  const game = asking.player || more.length > 0 ? undefined : firstGameOf(line);
  if (!game) return { to, message: { kind: 'confirm', facts: shown } };
  return {
    to: { ...to, userid: NEWCOMER.userid },
    message: { kind: 'first', facts: { board: firstBoard(game, undefined) } },
  };
}
