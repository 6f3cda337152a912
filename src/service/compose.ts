import { composeLetter, type Outgoing } from '../mail/compose.ts';
import { makeReferences } from '../mail/references.ts';
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
      freeze(db, letter.id, shell.address, raw);
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
function replyAddress({ address, plus }: Shell, token: string): string {
  if (!plus || token === '') return address;
  const at = address.lastIndexOf('@');
  return `${address.slice(0, at)}+${token}${address.slice(at)}`;
}
