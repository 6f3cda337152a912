import { headerBytesMax } from '../limits.ts';
import { headerFields } from '../mail/header.ts';
import { parseSender } from '../mail/sender.ts';
import { minuteText } from '../ports.ts';
import { putAsideShownMax } from '../server-limits.ts';
import type { Database } from '../store/file/database.ts';
import { inboxCounts, type PutAside, putAsideLetters } from '../store/reading/overview.ts';

/**
 * What `turnpost letters` prints: the letters that were put aside, the newest last. Of what the
 * sender wrote it shows the domain and nothing else, so that no terminal is at a stranger's mercy.
 */
export function lettersReport(db: Database): readonly string[] {
  const letters = putAsideLetters(db, putAsideShownMax, headerBytesMax);
  if (letters.length === 0) return ['No letter is put aside.'];
  const all = inboxCounts(db).find(({ state }) => state === 'put-aside')?.count ?? 0;
  const older = all - letters.length;
  return [
    columns('ID', 'RECEIVED', 'BYTES', 'RUNS', 'REASON', 'FROM'),
    ...letters.map(line),
    ...(older > 0 ? [`${older} older ones are not shown.`] : []),
    'To have one read again: turnpost replay ID',
  ];
}

const line = (letter: PutAside): string =>
  columns(
    String(letter.id),
    minuteText(letter.receivedAt),
    letter.bytes === null ? '-' : String(letter.bytes),
    String(letter.attempts),
    letter.reason,
    domainOf(letter.head),
  );

const columns = (
  id: string,
  received: string,
  bytes: string,
  runs: string,
  reason: string,
  from: string,
): string =>
  `${id.padStart(8)}  ${received.padEnd(20)}  ${bytes.padStart(8)}  ${runs.padStart(4)}  ` +
  `${reason.padEnd(24)}  ${from}`;

/** The domain of the one plain address that a letter is from, in ASCII; `-` when there is none. */
function domainOf(head: Uint8Array | null): string {
  const sender = head && parseSender(headerFields(head));
  return sender?.ok ? sender.value.slice(sender.value.lastIndexOf('@') + 1) : '-';
}
