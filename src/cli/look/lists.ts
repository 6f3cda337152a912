import {
  type InboxState,
  OUT_STANDINGS,
  type OutStanding,
} from '../../command/shape/admin-reading.ts';
import { activeWithin } from '../../command/shape/types.ts';
import { headerBytesMax } from '../../limits.ts';
import { headerFields } from '../../mail/header.ts';
import { parseSender } from '../../mail/sender.ts';
import { dayAt } from '../../match/calendar.ts';
import { makePace } from '../../match/clock.ts';
import { minuteText } from '../../ports.ts';
import { err, ok, type Result } from '../../result.ts';
import type { Database } from '../../store/file/database.ts';
import { addressesOf } from '../../store/people/addresses.ts';
import { playerOfUserid } from '../../store/people/players.ts';
import {
  type EndedMatch,
  endedMatches,
  type ListedPlayer,
  listedPlayers,
  type RunningMatch,
  runningMatches,
} from '../../store/reading/match-list.ts';
import { type OutLetter, outLetters } from '../../store/reading/outbox-list.ts';
import { type ListedLetter, listedLetters } from '../../store/reading/overview.ts';
import { printList } from '../configured.ts';
import type { Style } from '../line/tty.ts';
import {
  ageText,
  inPages,
  isoTime,
  jsonField,
  type Listing,
  listLines,
  numberColumn,
  textColumn,
  timeColumn,
} from './list.ts';

export { listLines, printList };

/** A filter of the matches. */
interface MatchFilter {
  /** A userid; undefined: all players. */
  readonly player: string | undefined;
  readonly finished: boolean;
}

/** Runs `turnpost matches`. @returns the lines, or an error for an unknown player */
export function matchLines(
  db: Database,
  now: number,
  { player, finished }: MatchFilter,
  how: Parameters<typeof listLines>[1],
): Result<Iterable<string>, string> {
  const seat = player === undefined ? undefined : playerOfUserid(db, player);
  if (player !== undefined && seat?.userid.toLowerCase() !== player.toLowerCase()) {
    const meant = seat ? `\nDid you mean this: ${seat.userid}` : '';
    return err(`There is no player ${player}.${meant}`);
  }
  return ok(
    finished
      ? listLines(finishedList(db, seat?.id), how)
      : listLines(runningList(db, now, seat?.id), how),
  );
}

const dateOf = (at: number): string => new Date(at).toISOString().slice(0, 10);

/** The running matches: whose turn it is, and the days left. */
const runningList = (
  db: Database,
  now: number,
  playerId: number | undefined,
): Listing<RunningMatch> => ({
  rows: inPages(
    (after, most) => runningMatches(db, { playerId, after, most }, now),
    ({ match }) => match.board,
  ),
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
    jsonField('pace', ({ match }) => (match.pace ? makePace(match.pace) : null)),
    numberColumn('DAYS LEFT', 'daysLeft', ({ daysLeft }) => daysLeft ?? null, {
      style: ({ daysLeft }) => (daysLeft === 0 ? 'red' : undefined),
    }),
    jsonField('lostAt', ({ lostAt }) => isoTime(lostAt)),
  ],
  none: 'No match is being played.',
});

/** The finished matches. */
const finishedList = (db: Database, playerId: number | undefined): Listing<EndedMatch> => ({
  rows: inPages(
    (after, most) => endedMatches(db, { playerId, after, most }),
    ({ board }) => board,
  ),
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
});

/**
 * The list of `turnpost players`. The last activity is as coarse as other players see it, and addresses are
 * shown only on request.
 */
