import { say } from '../../../src/sentence.ts';
import { compose } from '../../../src/service/delivery/compose.ts';
import { intendLetter } from '../../../src/service/do/intend.ts';
import type { Desk } from './desk.ts';

/** Letters in the outbox, composed and not sent, each told apart by its Message-ID. */
export async function putLetters({ shell }: Desk, ...addresses: readonly string[]): Promise<void> {
  for (const address of addresses) {
    intendLetter(
      shell,
      {
        to: { playerId: undefined, userid: undefined, address, language: 'en' },
        message: { kind: 'notice', facts: { says: [say('no-games')] } },
        reply: { purpose: 'none' },
      },
      'clock',
    );
  }
  await compose(shell, new AbortController().signal);
}
