import { toSender } from '../command/letters.ts';
import type { Orders } from '../command/read.ts';
import type { Asking, Command, Place } from '../command/types.ts';
import type { Section } from '../intent.ts';
import {
  answersPerAddressPerHourMax,
  oneDayMs,
  oneHourMs,
  strangerLettersPerAddressPerDayMax,
  strangerLettersPerDayMax,
} from '../limits.ts';
import { opens, type Proof } from '../player/proof.ts';
import { type Sentence, say } from '../sentence.ts';
import type { End } from '../store/inbox.ts';
import { lettersSince, strangerLettersSince } from '../store/outbox.ts';
import { readingOf } from '../store/reading.ts';
import { apply } from './apply.ts';
import { askForYes } from './hold.ts';
import { intendLetter } from './intend.ts';
import { askingOf, isStranger, type Sender } from './sender.ts';
import type { Shell } from './shell.ts';

/**
 * Carries out the commands of one letter, in order and within its transaction. Commands that change
 * something without a proof are held until the registered address says `yes`; what the others came
 * to is told in one answer, unless a board letter tells it already.
 */
export function carryOut(
  shell: Shell,
  sender: Sender,
  orders: Orders,
  place: Place,
  proof: Proof,
): End {
  const sections: Section[] = [];
  const held: string[] = [];
  let { comment } = orders;
  let changed = false;

  for (const line of orders.lines) {
    if (isStranger(sender) && line.command?.audience !== 'anyone') continue;
    if (line.kind === 'trouble') {
      sections.push({ understood: line.command && `${line.command.name} ...`, says: [line.why] });
      continue;
    }
    const { command, ready } = line;
    const barred = barredFrom(command, sender);
    if (barred) {
      sections.push({ understood: ready.text, says: [barred] });
      continue;
    }
    const decision = ready.run(asking(shell, sender, command.takesComment ? comment : ''));
    if (decision.changes.length > 0 && !opens(proof, command.need, ready.board)) {
      held.push(ready.text);
      continue;
    }
    for (const change of decision.changes) apply(shell, change, sender.cause);
    for (const letter of decision.letters) intendLetter(shell, letter, sender.cause);
    if (decision.section) sections.push(decision.section);
    changed ||= decision.changes.length > 0 || decision.letters.length > 0;
    if (command.takesComment) comment = '';
  }

  if (held.length > 0) {
    if (!mayAnswer(shell, sender)) return enoughAnswers(shell, sender);
    const refused = askForYes(shell, sender, held, place, comment);
    if (refused) sections.push({ understood: undefined, says: [refused] });
    else if (sections.length > 0) {
      sections.push({ understood: held.join(', '), says: [say('held-for-yes')] });
    }
  }
  const unread = orders.unreadLines + (held.length > 0 ? 0 : textLines(comment));
  if (sections.length > 0 && unread > 0) {
    sections.push({ understood: undefined, says: [say('unread', { lines: unread })] });
  }
  const answered = sections.length === 0 || answerWith(shell, sender, sections);
  if (held.length > 0) return { state: 'held' };
  if (changed) return { state: 'done' };
  if (!answered) return enoughAnswers(shell, sender);
  if (sections.length === 0) return { state: 'ignored', reason: 'a stranger' };
  return { state: sections.some(({ page }) => page) ? 'done' : 'refused' };
}

/** Answers a letter with one sentence and nothing else. */
export function sayBack(shell: Shell, sender: Sender, sentence: Sentence): End {
  const answered =
    !isStranger(sender) && answerWith(shell, sender, [{ understood: undefined, says: [sentence] }]);
  return { state: answered ? 'refused' : 'ignored', reason: sentence.code };
}

/** Why somebody may not use a command at all. */
function barredFrom({ audience }: Command, { player, admin }: Sender): Sentence | undefined {
  if (audience === 'admin' && !admin) return say('admins-only');
  if (audience === 'player' && !player) return say('no-account');
  return undefined;
}

function asking(shell: Shell, sender: Sender, comment: string): Asking {
  const heads = ((shell.random.bytes(1)[0] ?? 0) & 1) === 1;
  return { ...askingOf(sender), comment, reading: readingOf(shell.db), heads };
}

/** Sends the one answer to a letter, unless this address has had enough of them. */
function answerWith(shell: Shell, sender: Sender, sections: readonly Section[]): boolean {
  if (!mayAnswer(shell, sender)) return false;
  intendLetter(
    shell,
    {
      to: toSender(asking(shell, sender, '')),
      message: { kind: 'answer', facts: { sections } },
      reply: sender.player ? { purpose: 'account', number: 0 } : { purpose: 'none' },
    },
    sender.cause,
  );
  return true;
}

function enoughAnswers({ log }: Shell, { cause }: Sender): End {
  const reason = 'enough answers to this address';
  log.warn({ inbox: cause.inboxId }, reason);
  return { state: 'ignored', reason };
}

/** Whether the caps behind all other guards leave room for one more letter to this address. */
function mayAnswer({ db, clock }: Shell, sender: Sender): boolean {
  const now = clock.now();
  if (!isStranger(sender)) {
    const answers = lettersSince(db, sender.address, 'answer', now - oneHourMs);
    return answers < answersPerAddressPerHourMax;
  }
  const today = strangerLettersSince(db, now - oneDayMs);
  return (
    today.total < strangerLettersPerDayMax &&
    today.to(sender.address) < strangerLettersPerAddressPerDayMax
  );
}

const textLines = (text: string): number =>
  text.split('\n').filter((line) => line.trim() !== '').length;
