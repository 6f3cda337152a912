import type { InboxState } from '../../command/shape/admin-reading.ts';
import { headerBytesMax } from '../../limits.ts';
import { headerFields } from '../../mail/header.ts';
import { parseSender } from '../../mail/sender.ts';
import { minuteText } from '../../ports.ts';
import type { Database } from '../../store/file/database.ts';
import { type ListedLetter, listedLetters } from '../../store/reading/overview.ts';
import { inPages, isoTime, type List } from './list.ts';

/**
 * What `turnpost letters` prints: the letters in a state, the newest last. Of what the sender wrote it
 * shows the domain and nothing else, so that no terminal is at a stranger's mercy.
 */
export const letterList = (db: Database, state: InboxState = 'put-aside'): List<ListedLetter> => ({
  rows: inPages(
    (after, most) => listedLetters(db, { state, after, most, headBytes: headerBytesMax }),
    ({ id }) => id,
  ),
  columns: [
    { title: 'ID', right: true, text: ({ id }) => String(id) },
    { title: 'RECEIVED', text: ({ receivedAt }) => minuteText(receivedAt) },
    { title: 'BYTES', right: true, text: ({ bytes }) => (bytes === null ? '-' : String(bytes)) },
    { title: 'RUNS', right: true, text: ({ attempts }) => String(attempts) },
    { title: 'REASON', text: ({ reason }) => reason || '-' },
    { title: 'FROM', text: ({ head }) => domainOf(head) ?? '-' },
  ],
  none: state === 'put-aside' ? 'No letter is put aside.' : `No letter is ${state}.`,
  ...(state === 'put-aside' && { hint: 'To have one read again: turnpost replay ID' }),
  object: (letter) => ({
    id: letter.id,
    state,
    receivedAt: isoTime(letter.receivedAt),
    bytes: letter.bytes,
    runs: letter.attempts,
    reason: letter.reason || null,
    from: domainOf(letter.head) ?? null,
  }),
});

/** The domain of the one plain address that a letter is from, in ASCII. */
function domainOf(head: Uint8Array | null): string | undefined {
  const sender = head && parseSender(headerFields(head));
  return sender?.ok ? sender.value.slice(sender.value.lastIndexOf('@') + 1) : undefined;
}
