import type { WorkerConfig } from '../../config.ts';
import { minuteText, type Time } from '../../ports.ts';
import type { Database } from '../../store/file/database.ts';
import { lettersHeldBack, quotaUsed } from '../../store/letters/quota.ts';
import { fenceTrouble } from '../../store/server/fence.ts';
import { isoTime } from './list.ts';

/** What `turnpost status` says of the mail hosts. */

/** One line, while not only this server reads the mailbox, or nobody knows. */
export function fenceTexts(db: Database): readonly string[] {
  const trouble = fenceTrouble(db);
  if (!trouble) return [];
  const { state, said, since } = trouble;
  return [
    state === 'lost'
      ? `Another server reads the mailbox: ${said}; found out ${minuteText(since)}`
      : `Nothing keeps another server from the mailbox since ${minuteText(since)} (${said})`,
  ];
}

/** One line for each count of the submission host, and how many letters wait for it. */
export function quotaTexts(
  db: Database,
  quota: WorkerConfig['quota'],
  time: Time,
): readonly string[] {
  const spans = quotaUsed(db, quota, time.now()).map(
    ({ span: { name, most }, used }) => `Letters of the last ${name}: ${used} of ${most}`,
  );
  const waiting = spans.length > 0 ? lettersHeldBack(db) : 0;
  return waiting === 0 ? spans : [...spans, `Letters that wait for that: ${waiting}`];
}

/** The same for programs: null where there is nothing to say of the fence. */
export function hostsObject(db: Database, quota: WorkerConfig['quota'], time: Time): object {
  const { state, said, since } = fenceTrouble(db) ?? {};
  return {
    fence: since === undefined ? null : { state, said, since: isoTime(since) },
    quota: quotaUsed(db, quota, time.now()).map(({ span: { name, most }, used }) => ({
      span: name,
      most,
      used,
    })),
  };
}
