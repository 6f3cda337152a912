import { toSender } from '../command/letters.ts';
import type { ReplyPurpose, Section } from '../intent.ts';
import { answersPerAddressPerHourMax, oneHourMs } from '../limits.ts';
import type { Sentence } from '../sentence.ts';
import type { End } from '../store/inbox.ts';
import { answersSince } from '../store/outbox.ts';
import { intendLetter } from './intend.ts';
import { askingOf, isStranger, type Sender } from './sender.ts';
import type { Shell } from './shell.ts';
import { roomForStranger } from './strangers.ts';

/** Answers a letter with one sentence and nothing else. */
export function sayBack(shell: Shell, sender: Sender, sentence: Sentence): End {
  const answered = answerWith(shell, sender, [{ understood: undefined, says: [sentence] }]);
  return answered ? { state: 'refused', reason: sentence.code } : enoughAnswers(shell, sender);
}

/** Sends the one answer to a letter, unless this address has had enough of them. */
export function answerWith(shell: Shell, sender: Sender, sections: readonly Section[]): boolean {
  if (!mayAnswer(shell, sender)) return false;
  intendLetter(
    shell,
    {
      to: toSender(askingOf(sender)),
      message: { kind: 'answer', facts: { sections } },
      reply: replyTo(sender, sections),
    },
    sender.cause,
  );
  return true;
}

/** Whether the caps behind all other guards leave room for one more letter to this address. */
export function mayAnswer(shell: Shell, sender: Sender): boolean {
  const { db, clock } = shell;
  if (!isStranger(sender)) {
    // Where the answer goes, whichever of the player's addresses has asked.
    const address = sender.player?.address ?? sender.address;
    return answersSince(db, address, clock.now() - oneHourMs) < answersPerAddressPerHourMax;
  }
  return roomForStranger(shell, sender.address);
}

/** What becomes of a letter that is not answered because of the caps. */
export function enoughAnswers({ log }: Shell, { cause }: Sender): End {
  const reason = 'enough answers to this address';
  log.warn({ inbox: cause.inboxId }, reason);
  return { state: 'ignored', reason };
}

/** An answer that shows one board is answered with a move on it; any other opens the account. */
function replyTo({ player }: Sender, sections: readonly Section[]): ReplyPurpose {
  if (!player) return { purpose: 'none' };
  const boards = sections.flatMap(({ board }) => board ?? []);
  const [shown] = boards;
  if (!shown || shown.outcome || boards.some(({ board }) => board !== shown.board)) {
    return { purpose: 'account', number: 0 };
  }
  return { purpose: 'board', number: shown.board, revision: shown.revision };
}
