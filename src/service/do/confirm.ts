import { toSender } from '../../command/letters/letters.ts';
import { COURTESY, commandsIn } from '../../command/meant/meanings.ts';
import type { LetterContext } from '../../command/shape/types.ts';
import { readLine } from '../../command/text/line.ts';
import { NO_CONTEXT } from '../../command/text/subject.ts';
import type { Vocabulary } from '../../command/text/vocabulary.ts';
import { firstLine, readYesNo } from '../../command/text/yes-no.ts';
import { oneDayMs, questionLimits } from '../../limits.ts';
import type { Token } from '../../mail/token.ts';
import { addressKey } from '../../player/address.ts';
import { timeWindow } from '../../ports.ts';
import { say } from '../../sentence.ts';
import { countInSpan } from '../../store/letters/counters.ts';
import type { End } from '../../store/letters/inbox.ts';
import {
  askedAddressKey,
  confirmPending,
  dropPending,
  type Held,
  pendingCommands,
} from '../../store/letters/pending.ts';
import { playerByAddress } from '../../store/people/players.ts';
import type { Shell } from '../shell/shell.ts';
import { answerOneLine, endWith } from './answer.ts';
import { carryOut } from './carry-out.ts';
import { intendLetter } from './intend.ts';
import { contextOf, isStranger, lineQueries, type Sender } from './sender.ts';

/**
 * Carries out held commands if the reply to their question begins with a yes alone on a line, and drops them
 * for a no. Otherwise asks again: an automatic answer never says just that.
 */
export function answerQuestion(
  shell: Shell,
  sender: Sender,
  question: number,
  lines: readonly string[],
  vocabulary: Vocabulary,
): End {
  const held = pendingCommands(shell.db, question);
  if (!held || held.expiresAt < shell.time.now()) {
    return answerOneLine(shell, sender, say('confirm-too-late'));
  }
  if (held.addressKey !== addressKey(sender.address)) {
    const addressOwner = playerByAddress(shell.db, held.addressKey);
    // A player with several addresses may not know which was asked; other senders are not told.
    if (sender.player && addressOwner?.id === sender.player.id) {
      return answerOneLine(shell, sender, say('confirm-from', { address: held.addressKey }));
    }
    return { state: 'ignored', reason: 'confirmed from another address' };
  }
  // A new account has the language of the question.
  const confirmer = { ...sender, language: held.language };
  const letterContext = letterContextOf(shell, held);
  const { says: verdict, rest = [] } =
    readYesNo(lines, 'confirmation', letterContext, vocabulary) ?? {};
  if (verdict === 'no') return drop(shell, confirmer, held.id);
  const isYes =
    verdict === 'certain-yes' ||
    (verdict === 'yes' && !held.lines.some((line) => isGrave(line, letterContext)));
  if (!isYes) {
    // The reply to this letter may be the yes as well.
    const reply = { purpose: 'held', number: question } as const;
    return answerOneLine(shell, confirmer, say('confirm-with-yes'), reply, ['yes']);
  }
  confirmPending(shell.db, held.id);
  const orders = held.lines
    .map((line) => readLine(line, letterContext))
    .filter((line) => line.kind !== 'prose');
  const { comment } = held;
  // What is asked for after the yes is answered, too.
  const why = say('no-command');
  const asksMore = commandsIn(rest.join('\n'), shell.meanings).some((each) => each !== COURTESY);
  const more = asksMore
    ? [{ kind: 'trouble', command: undefined, why, written: rest } as const]
    : [];
  const all = { lines: [...orders, ...more], comment, unread: undefined };
  return carryOut(shell, confirmer, all, letterContext, { kind: 'confirmed' });
}

/** The context of held commands, or of commands typed in the reply. */
const letterContextOf = (shell: Shell, held: Held | undefined): LetterContext => ({
  ...(held?.letterContext ?? NO_CONTEXT),
  ...lineQueries(shell),
});

/** Drops held commands and confirms that. */
function drop(shell: Shell, sender: Sender, heldId: number): End {
  const { db, time } = shell;
  dropPending(db, heldId, time.now());
  const sections = [{ understood: undefined, says: [say('confirm-dropped')] }];
  return endWith(shell, sender, sections, { end: 'done', changed: true });
}

/** Whether a command is irreversible or powerful, and needs a certain yes. */
function isGrave(line: string, { gameOn }: LetterContext): boolean {
  const read = readLine(line, { ...NO_CONTEXT, gameOn });
  if (read.kind === 'prose' || !read.command) return true;
  const { audience, name, need } = read.command;
  return audience === 'admin' || (need === 'confirmation' && name !== 'signup');
}

/**
 * Whether the reply to a question has a command of its own. The question went only to the asked address, so
 * the command is proven; the held commands stay held.
 */
export function typesCommand(
  shell: Shell,
  { address, player }: Sender,
  token: Token,
  lines: readonly string[],
  vocabulary: Vocabulary,
): boolean {
  if (token.player !== (player?.id ?? 0)) return false;
  if (askedAddressKey(shell.db, token.number) !== addressKey(address)) return false;
  const held = pendingCommands(shell.db, token.number);
  const letterContext = letterContextOf(shell, held);
  const first = lines[firstLine(lines, vocabulary)] ?? '';
  // Some words for yes and no are commands elsewhere.
  if (readYesNo(lines, 'confirmation', letterContext, vocabulary)) return false;
  return readLine(first, letterContext, vocabulary).kind === 'command';
}

/**
 * Counts a letter without a proof. The player or admin named in very many of them is notified once a day, in
 * a letter whose reply is proven.
 */
export function countUnproven(shell: Shell, sender: Sender): void {
  if (isStranger(sender)) return;
  const { db, time } = shell;
  const now = time.now();
  const key = addressKey(sender.player?.address ?? sender.address);
  const count = countInSpan(db, { kind: 'unproven', key }, timeWindow(now, oneDayMs));
  if (count !== questionLimits.unprovenNoticeMin) return;
  intendLetter(
    shell,
    {
      to: toSender(contextOf(sender)),
      message: { kind: 'notice', facts: { says: [say('many-unproven', { count })] } },
      reply: { purpose: 'account', number: 0 },
    },
    sender.cause,
  );
}
