import { composeLetter, type Outgoing } from '../mail/compose.ts';
import { makeReferences } from '../mail/references.ts';
import { makeToken } from '../mail/token.ts';
import { withTag } from '../player/address.ts';
import { type Rendered, renderLetter } from '../render/letter.ts';
import {
  freeze,
  type Intended,
  intendedLetters,
  noteComposeError,
  threadOf,
} from '../store/outbox.ts';
import type { Shell } from './shell.ts';

/**
 * Renders every intended letter and freezes it: envelope and raw bytes, stored before the first
 * send and never made anew. A letter that cannot be rendered stays intended and stops no other.
 *
 * @param signal stops between two letters
 */
export async function compose(shell: Shell, signal: AbortSignal): Promise<void> {
  const { db, crash, log } = shell;
  for (const letter of intendedLetters(db)) {
    if (signal.aborted) return;
    crash.reach('compose: before render');
    try {
      const raw = await composeLetter(outgoing(shell, letter));
      crash.reach('compose: before freeze');
      freeze(db, letter.id, returnAddress(shell, letter), raw);
    } catch (error) {
      noteComposeError(db, letter.id, String(error));
      log.error({ outbox: letter.id, kind: letter.message.kind, error: String(error) }, 'compose');
    }
    crash.reach('compose: frozen');
  }
}

function outgoing(shell: Shell, letter: Intended): Outgoing {
  const replyTo = replyAddress(shell, letter.replyToken);
  const { userid, language } = letter;
  const rendered: Rendered = renderLetter(
    letter.message,
    { userid, language, replyTo, links: shell.plus },
    shell.templates,
  );
  const thread = threadOf(shell.db, letter);
  const inReplyTo = letter.inReplyTo ?? thread.at(-1);
  return {
    from: { name: 'Turnpost', address: shell.address },
    to: letter.address,
    replyTo,
    messageId: letter.messageId,
    inReplyTo,
    references: makeReferences(inReplyTo === undefined ? thread : [...thread, inReplyTo]),
    date: letter.createdAt,
    ...rendered,
    autoSubmitted: letter.automatic,
    listId: `Turnpost <${shell.address.replace(/[^a-z0-9.-]+/gi, '.')}>`,
  };
}

/** `games+k3f@host`, or the plain address where the host does not deliver tags. */
const replyAddress = ({ address, plus }: Shell, token: string): string =>
  plus && token !== '' ? withTag(address, token) : address;

/**
 * The envelope sender, to which mail systems report: it names the letter, because some servers
 * change Message-IDs on the way.
 */
function returnAddress(shell: Shell, { id, playerId }: Intended): string {
  const token = { purpose: 'bounce', player: playerId ?? 0, number: id, revision: 0 } as const;
  return replyAddress(shell, makeToken(token, shell.secret));
}
