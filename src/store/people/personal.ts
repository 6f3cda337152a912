import { ACTS } from '../../player/settings.ts';
import { type Database, sql } from '../file/database.ts';

/** Rows about a person, with what `whoami all` shows of them, and what sign-off leaves. */
interface Personal {
  readonly table: string;
  /** The table joined with others, for what is shown. */
  readonly from?: string;
  /** A condition on the rows: by `:player` or its `:id` as text, `:userid`, or an address in `:keys`. */
  readonly of: string;
  /** The title, columns and order of the rows; undefined if shown elsewhere, or if they tell nothing new. */
  readonly shown?: readonly [title: string, columns: string, by: string];
  /** `KEPT`, `DELETED`, or the columns that sign-off overwrites. */
  readonly left: string;
}

/** For rows that others' matches need, or that name nobody. */
const KEPT = 'kept';
const DELETED = 'deleted';

const MINE = 'player_id = :player';
const KEYS = 'select value from json_each(:keys)';
const TO_ME = `address_key in (${KEYS})`;

const time = (column: string): string =>
  `strftime('%Y-%m-%dT%H:%M:%SZ', ${column} / 1000, 'unixepoch')`;
const day = (column: string): string => `date(${column} * 86400, 'unixepoch')`;

/**
 * Comments from letters, for which their writer is charged. Both players get a copy; the first one is shown.
 * A challenge that came with a sign-up has no causer: its writer had no account yet.
 */
const COMMENTS = `(
  select board, json_extract(facts, '$.comment.text') as text, created_at
  from outbox
  where (causer_id = :player or player_id = :player) and kind in ('board', 'notice')
    and json_extract(facts, '$.comment.by') = :userid
  union all
  select null, json_extract(facts, '$.comment'), created_at
  from outbox
  where (causer_id = :player
      or player_id in (select challenged_id from challenges where challenger_id = :player)
        and board is null)
    and kind = 'challenge' and json_extract(facts, '$.challenger') = :userid
  union all
  select null, json_extract(facts, '$.text'), created_at
  from outbox
  where causer_id = :player and kind in ('message', 'feedback')
    and json_extract(facts, '$.from') = :userid
)`;

/** A union of four queries, each of which uses an index of its own. */
const BOARDS = ['is null', 'is not null']
  .flatMap((ended) => ['black_id', 'white_id'].map((id) => `ending ${ended} and ${id} = :player`))
  .map((which) => `select board from matches where ${which}`)
  .join(' union ');

/** Unsent letters are given up. Message-IDs stay, by which bounces and copies are recognised. */
const EMPTIED = `address = '', address_key = '', userid = null, facts = 'null',
  last_error = iif(state in ('sent', 'failed'), last_error, 'signed off'),
  state = iif(state = 'sent', 'sent', 'failed')`;

/** Replaces an address in the act of an admin. */
const NO_ADDRESS = '(an address)';

/**
 * All tables with data about a person, in the order of `whoami all`. Hashes of letters and of invited
 * addresses are kept. Texts of others are not the person's data.
 */
