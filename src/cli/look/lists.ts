import { activeWithin } from '../../command/challenge/players.ts';
import type { InboxState, OutgoingState } from '../../command/shape/by-subject.ts';
import { letterLimits } from '../../limits.ts';
import { headerFields } from '../../mail/header.ts';
import { parseSender } from '../../mail/sender.ts';
import { dayAt, makePace } from '../../match/clock.ts';
import { minuteText } from '../../ports.ts';
import { err, ok, type Result } from '../../result.ts';
import { databaseLimits } from '../../server-limits.ts';
import type { Database } from '../../store/file/database.ts';
import { addressesOf } from '../../store/people/addresses.ts';
import { similarPlayer } from '../../store/people/players.ts';
import {
  endedMatches,
  type ListedPlayer,
  listedPlayers,
  runningMatches,
} from '../../store/reading/match-list.ts';
import { listedLetters, outLetters } from '../../store/reading/overview.ts';
import type { Paint, Style } from '../tty.ts';

/** The list of `turnpost matches`. */
export function matchList(
  db: Database,
  now: number,
  player: string | undefined,
  finished: boolean,
): Result<ListWriter, string> {
  const found = player === undefined ? undefined : similarPlayer(db, player);
  if (player !== undefined && found?.userid.toLowerCase() !== player.toLowerCase()) {
    const meant = found ? `\nDid you mean this: ${found.userid}` : '';
    return err(`There is no player ${player}.${meant}`);
  }
  return ok(finished ? finishedList(db, found?.id) : runningList(db, now, found?.id));
}

const dateOf = (at: number): string => new Date(at).toISOString().slice(0, 10);

/** The running matches: whose turn it is, and the days left. */
const runningList = (db: Database, now: number, playerId: number | undefined) =>
  listing(
    inPages(
      (after, most) => runningMatches(db, { playerId, after, most }, now),
      ({ match }) => match.board,
    ),
    {
      fields: [
        numberColumn('BOARD', 'board', ({ match }) => match.board),
        textColumn('GAME', 'game', ({ match }) => match.rules),
        textColumn('BLACK', 'black', ({ match }) => match.black.userid),
        textColumn('WHITE', 'white', ({ match }) => match.white.userid),
        textColumn('TURN', 'turn', ({ match }) => match[match.position.turn].userid),
        jsonField('colour', ({ match }) => match.position.turn),
        numberColumn('PLIES', 'plies', ({ match }) => match.moves.length),
        jsonField('rated', ({ match }) => match.rated === true),
        jsonField('hints', ({ match }) => match.hints === true),
        jsonField('startedAt', ({ startedAt }) => isoTime(startedAt)),
        jsonField('changedAt', ({ changedAt }) => isoTime(changedAt)),
        jsonField('pace', ({ match }) => match.pace && makePace(match.pace)),
        numberColumn('DAYS LEFT', 'daysLeft', ({ daysLeft }) => daysLeft, {
          style: ({ daysLeft }) => (daysLeft === 0 ? 'red' : undefined),
        }),
        jsonField('lostAt', ({ lostAt }) => isoTime(lostAt)),
      ],
      none: 'No match is being played.',
    },
  );

const finishedList = (db: Database, playerId: number | undefined) =>
  listing(
    inPages(
      (after, most) => endedMatches(db, { playerId, after, most }),
      ({ board }) => board,
    ),
    {
      fields: [
        numberColumn('BOARD', 'board', ({ board }) => board),
        textColumn('GAME', 'game', ({ rules }) => rules),
        textColumn('BLACK', 'black', ({ black }) => black),
        textColumn('WHITE', 'white', ({ white }) => white),
        textColumn('WON', 'winner', ({ winner }) => winner),
        numberColumn('PLIES', 'plies', ({ plies }) => plies),
        jsonField('startedAt', ({ startedAt }) => isoTime(startedAt)),
        timeColumn('ENDED', 'endedAt', ({ endedAt }) => endedAt, dateOf),
        textColumn('BY', 'ending', ({ ending }) => ending),
      ],
      none: 'No match is finished yet.',
    },
  );

/**
 * The list of `turnpost players`. The last activity is as coarse as other players see it, and addresses are
 * shown only on request.
 */
