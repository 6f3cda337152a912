import { folderBeside } from '../post/notes.ts';
import type { Visit } from '../post/visit.ts';
import { findNotes } from '../service/process/fence.ts';
import { whoHasIt } from '../service/process/fence-order.ts';
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
  const list = async (fields: readonly string[]) => {
    const kept = await visit.notes(folder, fields);
    return kept.ok ? kept.value : [];
  };
  const notes = folders.includes(folder) ? await findNotes({ list }) : [];
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
