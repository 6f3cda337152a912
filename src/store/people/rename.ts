import { useridKey } from '../../player/userid.ts';
import { type Database, sql } from '../file/database.ts';
import { useridOf } from './players.ts';

/** What is kept of letters that are not decided yet, by the query for it and the one that writes it. */
const KEPT = [
  [
    'select board as id, facts as kept from untold where player_id = :player',
    'update untold set facts = :kept where player_id = :player and board = :id',
  ],
  [
    `select id, untold as kept
    from robot_turns
    join matches on matches.board = robot_turns.board
    where untold is not null and :player in (black_id, white_id)`,
    'update robot_turns set untold = :kept where id = :id and :player is not null',
  ],
  [
    'select id, sections as kept from kept_answers where player_id = :player',
    'update kept_answers set sections = :kept where id = :id and :player is not null',
  ],
] as const;

/**
 * Calls a player otherwise from now on, also in what is yet to be told. Letters that are decided go by
 * the name of that time.
 */
export function renamePlayer(db: Database, playerId: number, userid: string): void {
  const before = useridOf(db, playerId);
  sql(db, 'update players set userid = ?, userid_key = ? where id = ?').run(
    userid,
    useridKey(userid),
    playerId,
  );
  for (const [query, update] of KEPT) {
    const rows = sql(db, query).all({ player: playerId }) as readonly {
      readonly id: number;
      readonly kept: string;
    }[];
    for (const { id, kept } of rows) {
      const now = JSON.stringify(renamed(JSON.parse(kept), before, userid));
      sql(db, update).run({ player: playerId, id, kept: now });
    }
  }
}

/** Where the facts of a letter name somebody, beside those of its sentences. */
const NAMING: ReadonlySet<string> = new Set(['black', 'white', 'by', 'userid']);

/** The same facts with another name for somebody: the facts of a sentence have names of their own. */
function renamed(value: unknown, before: unknown, now: string, inSentence = false): unknown {
  if (Array.isArray(value)) return value.map((each) => renamed(each, before, now, inSentence));
  if (typeof value !== 'object' || value === null) return value;
  const isSentence = 'code' in value && 'facts' in value;
  return Object.fromEntries(
    Object.entries(value).map(([key, each]) => [
      key,
      each === before && (inSentence || NAMING.has(key))
        ? now
        : renamed(each, before, now, isSentence && key === 'facts'),
    ]),
  );
}
