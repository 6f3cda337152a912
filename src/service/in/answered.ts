import { tracesTriedMax } from '../../limits.ts';
import type { Letter } from '../../mail/letter.ts';
import { subtract } from '../../mail/quote/subtract.ts';
import { replyToken } from '../../mail/reply.ts';
import { makeToken, type Token } from '../../mail/token.ts';
import { tracesOf } from '../../store/letters/traces.ts';
import type { Shell } from '../shell/shell.ts';

/**
 * A letter without the letter of ours that it answers, as far as its token says which that is and we
 * still know the words of it. What stands below the quotation counts only where a move can be meant:
 * in the answer to a board.
 */
export function withoutAnswered(shell: Shell, letter: Letter): Letter {
  const { db, address: own, secrets } = shell;
  const token = replyToken(letter, own, secrets);
  if (letter.sealed || !token.ok || !token.value) return letter;
  const answered = {
    tokens: secrets.map((secret) => makeToken(token.value as Token, [secret])),
    messageIds: [...letter.inReplyTo, ...letter.references.slice(-1)],
  };
  const { traces, unsure } = tracesOf(db, answered, tracesTriedMax);
  if (traces.length === 0) return letter;
  const parts = traces.flatMap(({ text, html }) => (html ? [text, html] : [text]));
  const written = subtract(letter.quoting, parts, own);
  // What another letter holds beside this one would seem to be typed.
  if (!written || (written.below && (unsure || token.value.revision === 0))) return letter;
  return { ...letter, ...written };
}
