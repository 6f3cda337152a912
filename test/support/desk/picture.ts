import { piecesOf } from '../../../src/mail/quote/trace.ts';
import { parseToken, type Secrets } from '../../../src/mail/token.ts';
import type { Database } from '../../../src/store/file/database.ts';

/** The rows of every table, without what may differ between two runs that come to the same. */
export type Picture = Readonly<Record<string, readonly Row[]>>;
type Row = Readonly<Record<string, unknown>>;

/**
 * The post's own books: how a letter got here, or on its way, is not what came of it; nor is how often
 * the server was started meanwhile, to which of the players it has compared the names then, and how
 * much room the clock leaves for letters to strangers; nor what is counted of all that, or called for.
 */
const BOOKS =
  'inbox mailboxes destinations probes server downtimes rate_limits newcomers letter_counts'.split(
    ' ',
  );
const MAY_DIFFER =
  /^at$|_at$|^database_id$|^question$|^raw$|^message_id$|^in_reply_to$|^inbox_id$|^attempts$|^times$|^days$|^last_error$/;

/** Everything that a database says about players, boards and the letters to be written. */
export function pictureOf(db: Database): Picture {
  const tables = db
    .prepare("select name from sqlite_master where type = 'table' order by name")
    .pluck()
    .all() as string[];
  return Object.fromEntries(
    tables
      .filter((name) => !name.startsWith('sqlite_') && !BOOKS.includes(name))
      .map((name) => {
        const rows = db.prepare(`select * from "${name}" order by 1, 2`).all() as object[];
        const kept = rows.filter((row) => !isToOurselves(row) && !isCalledOrCapped(row));
        const told = kept.map(withoutChance);
        return [name, name === 'conditions' ? told.map(({ id, ...row }) => row) : told];
      }),
  );
}

/** A server may write to itself, to see whether its letters come back. */
export const isToOurselves = (row: object): boolean =>
  ('address' in row && OURS.test(String(row.address))) ||
  ('address_key' in row && OURS.test(String(row.address_key)));
const OURS = /^games[+@]/;

/** What somebody was called for, how many letters found no room, and which may have been taken. */
const isCalledOrCapped = (row: object): boolean =>
  'kind' in row && ['alarm', 'cap', 'uncertain-send'].includes(String(row.kind));

const withoutChance = (row: object): Row =>
  Object.fromEntries(
    Object.entries(row)
      .filter(([column]) => !MAY_DIFFER.test(column))
      .map(([column, value]) => [column, column === 'facts' ? timeless(value) : plain(value)]),
  );

const plain = (value: unknown): unknown => (Buffer.isBuffer(value) ? value.toString('hex') : value);

/**
 * The rows with what the reply tokens say, but for the number of a question: it follows from the bytes of a
 * letter, in which stands how it got here.
 */
export function withoutQuestions(picture: Picture, secrets: Secrets): Picture {
  const read = (row: Row): Row => {
    const token = parseToken(String(row['reply_token']), secrets);
    const other = token?.purpose === 'held' && { number: undefined };
    return { ...row, reply_token: token && JSON.stringify({ ...token, ...other }) };
  };
  const { outbox = [], letter_bytes = [], ...others } = withoutShown(picture);
  return {
    ...others,
    outbox: outbox.map(read),
    letter_bytes: letter_bytes.map(read),
  };
}

/**
 * The rows without what letters show that differs: of their size only that there is one. A question shows when it was asked for: of the
 * pieces of its lines only the lengths can be.
 */
export const withoutShown = (picture: Picture): Picture => ({
  ...picture,
  outbox: (picture['outbox'] ?? []).map((row) => ({ ...row, bytes: row['bytes'] !== null })),
  letter_bytes: (picture['letter_bytes'] ?? []).map(({ trace_text, trace_html, ...row }) => ({
    ...row,
    text: trace_text && lengthsOf(trace_text),
    html: trace_html && lengthsOf(trace_html),
  })),
});

const lengthsOf = (trace: unknown): readonly number[] =>
  piecesOf(Buffer.from(String(trace), 'hex')).map(({ length }) => length);

/** A letter without the clock that it shows. */
const timeless = (facts: unknown): string =>
  String(facts)
    .replace(/,?"clock":\{[^}]*\}/, '')
    .replace(/"asked":\{"at":"[^"]*"/, '"asked":{"at":""');

/** Letters in and out that are not at their end yet; nothing is left of them when all is done. */
export function unfinished(db: Database): readonly string[] {
  return db
    .prepare(
      `select 'inbox ' || id || ' ' || state from inbox where state = 'stored'
      union all
      select 'outbox ' || id || ' ' || state from outbox where state <> 'sent'
      union all
      select 'robot ' || key from jobs where kind = 'robot'`,
    )
    .pluck()
    .all() as string[];
}

/** The Message-IDs of letters that a process had in its hands when it died. */
export const inHand = (db: Database): readonly string[] =>
  db.prepare("select message_id from outbox where state = 'sending'").pluck().all() as string[];

/** Letters whose copies on the server are still to be moved away. */
export const unfiled = (db: Database): readonly number[] =>
  db.prepare('select uid from inbox where filed_at is null').pluck().all() as number[];

/** What people have, and no matter when it came about. */
const STATED: Readonly<Record<string, string>> = {
  matches: `select board, rules, black.userid as black, white.userid as white, start, moves, revision,
      winner, ending, pace, rated, robot
    from matches
    join players black on black.id = black_id
    join players white on white.id = white_id
    order by board`,
  challenges: `select number, challenger_id, challenged_id, rules, cols, rows, first, state, pace, rated
    from challenges order by number`,
  players: 'select id, userid, language, left_at is null as plays from players order by id',
  addresses: 'select * from addresses order by address_key',
  settings: 'select * from settings order by player_id, name',
  ratings: 'select player_id, rules, rating, matches from ratings order by player_id, rules',
  offers: 'select board, kind, player_id, revision, state from board_offers order by id',
  queued: "select * from waiting where kind = 'queue' order by board, player_id",
  vacations:
    'select player_id, from_day, to_day, cause from vacations order by player_id, from_day',
  attempts: `select player_id, number, state, moves, wrong, revision from puzzle_attempts
    order by player_id, number`,
  blocked: 'select player_id, blocked_id from blocks order by player_id, blocked_id',
};

/** What people have in a database. */
export const statedOf = (db: Database): Readonly<Record<string, readonly unknown[]>> =>
  Object.fromEntries(Object.entries(STATED).map(([name, text]) => [name, db.prepare(text).all()]));
