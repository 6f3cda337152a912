import { type Database, sql } from '../file/database.ts';

/** How a probe can end; until then it is `asked`. */
export type ProbeEnd = 'works' | 'stripped' | 'bounced' | 'silent';

/** The id of the next probe: its letter contains it before the row exists. */
export const nextProbeId = (db: Database): number =>
  sql(db, 'select coalesce(max(id), 0) + 1 from probes').pluck().get() as number;

/** Whether a probe was made before for this configuration, an address at a host. */
export const isProbed = (db: Database, configuration: string): boolean =>
  sql(db, 'select 1 from probes where configuration = ?').get(configuration) !== undefined;

/** Records that a probe is on its way. */
export const addProbe = (
  db: Database,
  probe: { readonly id: number; readonly configuration: string; readonly messageId: string },
  now: number,
): void => {
  sql(
    db,
    `insert into probes (id, configuration, message_id, state, asked_at)
    values (?, ?, ?, 'asked', ?)`,
  ).run(probe.id, probe.configuration, probe.messageId, now);
};

/** The id of the probe whose letter has this Message-ID, or undefined. */
export const probeByMessageId = (db: Database, messageId: string): number | undefined =>
  sql(db, 'select id from probes where message_id = ?').pluck().get(messageId) as
    | number
    | undefined;

/** Records a result. A probe that has come back stays `works`, whatever follows. */
export const endProbe = (db: Database, id: number, end: ProbeEnd, now: number): boolean =>
  sql(
    db,
    `update probes
    set state = ?, ended_at = ?
    where id = ? and state not in ('works', ?)`,
  ).run(end, now, id, end).changes === 1;

/** The name with which a mail host writes Authentication-Results, and the Received fields above them. */
interface Authserv {
  readonly id: string;
  readonly hops: number;
}

/** Records the Authentication-Results found in a probe that has come back. */
export const noteAuthserv = (db: Database, id: number, { id: authserv, hops }: Authserv): void => {
  sql(db, 'update probes set authserv = ?, hops = ? where id = ?').run(authserv, hops, id);
};

/** The finding of the newest probe about the mail host; undefined if it found none. */
export const authservFound = (db: Database): Authserv | undefined => {
  const row = sql(db, 'select authserv as id, hops from probes order by id desc limit 1').get() as
    | { id: string | null; hops: number }
    | undefined;
  return row?.id == null ? undefined : { id: row.id, hops: row.hops };
};

/** Probes whose letter was refused, or was sent before a time and has not come back. */
export const lostProbes = (
  db: Database,
  before: number,
): readonly { readonly id: number; readonly refused: number }[] =>
  sql(
    db,
    `select probes.id, outbox.state = 'failed' as refused
    from probes
    join outbox on outbox.message_id = probes.message_id
    where probes.state = 'asked' and (outbox.state = 'failed' or outbox.sent_at < ?)`,
  ).all(before) as { id: number; refused: number }[];

/** The newest bad result that is not reported yet. */
export const unreportedProbe = (db: Database): Exclude<ProbeEnd, 'works'> | undefined =>
  sql(
    db,
    `select state from probes
    where reported_at is null and state in ('stripped', 'bounced', 'silent')
    order by id desc
    limit 1`,
  )
    .pluck()
    .get() as Exclude<ProbeEnd, 'works'> | undefined;

/** Records that all bad results are reported to the admins. */
export const markProbesReported = (db: Database, now: number): void => {
  sql(
    db,
    `update probes
    set reported_at = ?
    where reported_at is null and state in ('stripped', 'bounced', 'silent')`,
  ).run(now);
};