export function playerList(db: Database, now: number, addresses: boolean): ListWriter {
  const today = dayAt(now, 'UTC');
  const seen = ({ active }: ListedPlayer) => activeWithin(today - active);
  const allOf = ({ id }: ListedPlayer) => addressesOf(db, id).map(({ address }) => address);
  const withAddresses = textColumn('ADDRESSES', 'addresses', allOf, {
    text: (player) => allOf(player).join(' '),
  });
  return listing(
    inPages(
      (after, most) => listedPlayers(db, after, most),
      ({ id }) => id,
    ),
    {
      fields: [
        textColumn('PLAYER', 'userid', ({ userid }) => userid),
        timeColumn('SINCE', 'since', ({ since }) => since, dateOf),
        textColumn('SEEN', 'seenWithin', seen, { text: (player) => SEEN[seen(player)] }),
        numberColumn('BOARDS', 'boards', ({ boards }) => boards),
        textColumn('NOTE', undefined, noteOf, { style: () => 'yellow' }),
        jsonField('suspended', ({ suspended }) => suspended === 1),
        jsonField('lettersStopped', ({ addressSuspended }) => addressSuspended === 1),
        jsonField('hasAddress', ({ address }) => address !== undefined),
        ...(addresses ? [withAddresses] : []),
      ],
      none: 'Nobody has an account yet.',
    },
  );
}

const SEEN: Readonly<Record<ReturnType<typeof activeWithin>, string>> = {
  week: 'this week',
  month: 'this month',
  year: 'this year',
  earlier: 'long ago',
};

const noteOf = ({ suspended, addressSuspended, address }: ListedPlayer): string =>
  [
    ...(suspended ? ['suspended'] : []),
    ...(addressSuspended ? ['e-mails came back'] : []),
    ...(address === undefined ? ['no address'] : []),
  ].join(', ');

/**
 * The list of `turnpost letters`: the letters in a state, the newest last. The only text shown from the
 * sender is the domain, so that none of it can control the terminal.
 */
export const letterList = (db: Database, state: InboxState = 'put-aside') =>
  listing(
    inPages(
      (after, most) =>
        listedLetters(db, { state, after, most, headBytes: letterLimits.headerBytes }),
      ({ id }) => id,
    ),
    {
      fields: [
        numberColumn('ID', 'id', ({ id }) => id),
        jsonField('state', () => state),
        timeColumn('RECEIVED', 'receivedAt', ({ receivedAt }) => receivedAt, minuteText),
        numberColumn('BYTES', 'bytes', ({ bytes }) => bytes),
        numberColumn('RUNS', 'runs', ({ attempts }) => attempts),
        textColumn('REASON', 'reason', ({ reason }) => reason || undefined),
        textColumn('FROM', 'from', ({ head }) => domainOf(head)),
      ],
      none: state === 'put-aside' ? 'No e-mail is put aside.' : `No e-mail is ${state}.`,
      hint: state === 'put-aside' ? 'To read an e-mail again: turnpost replay ID' : undefined,
    },
  );

/** The domain of the only From address, in ASCII; undefined: none. */
function domainOf(head: Uint8Array | undefined): string | undefined {
  const sender = head && parseSender(headerFields(head));
  return sender?.ok ? sender.value.slice(sender.value.lastIndexOf('@') + 1) : undefined;
}

/** A filter of the outbox; `domain` undefined: all domains. */
export interface OutboxQuery {
  readonly states: readonly OutgoingState[];
  readonly domain: string | undefined;
}

/** The list of `turnpost outbox`: outgoing letters by state, the oldest of each state first. */
export const outboxList = (db: Database, now: number, { states, domain }: OutboxQuery) =>
  listing(
    (function* () {
      for (const state of states) {
        yield* inPages(
          (after, most) => outLetters(db, state, { domain, after, most }),
          ({ id }) => id,
        );
      }
    })(),
    {
      fields: [
        numberColumn('ID', 'id', ({ id }) => id),
        textColumn('STATE', 'state', ({ state }) => state, { style: ({ state }) => STYLES[state] }),
        textColumn('KIND', 'kind', ({ kind }) => kind),
        jsonField('board', ({ board }) => board),
        textColumn('TO', 'to', (letter) => letter.domain),
        jsonField('createdAt', ({ createdAt }) => isoTime(createdAt)),
        numberColumn('AGE', undefined, ({ createdAt }) => ageText(now - createdAt)),
        numberColumn('TRIES', 'tries', ({ tries }) => tries),
        jsonField('nextTryAt', ({ nextAt }) => isoTime(nextAt)),
        jsonField('sentAt', ({ sentAt }) => isoTime(sentAt)),
        // Letters to the address came back, so none is sent there for some days.
        textColumn('LAST REPLY', 'lastReply', ({ said }) => said, {
          text: ({ said, stopped }) => (stopped ? 'address stopped' : (said ?? '-')),
        }),
        jsonField('addressStopped', ({ stopped }) => stopped === 1),
      ],
      none: 'There is no such e-mail.',
    },
  );

const STYLES: Partial<Record<OutgoingState, Style>> = { waiting: 'yellow', failed: 'red' };

/** A field of a row: a column for people, a JSON key for programs, or both. */
interface Field<Row> {
  readonly title?: string;
  readonly name?: string;
  readonly value: (row: Row) => unknown;
  /** The text for people; otherwise the value, and a dash for none. */
  readonly text?: (row: Row) => string;
  readonly right?: true;
  readonly style?: (row: Row) => Style | undefined;
}

