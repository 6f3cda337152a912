import { type Database, sql } from '../file/database.ts';

/** What the parts of a letter are known by. */
interface Traces {
  readonly text: Uint8Array;
  readonly html: Uint8Array | undefined;
}

/** Keeps what a letter is known by that goes out with a reply token. */
export const keepTraces = (
  db: Database,
  outboxId: number,
  token: string,
  { text, html }: Traces,
): void => {
  // A letter whose bytes are gone is written once more.
  sql(
    db,
    `insert into traces (outbox_id, reply_token, text, html) values (?, ?, ?, ?)
    on conflict (outbox_id) do update
    set reply_token = excluded.reply_token, text = excluded.text, html = excluded.html`,
  ).run(outboxId, token, text, html ?? null);
};

/** What an answer says about the letter that it answers. */
export interface Answered {
  /** Its reply token, as each of our secrets signs it. */
  readonly tokens: readonly string[];
  readonly messageIds: readonly string[];
}

/** What is known of the letters that may be the one answered. */
export interface Candidates {
  readonly traces: readonly Traces[];
  /** There may be others: the answer names none, and more than so many have this token. */
  readonly unsure: boolean;
}

/** The letters that may be the one answered: those it names, or else the newest. */
export function tracesOf(db: Database, { tokens, messageIds }: Answered, most: number): Candidates {
  const rows = sql(
    db,
    `select traces.text, traces.html,
      outbox.message_id in (select value from json_each(:messageIds)) as named
    from traces
    join outbox on outbox.id = traces.outbox_id
    where traces.reply_token in (select value from json_each(:tokens))
    order by named desc, traces.outbox_id desc
    limit :most + 0`,
  ).all({
    tokens: JSON.stringify(tokens),
    messageIds: JSON.stringify(messageIds),
    most: most + 1,
  }) as readonly { text: Uint8Array; html: Uint8Array | null; named: 0 | 1 }[];
  const named = rows.filter((row) => row.named === 1);
  const candidates = named.length > 0 ? named : rows.slice(0, most);
  return {
    traces: candidates.map(({ text, html }) => ({ text, html: html ?? undefined })),
    unsure: named.length === 0 && rows.length > most,
  };
}

/** The Message-ID of the newest letter with one of these reply tokens, while its traces are kept. */
export const newestWithToken = (db: Database, tokens: readonly string[]): string | undefined =>
  sql(
    db,
    `select message_id from outbox
    where id = (
      select max(outbox_id) from traces
      where reply_token in (select value from json_each(?))
    )`,
  )
    .pluck()
    .get(JSON.stringify(tokens)) as string | undefined;

/**
 * Drops the traces of letters that were decided before a time, but for those of running boards: their
 * tokens count until the match is over.
 *
 * @returns how many
 */
export const dropTraces = (db: Database, before: number, most: number): number =>
  sql(
    db,
    `delete from traces
    where outbox_id in (
      select traces.outbox_id
      from traces
      join outbox on outbox.id = traces.outbox_id
      left join matches on matches.board = outbox.board
      where outbox.created_at < ? and (matches.board is null or matches.ending is not null)
      order by traces.outbox_id
      limit ? + 0
    )`,
  ).run(before, most).changes;
