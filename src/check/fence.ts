import { folderBeside } from '../post/notes.ts';
import type { Visit } from '../post/visit.ts';
import { readNote } from '../service/process/fence-note.ts';
import { type Found, whoHasIt } from '../service/process/fence-order.ts';
import { holderText } from '../service/process/holder.ts';
import { lockMark } from '../store/file/lock.ts';
import { type Finding, findingsOf } from './finding.ts';

const { ok, wrong } = findingsOf('other server');

/**
 * Whether another server works with the mailbox, as far as it has left a note there.
 *
 * @param mailbox its name
 * @param folders of the account
 * @param database ours, whose own note is nobody else's
 */
export async function fenceFindings(
  visit: Visit,
  mailbox: string,
  folders: readonly string[],
  database: string | undefined,
  now: number,
): Promise<readonly Finding[]> {
  const folder = folderBeside(mailbox);
  const heads = folders.includes(folder) ? await visit.heads(folder, 1) : undefined;
  const notes = (heads?.ok ? heads.value : []).flatMap(({ uid, header, arrivedAt }): Found[] => {
    const note = readNote(header);
    return note ? [{ ...note, uid, at: arrivedAt ?? note.writtenAt }] : [];
  });
  if (notes.length === 0) return [];
  const lock = (database === undefined ? undefined : lockMark(database)) ?? '';
  const { holder } = whoHasIt(notes, { run: '', lock, known: false }, now);
  // A copy of the whole machine is not told from it by one who only looks.
  if (!holder || holder.lock === lock) return [ok('No other server works with the mailbox.')];
  return [
    wrong(
      `Another server works with the mailbox: ${holderText(holder)}.`,
      'Two would play every letter twice. Stop that one; or, to go on here in its place: turnpost takeover',
    ),
  ];
}