type Value<Row> = Field<Row>['value'];
type Display<Row> = Pick<Field<Row>, 'text' | 'style'>;

const jsonField = <Row>(name: string, value: Value<Row>): Field<Row> => ({ name, value });

/** A column of text; without a name it is not in JSON. */
const textColumn = <Row>(
  title: string,
  name: string | undefined,
  value: Value<Row>,
  more: Display<Row> = {},
): Field<Row> => ({ title, ...(name !== undefined && { name }), value, ...more });

const numberColumn = <Row>(...field: Parameters<typeof textColumn<Row>>): Field<Row> => ({
  ...textColumn(...field),
  right: true,
});

const timeColumn = <Row>(
  title: string,
  name: string,
  at: (row: Row) => number,
  shown: (at: number) => string,
): Field<Row> =>
  textColumn(title, name, (row) => isoTime(at(row)), { text: (row) => shown(at(row)) });

interface ListSpec<Row> {
  readonly fields: readonly Field<Row>[];
  readonly none: string;
  readonly hint?: string | undefined;
}

/** The rows of a list, read page by page. */
function* inPages<Row>(
  page: (after: number, most: number) => readonly Row[],
  keyOf: (row: Row) => number,
): Generator<Row> {
  for (let after = 0; ; ) {
    const rows = page(after, databaseLimits.listRows);
    yield* rows;
    const last = rows.at(-1);
    if (last === undefined || rows.length < databaseLimits.listRows) return;
    after = keyOf(last);
  }
}

/** Writes the lines of a list, for people or as one JSON array for programs. */
type ListWriter = (format: { readonly json: boolean; readonly paint: Paint }) => Iterable<string>;

/** Makes the writer of a list. Rows are read while they are printed, so a long list takes no memory. */
export const listing =
  <Row>(rows: Iterable<Row>, list: ListSpec<Row>): ListWriter =>
  ({ json, paint }) =>
    json ? jsonLines(rows, list) : textLines(rows, list, paint);

/** Columns are as wide as the first page needs; later cells that are wider are not cut. */
function* textLines<Row>(
  rows: Iterable<Row>,
  { fields, none, hint }: ListSpec<Row>,
  paint: Paint,
): Generator<string> {
  const columns = fields.filter(({ title }) => title !== undefined);
  const titles = columns.map(({ title = '' }) => ({
    text: title,
    style: 'bold' as Style | undefined,
  }));
  const page: (typeof titles)[] = [];
  let lineOf: ((cells: typeof titles) => string) | undefined;
  const firstPage = (): readonly string[] => {
    const table = [titles, ...page];
    const widths = titles.map((_, at) =>
      Math.max(...table.map((row) => row[at]?.text.length ?? 0)),
    );
    lineOf = (cells) =>
      cells
        .map(({ text, style }, at) => {
          const rest = ' '.repeat(Math.max(0, (widths[at] ?? 0) - text.length));
          const painted = style && text !== '' ? paint(style, text) : text;
          return columns[at]?.right ? rest + painted : painted + rest;
        })
        .join('  ')
        .trimEnd();
    return table.map(lineOf);
  };
  for (const row of rows) {
    const cells = columns.map(({ value, text, style }) => ({
      text: printable(text ? text(row) : String(value(row) ?? '-')),
      style: style?.(row),
    }));
    if (lineOf) yield lineOf(cells);
    else if (page.push(cells) === databaseLimits.listRows) yield* firstPage();
  }
  if (!lineOf && page.length > 0) yield* firstPage();
  if (!lineOf) yield none;
  else if (hint !== undefined) yield hint;
}

/** One array, a row per line. */
function* jsonLines<Row>(rows: Iterable<Row>, { fields }: ListSpec<Row>): Generator<string> {
  let line = '[';
  for (const row of rows) {
    yield line === '[' ? line : `${line},`;
    const named = fields.flatMap(({ name, value }) => (name ? [[name, value(row) ?? null]] : []));
    line = JSON.stringify(Object.fromEntries(named));
  }
  yield line;
  yield ']';
}

/** Replaces control characters in what others wrote. */
const printable = (text: string): string => text.replace(/[\p{C}\p{Zl}\p{Zp}]/gu, '?');

export const isoTime = (at: number | undefined): string | undefined =>
  at === undefined ? undefined : new Date(at).toISOString();

const MINUTE_MS = 60_000;
const UNITS: readonly (readonly [ms: number, name: string])[] = [
  [24 * 60 * MINUTE_MS, 'd'],
  [60 * MINUTE_MS, 'h'],
  [MINUTE_MS, 'min'],
];

/** An age in its largest whole unit: `3 d`, `5 h`, `12 min`. */
function ageText(ms: number): string {
  const [unit, name] = UNITS.find(([each]) => ms >= each) ?? [MINUTE_MS, 'min'];
  return `${Math.max(0, Math.floor(ms / unit))} ${name}`;
}