export function playerList(db: Database, now: number, addresses: boolean): Listing<ListedPlayer> {
  const today = dayAt(now, 'UTC');
  const seen = ({ active }: ListedPlayer) => activeWithin(today - active);
  const allOf = ({ id }: ListedPlayer) => addressesOf(db, id).map(({ address }) => address);
  const withAddresses = textColumn('ADDRESSES', 'addresses', allOf, {
    text: (player) => allOf(player).join(' '),
  });
  return {
    rows: inPages(
      (after, most) => listedPlayers(db, after, most),
      ({ id }) => id,
    ),
    fields: [
      textColumn('PLAYER', 'userid', ({ userid }) => userid),
      timeColumn('SINCE', 'since', ({ since }) => since, dateOf),
      textColumn('SEEN', 'seenWithin', seen, { text: (player) => SEEN[seen(player)] }),
      numberColumn('BOARDS', 'boards', ({ boards }) => boards),
      textColumn('NOTE', undefined, noteOf, { style: () => 'yellow' }),
      jsonField('suspended', ({ suspended }) => suspended === 1),
      jsonField('lettersStopped', ({ stopped }) => stopped === 1),
      jsonField('hasAddress', ({ address }) => address !== null),
      ...(addresses ? [withAddresses] : []),
    ],
    none: 'Nobody has an account yet.',
  };
}

const SEEN: Readonly<Record<ReturnType<typeof activeWithin>, string>> = {
  week: 'this week',
  month: 'this month',
  year: 'this year',
  earlier: 'long ago',
};

const noteOf = ({ suspended, stopped, address }: ListedPlayer): string =>
  [
    ...(suspended ? ['suspended'] : []),
    ...(stopped ? ['letters came back'] : []),
    ...(address === null ? ['no address'] : []),
  ].join(', ');

/**
 * The list of `turnpost letters`: the letters in a state, the newest last. The only text shown from the
 * sender is the domain, so that none of it can control the terminal.
 */
export const letterList = (
  db: Database,
  state: InboxState = 'put-aside',
): Listing<ListedLetter> => ({
  rows: inPages(
    (after, most) => listedLetters(db, { state, after, most, headBytes: headerBytesMax }),
    ({ id }) => id,
  ),
  fields: [
    numberColumn('ID', 'id', ({ id }) => id),
    jsonField('state', () => state),
    timeColumn('RECEIVED', 'receivedAt', ({ receivedAt }) => receivedAt, minuteText),
    numberColumn('BYTES', 'bytes', ({ bytes }) => bytes),
    numberColumn('RUNS', 'runs', ({ attempts }) => attempts),
    textColumn('REASON', 'reason', ({ reason }) => reason || null),
    textColumn('FROM', 'from', ({ head }) => domainOf(head) ?? null),
  ],
  none: state === 'put-aside' ? 'No letter is put aside.' : `No letter is ${state}.`,
  hint: state === 'put-aside' ? 'To have one read again: turnpost replay ID' : undefined,
});

/** The domain of the only From address, in ASCII; undefined: none. */
function domainOf(head: Uint8Array | null): string | undefined {
  const sender = head && parseSender(headerFields(head));
  return sender?.ok ? sender.value.slice(sender.value.lastIndexOf('@') + 1) : undefined;
}

/** A filter of the outbox; `domain` undefined: all domains. */
export interface OutboxQuery {
  readonly states: readonly OutStanding[];
  readonly domain: string | undefined;
}

/** The default filter: letters on their way, and those that failed. */
export const DEFAULT_OUT_STATES = OUT_STANDINGS.filter(
  (state) => state !== 'sent' && state !== 'withheld',
);

/** The list of `turnpost outbox`: outgoing letters by state, the oldest of each state first. */
export const outboxList = (
  db: Database,
  now: number,
  { states, domain }: OutboxQuery,
): Listing<OutLetter> => ({
  rows: inStates(states, (state) =>
    inPages(
      (after, most) => outLetters(db, state, { domain, after, most }),
      ({ id }) => id,
    ),
  ),
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
  none: 'There is no such letter.',
});

const STYLES: Partial<Record<OutStanding, Style>> = { waiting: 'yellow', failed: 'red' };

function* inStates<Row>(
  states: readonly OutStanding[],
  rowsOf: (state: OutStanding) => Iterable<Row>,
): Generator<Row> {
  for (const state of states) yield* rowsOf(state);
}