export const PERSONAL: readonly Personal[] = [
  {
    table: 'players',
    of: 'id = :player',
    shown: [
      'account',
      `userid, language, ${time('created_at')} as since, ${day('active_day')} as "last heard of"`,
      'id',
    ],
    left: `left_at = :now, active_day = null, suspended_at = null, first_board = null, lessons = null,
      unnamed = 0`,
  },
  {
    table: 'addresses',
    of: MINE,
    shown: ['addresses', `address, main, ${time('created_at')} as since`, 'created_at'],
    left: DELETED,
  },
  {
    table: 'address_requests',
    of: MINE,
    shown: ['addresses not confirmed', `address, ${time('created_at')} as asked`, 'id'],
    left: DELETED,
  },
  { table: 'settings', of: MINE, shown: ['settings', 'name, value', 'name'], left: DELETED },
  {
    table: 'vacations',
    of: MINE,
    shown: [
      'days off',
      `${day('from_day')} as "from", ${day('to_day')} as "to", cause`,
      'from_day',
    ],
    left: DELETED,
  },
  {
    table: 'players',
    of: 'id = :player and suspended_at is not null',
    shown: ['suspended', `${time('suspended_at')} as since`, 'id'],
    left: KEPT,
  },
  {
    table: 'waiting',
    of: `${MINE} and kind = 'watch'`,
    shown: ['watched', 'board, facts as what', 'board'],
    left: DELETED,
  },
  { table: 'waiting', of: MINE, left: DELETED },
  { table: 'board_offers', of: MINE, left: KEPT },
  {
    table: 'matches',
    of: `board in (${BOARDS})`,
    shown: ['boards', 'board', 'board'],
    left: KEPT,
  },
  {
    table: 'players',
    of: 'id = :player and first_board is not null',
    shown: ['first board', 'first_board as board, lessons as "lessons told"', 'id'],
    left: KEPT,
  },
  {
    table: 'ratings',
    of: MINE,
    shown: [
      'ratings',
      `rules, rating, deviation, volatility, matches, ${time('at')} as since`,
      'rules',
    ],
    left: KEPT,
  },
  {
    table: 'rating_changes',
    of: MINE,
    shown: [
      'ratings changed',
      `board, rules, rating_before as "before", rating as "after", deviation, ${time('at')} as at`,
      'rating_changes.at, board',
    ],
    left: KEPT,
  },
  {
    table: 'puzzle_attempts',
    of: MINE,
    shown: [
      'puzzles',
      `number, state, moves, wrong, hinted, ${time('given_at')} as given`,
      'given_at, number',
    ],
    left: DELETED,
  },
  {
    table: 'puzzle_standings',
    of: MINE,
    shown: [
      'puzzle rating',
      `rating, deviation, volatility, tried, solved, streak, longest, ${time('at')} as since`,
      'player_id',
    ],
    left: DELETED,
  },
  {
    table: 'jobs',
    of: `${MINE} and kind = 'puzzle'`,
    shown: [
      'puzzles of the day',
      `${day("(facts ->> '$.day')")} as last, coalesce(facts ->> '$.unanswered', 0) as unanswered`,
      'id',
    ],
    left: DELETED,
  },
  { table: 'jobs', of: `${MINE} and kind = 'morning'`, left: DELETED },
  {
    table: 'challenges',
    from: `challenges
    join players challenger on challenger.id = challenges.challenger_id
    left join players challenged on challenged.id = challenges.challenged_id`,
    of: 'challenger_id = :player or challenged_id = :player',
    shown: [
      'challenges',
      `number, challenger.userid as "from", challenged.userid as "to", rules, cols, rows, first,
        state, ${time('challenges.created_at')} as made`,
      'number',
    ],
    left: KEPT,
  },
  {
    table: 'outbox',
    from: COMMENTS,
    of: "text <> '' group by board, text",
    shown: [
      'comments and messages in letters',
      `board, text, ${time('min(created_at)')} as written`,
      'written',
    ],
    left: KEPT,
  },
  {
    table: 'held',
    of: TO_ME,
    shown: [
      'commands that waited for a yes',
      `lines as commands, comment, state, ${time('created_at')} as asked`,
      'id',
    ],
    // The row stays: its number is in the token of the question, and must not be used again.
    left: "address_key = '', lines = '[]', comment = '', state = 'confirmed'",
  },
  // Commands of another person may name the address.
  {
    table: 'held',
    of: `state = 'confirmed' and exists (${KEYS} where instr(lower(lines || comment), value))`,
    left: "lines = '[]', comment = ''",
  },
  // The row stays: the Message-ID of the answer follows from its number.
  {
    table: 'jobs',
    of: `${MINE} and kind = 'analysis'`,
    shown: [
      'questions to the solver',
      `facts ->> '$.understood' as asked, facts ->> '$.position' as position, ${time('at')} as at`,
      'id',
    ],
    left: "address = '', due_at = null",
  },
  {
    table: 'jobs',
    of: `${MINE} and kind = 'robot'`,
    shown: ['turns of the robot that wait', `key as board, address, ${time('at')} as asked`, 'key'],
    left: "address = ''",
  },
  {
    table: 'blocks',
    from: 'blocks join players on players.id = blocked_id',
    of: MINE,
    shown: ['blocked', `userid, ${time('blocks.created_at')} as since`, 'since'],
    left: DELETED,
  },
  { table: 'blocks', of: 'blocked_id = :player', left: DELETED },
  {
    table: 'invitations',
    of: 'inviter_id = :player',
    // A `no` is not shown: it is the data of the invited person.
    shown: [
      'invitations',
      `rules, cols, rows, iif(state = 'taken', 'taken', 'open') as state,
        ${time('created_at')} as at`,
      'created_at',
    ],
    left: "state = 'taken'",
  },
  {
    table: 'counters',
    of: `key = :id and kind in ('${ACTS.join("', '")}')`,
    shown: ['counted', `kind as act, ${time('at')} as at`, 'counters.at'],
    left: DELETED,
  },
  { table: 'counters', of: `key = :id or key in (${KEYS})`, left: DELETED },
  {
    table: 'outbox',
    of: 'causer_id = :player',
    shown: ['letters charged to you', `account, proof, bytes, ${time('caused_at')} as asked`, 'id'],
    left: KEPT,
  },
  {
    table: 'outbox',
    of: MINE,
    shown: [
      'letters to you',
      `kind, board, address, state, ${time('created_at')} as decided`,
      'id',
    ],
    left: EMPTIED,
  },
  { table: 'outbox', of: TO_ME, left: EMPTIED },
  // A letter to another person may name the address.
  {
    table: 'outbox',
    of: `facts <> 'null' and state in ('sent', 'failed')
      and exists (${KEYS} where instr(lower(facts), value))`,
    left: "facts = 'null'",
  },
  {
    table: 'inbox',
    of: `state <> 'stored' and (sender_key in (${KEYS}) or id in (
      select inbox_id from outbox where ${MINE} and automatic = 'auto-replied'
    ))`,
    left: 'raw = null, sender_key = null',
  },
  { table: 'bounces', of: TO_ME, left: "address_key = ''" },
  { table: 'newcomers', of: TO_ME, left: DELETED },
  {
    table: 'conditions',
    of: `kind = 'suspension' and key in (${KEYS})
      or kind = 'odd-name' and key = :id`,
    left: DELETED,
  },
  {
    table: 'rate_limits',
    of: `exists (${KEYS} where substr(name, -length(value)) = value)`,
    left: DELETED,
  },
  {
    table: 'admin_log',
    of: `instr(' ' || lower(act) || ' ', ' ' || lower(:userid) || ' ') > 0`,
    shown: ['admin log', `act, ${time('at')} as at`, 'id'],
    left: KEPT,
  },
  { table: 'admin_log', of: `lower(address) in (${KEYS})`, left: `address = '${NO_ADDRESS}'` },
  {
    table: 'admin_log',
    of: `exists (${KEYS} where instr(lower(act), value))`,
    left: `act = (
      select substr(act, 1, instr(lower(act), value) - 1) || '${NO_ADDRESS}'
        || substr(act, instr(lower(act), value) + length(value))
      from json_each(:keys)
      where instr(lower(act), value)
      order by length(value) desc
    )`,
  },
];

