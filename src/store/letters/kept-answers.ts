import type { ChargedProof } from '../../budget/charge.ts';
import type { Section } from '../../intent.ts';
import { addressKey } from '../../player/address.ts';
import { type Database, sql } from '../file/database.ts';

/** An answer that waits until there is room for a letter with all that wait. */
export interface KeptAnswer {
  /** The letter that it answers; the newest, where several have asked for the same. */
  readonly inboxId: number;
  /** Of that letter, where it came from the address that the answer goes to. */
  readonly messageId: string | undefined;
  readonly playerId: number | undefined;
  readonly address: string;
  readonly proof: ChargedProof;
  /** When the letter came in. */
  readonly cameAt: number;
  /** None: there are too many for one letter. */
  readonly sections: readonly Section[];
  readonly weight: number;
}

interface Row {
  readonly inbox_id: number;
  readonly message_id: string | null;
  readonly player_id: number | null;
  readonly address: string;
  readonly proof: ChargedProof;
  readonly came_at: number;
  readonly sections: string;
  readonly weight: number;
  readonly letters: number;
}

/** Keeps an answer, in the place of the same one where that waits already. */
export function keepAnswer(db: Database, answer: KeptAnswer): void {
  const { inboxId, messageId, playerId, address, proof, cameAt, sections, weight } = answer;
  const facts = {
    inboxId,
    messageId: messageId ?? null,
    playerId: playerId ?? null,
    address,
    key: addressKey(address),
    proof,
    cameAt,
    sections: JSON.stringify(sections),
    weight,
  };
  const { changes } = sql(
    db,
    `update kept_answers
    set inbox_id = :inboxId, message_id = :messageId, player_id = :playerId, proof = :proof,
      came_at = :cameAt, letters = letters + 1
    where address = :address and address_key = :key and sections = :sections
      and weight = :weight`,
  ).run(facts);
  if (changes > 0) return;
  sql(
    db,
    `insert into kept_answers
      (inbox_id, message_id, player_id, address, address_key, proof, came_at, sections, weight)
    values
      (:inboxId, :messageId, :playerId, :address, :key, :proof, :cameAt, :sections, :weight)`,
  ).run(facts);
}

/** What the answers that wait for an address weigh; undefined when none do. */
export const keptWeight = (db: Database, address: string): number | undefined =>
  (sql(db, 'select sum(weight) from kept_answers where address_key = ?')
    .pluck()
    .get(addressKey(address)) as number | null) ?? undefined;

/** The addresses for which answers wait. */
export const keptFor = (db: Database): readonly string[] =>
  sql(db, 'select min(address) from kept_answers group by address_key order by min(id)')
    .pluck()
    .all() as string[];

/** Takes out the answers that wait for an address, by when their letters came in. */
export function takeKept(
  db: Database,
  address: string,
): readonly (KeptAnswer & { readonly letters: number })[] {
  const rows = sql(
    db,
    `delete from kept_answers
    where address_key = ?
    returning *`,
  ).all(addressKey(address)) as Row[];
  return rows
    .toSorted((one, next) => one.came_at - next.came_at || one.inbox_id - next.inbox_id)
    .map((row) => ({
      inboxId: row.inbox_id,
      messageId: row.message_id ?? undefined,
      playerId: row.player_id ?? undefined,
      address: row.address,
      proof: row.proof,
      cameAt: row.came_at,
      sections: JSON.parse(row.sections) as Section[],
      weight: row.weight,
      letters: row.letters,
    }));
}
