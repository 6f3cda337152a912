import { toSender } from '../command/letters.ts';
import type { ReplyPurpose, Section } from '../intent.ts';
import {
  answersPerAddressPerHourMax,
  oneHourMs,
  refusalsInARowMax,
  refusalsWithinMs,
} from '../limits.ts';
import type { Sentence } from '../sentence.ts';
import type { End } from '../store/inbox.ts';
import { answersSince, refusalsInARow } from '../store/outbox.ts';
import { intendLetter } from './intend.ts';
import { askingOf, isStranger, type Sender } from './sender.ts';
import type { Shell } from './shell.ts';
import { roomForStranger } from './strangers.ts';

/** Answers a letter with one sentence and nothing else. */
export function sayBack(shell: Shell, sender: Sender, sentence: Sentence): End {
  const sections = [{ understood: undefined, says: [sentence] }];
  const answered = answerWith(shell, sender, sections, 'refused');
  return answered ? { state: 'refused', reason: sentence.code } : enoughAnswers(shell, sender);
}

/**
 * Sends the one answer to a letter, unless this address has had enough of them.
 *
 * @param end whether the letter has done anything; a row of those that have not comes to an end
 */
export function answerWith(
  shell: Shell,
  sender: Sender,
  sections: readonly Section[],
  end: 'done' | 'refused',
): boolean {
  if (!mayAnswer(shell, sender)) return false;
  if (end === 'refused' && isStuck(shell, sender)) return false;
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

/** The same is said again and again, as to a machine that answers every letter of ours. */
const isStuck = ({ db, clock }: Shell, { address }: Sender): boolean =>
  refusalsInARow(db, address, clock.now() - refusalsWithinMs) >= refusalsInARowMax;

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
  // Board 0 is none: a position that somebody wanted to see.
  if (!shown?.board || shown.outcome || boards.some(({ board }) => board !== shown.board)) {
    return { purpose: 'account', number: 0 };
  }
  return { purpose: 'board', number: shown.board, revision: shown.revision };
}
