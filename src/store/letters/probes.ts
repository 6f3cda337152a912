import type { MessageKind } from '../../intent.ts';
import { type Database, sql } from '../file/database.ts';
import type { StrangerCap } from './counters.ts';

/** How a probe, a letter to ourselves, can end; until then it is `asked`. */
export type ProbeEnd = 'works' | 'stripped' | 'bounced' | 'silent';

/** The id of the next probe: its letter contains it before the row exists. */
export const nextProbeId = (db: Database): number =>
  sql`select coalesce(max(id), 0) + 1 from probes`.value(db);

/** Whether a probe was made before for this configuration, an address at a host. */
export const isProbed = (db: Database, configuration: string): boolean =>
  sql`select 1 from probes where configuration = ${configuration}`.exists(db);

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

/** Troubles with letters that are in no report to the admins yet. */
interface LetterNews {
  /** Outgoing letters that were given up, except reports and probes. Without `codes`, it was never composed. */
  readonly failed: readonly {
    readonly number: number;
    readonly kind: MessageKind;
    readonly userid?: string;
    readonly codes?: string;
  }[];
  /** Letters that came in and were put aside. */
  readonly aside: readonly { readonly number: number; readonly reason: string }[];
  /** The newest bad result of a probe. */
  readonly probe: Exclude<ProbeEnd, 'works'> | undefined;
  /** The caps on letters to strangers that were reached: the letters over each, and since when. */
  readonly caps: readonly {
    readonly name: StrangerCap;
    readonly letters: number;
    readonly since: number;
  }[];
}

const BAD_PROBES = sql`reported_at is null and state in ('stripped', 'bounced', 'silent')`;

/** The news that is not reported yet, the oldest first. */
export const unreportedNews = (db: Database): LetterNews => ({
  failed:
    sql`select outbox.id as number, kind, players.userid, iif(raw is null, null, last_error) as codes
    from outbox
    left join letter_bytes on outbox_id = outbox.id
    left join players on players.id = outbox.player_id
    where state = 'failed' and reported_at is null and kind not in ('report', 'probe')
    order by outbox.id`.all(db),
  aside: sql`select id as number, coalesce(reason, '') as reason
    from inbox
    where state = 'put-aside' and reported_at is null
    order by id`.all(db),
  probe: sql`select state from probes where ${BAD_PROBES} order by id desc limit 1`.value(db),
  caps: sql`select key as name, sum(total) as letters, min(at) as since
    from counters
    where kind = 'cap'
    group by key
    order by key`.all(db),
});

/** Records that all this news is reported to the admins. */
export function markNewsReported(db: Database, now: number): void {
  sql`update outbox set reported_at = ${now}
    where state = 'failed' and reported_at is null`.run(db);
  sql`update inbox set reported_at = ${now}
    where state = 'put-aside' and reported_at is null`.run(db);
  sql`update probes set reported_at = ${now} where ${BAD_PROBES}`.run(db);
  sql`delete from counters where kind = 'cap'`.run(db);
}

/**
 * When the last report was sent to the admins; 0 if none was. Reports with a later date do not count: they
 * were dated by a clock that was set back since. Those with a fault of the copies, which most servers send
 * at their first start, do not count either, and so delay no report of a trouble.
 */
export const lastReportAt = (db: Database, now: number): number =>
  sql`select coalesce(max(created_at), 0)
    from outbox
    where kind = 'report' and created_at <= ${now}
      and json_extract(facts, '$.copies') is null`.value(db);
