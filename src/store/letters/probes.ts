import { type Database, sql } from '../file/database.ts';

/** How a probe can end; until then it is `asked`. */
export type ProbeEnd = 'works' | 'stripped' | 'bounced' | 'silent';

/** The id of the next probe: its letter contains it before the row exists. */
export const nextProbeId = (db: Database): number =>
  sql`select coalesce(max(id), 0) + 1 from probes`.value(db);

/** Whether a probe was made before for this configuration, an address at a host. */
export const isProbed = (db: Database, configuration: string): boolean =>
  sql`select 1 from probes where configuration = ${configuration}`.exists(db);

/** Records that a probe is on its way. */
export const addProbe = (
  db: Database,
  probe: { readonly id: number; readonly configuration: string; readonly messageId: string },
  now: number,
): void => {
  sql`insert into probes (id, configuration, message_id, state, asked_at)
    values (${probe.id}, ${probe.configuration}, ${probe.messageId}, 'asked',
      ${now})`.run(db);
};

/** The id of the probe whose letter has this Message-ID, or undefined. */
export const probeByMessageId = (db: Database, messageId: string): number | undefined =>
  sql`select id from probes where message_id = ${messageId}`.value(db);

/** Records a result. A probe that has come back stays `works`, whatever follows. */
export const endProbe = (db: Database, id: number, end: ProbeEnd, now: number): boolean =>
  sql`update probes
    set state = ${end}, ended_at = ${now}
    where id = ${id} and state not in ('works', ${end})`.run(db).changes === 1;

/** The name with which a mail host writes Authentication-Results, and the Received fields above them. */
interface Authserv {
  readonly id: string;
  readonly hops: number;
}

/** Records the Authentication-Results found in a probe that has come back. */
export const noteAuthserv = (db: Database, id: number, { id: authserv, hops }: Authserv): void => {
  sql`update probes set authserv = ${authserv}, hops = ${hops} where id = ${id}`.run(db);
};

/** The finding of the newest probe about the mail host; undefined if it found none. */
export const authservFound = (db: Database): Authserv | undefined => {
  const found = sql`select authserv as id, hops from probes order by id desc limit 1`;
  const { id, hops } = found.get<Partial<Authserv>>(db) ?? {};
  return id === undefined || hops === undefined ? undefined : { id, hops };
};

/** Probes whose letter was refused, or was sent before a time and has not come back. */
export const lostProbes = (
  db: Database,
  before: number,
): readonly { readonly id: number; readonly refused: number }[] =>
  sql`select probes.id, outbox.state = 'failed' as refused
    from probes
    join outbox on outbox.message_id = probes.message_id
    where probes.state = 'asked' and (outbox.state = 'failed'
      or outbox.sent_at < ${before})`.all(db);

/** The newest bad result that is not reported yet. */
export const unreportedProbe = (db: Database): Exclude<ProbeEnd, 'works'> | undefined =>
  sql`select state from probes
    where reported_at is null and state in ('stripped', 'bounced', 'silent')
    order by id desc
    limit 1`.value(db);

/** Records that all bad results are reported to the admins. */
export const markProbesReported = (db: Database, now: number): void => {
  sql`update probes
    set reported_at = ${now}
    where reported_at is null and state in ('stripped', 'bounced', 'silent')`.run(db);
};
