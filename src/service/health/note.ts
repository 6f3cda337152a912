import type { ReportFacts } from '../../intent.ts';
import { makeBase32 } from '../../mail/base32.ts';
import { makeToken } from '../../mail/token.ts';
import { transact } from '../../store/file/database.ts';
import { playerByAddress } from '../../store/people/players.ts';
import { type Alarm, markAlarmsTold, untoldAlarms } from '../../store/server/alarms.ts';
import { LANGUAGE_BY_DEFAULT } from '../do/sender.ts';
import { alarmFacts, isWayOutOpen } from '../due/alarms.ts';
import { fromUs } from '../out/compose.ts';
import type { Shell } from '../shell/shell.ts';

const UNIQUE_BYTES = 10;

/** What else a report may tell of; here there is nothing. */
const NOTHING_ELSE: ReportFacts = {
  failed: { first: [], more: 0 },
  aside: { first: [], more: 0 },
  templates: { first: [], more: 0 },
  suspended: { first: [], more: 0 },
  probe: null,
};

/**
 * Puts a report about alarms into our own mailbox, where the operator sees it, when there is no way out
 * for a letter. Its Message-ID is signed, so that we know it again and leave it where it is.
 *
 * @param append puts it there. @returns whether it is there
 */
export async function leaveNote(
  shell: Shell,
  alarms: readonly Alarm[],
  append: (raw: Uint8Array) => Promise<boolean>,
): Promise<boolean> {
  const { db, address, admins, secrets, random, time, writer } = shell;
  const [to = address] = admins;
  const language = playerByAddress(db, to)?.language ?? LANGUAGE_BY_DEFAULT;
  const number = alarms.at(-1)?.id ?? 0;
  const token = makeToken({ purpose: 'alarm', player: 0, number, revision: 0 }, secrets);
  const unique = makeBase32(random.bytes(UNIQUE_BYTES));
  const host = address.slice(address.lastIndexOf('@') + 1);
  const written = await writer.write({
    message: { kind: 'report', facts: { ...NOTHING_ELSE, alarms: alarmFacts(alarms) } },
    reader: { userid: undefined, language, replyTo: address, links: false },
    head: {
      ...fromUs(shell),
      to,
      replyTo: address,
      messageId: `${token}.${unique}@${host}`,
      inReplyTo: undefined,
      references: [],
      date: time.now(),
      autoSubmitted: 'auto-generated',
    },
  });
  return written.ok && (await append(written.value.raw));
}

/** Leaves a note of everything that no letter can tell of now. */
export async function leaveNotes(
  shell: Shell,
  append: (raw: Uint8Array) => Promise<boolean>,
): Promise<void> {
  const { db, time } = shell;
  if (isWayOutOpen(db)) return;
  const alarms = untoldAlarms(db);
  if (alarms.length === 0 || !(await leaveNote(shell, alarms, append))) return;
  transact(db, () => markAlarmsTold(db, alarms, time.now()));
}