/** The parameters by which rows about a person are found. */
const personOf = (db: Database, playerId: number) => ({
  player: playerId,
  id: String(playerId),
  userid: sql`select userid from players where id = ${playerId}`.value(db),
  keys: sql`select json_group_array(address_key) from (
      select address_key from addresses where player_id = ${playerId}
      union
      select lower(address) from address_requests where player_id = ${playerId}
    )`.value(db),
});

/** The rows about a person that are shown, with their titles. */
export const personalRows = (
  db: Database,
  playerId: number,
): readonly (readonly [title: string, rows: readonly unknown[]])[] => {
  const person = personOf(db, playerId);
  return PERSONAL.flatMap(({ table, from = table, of, shown }) => {
    if (!shown) return [];
    const [title, columns, by] = shown;
    const text = `select ${columns} from ${from} where ${of} order by ${by}`;
    return [[title, db.prepare(text).all(person)] as const];
  });
};

/**
 * Deletes a person's data, except what others' matches need.
 *
 * @returns the keys of the addresses that the player had
 */
export function signOff(db: Database, playerId: number, now: number): readonly string[] {
  const person = { ...personOf(db, playerId), now };
  for (const { table, of, left } of PERSONAL) {
    if (left === KEPT) continue;
    const what = left === DELETED ? `delete from ${table}` : `update ${table} set ${left}`;
    db.prepare(`${what} where ${of}`).run(person);
  }
  return JSON.parse(String(person.keys));
}
