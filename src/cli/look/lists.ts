import type { InboxState } from '../../command/shape/admin-reading.ts';
import { activeWithin } from '../../command/shape/here.ts';
import { headerBytesMax } from '../../limits.ts';
import { headerFields } from '../../mail/header.ts';
import { parseSender } from '../../mail/sender.ts';
import { dayAt } from '../../match/calendar.ts';
import { makePace } from '../../match/pace.ts';
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
import { type ListedLetter, listedLetters } from '../../store/reading/overview.ts';
import { type Column, inPages, isoTime, type Listing, listLines } from './list.ts';

/** Which matches are meant. */
export interface MatchesAsked {
  /** A userid; undefined: everybody's. */
  readonly player: string | undefined;
  readonly finished: boolean;
}

/** What `turnpost matches` prints, or that there is no such player. */
export function matchLines(
  db: Database,
  now: number,
  { player, finished }: MatchesAsked,
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

const dash = '-';
const dateOf = (at: number): string => new Date(at).toISOString().slice(0, 10);

/** The matches that are played, whose turn it is, and the days left. */
const runningList = (
  db: Database,
  now: number,
  playerId: number | undefined,
): Listing<RunningMatch> => ({
  rows: inPages(
    (after, most) => runningMatches(db, { playerId, after, most }, now),
    ({ match }) => match.board,
  ),
  columns: [
    { title: 'BOARD', right: true, text: ({ match }) => String(match.board) },
    { title: 'GAME', text: ({ match }) => match.rules },
    { title: 'BLACK', text: ({ match }) => match.black.userid },
    { title: 'WHITE', text: ({ match }) => match.white.userid },
    { title: 'TURN', text: turnOf },
    { title: 'PLIES', right: true, text: ({ match }) => String(match.moves.length) },
    {
      title: 'DAYS LEFT',
      right: true,
      text: ({ daysLeft }) => String(daysLeft ?? dash),
      style: ({ daysLeft }) => (daysLeft === 0 ? 'red' : undefined),
    },
  ],
  none: 'No match is being played.',
  object: ({ match, startedAt, changedAt, daysLeft, lostAt }) => ({
    board: match.board,
    game: match.rules,
    black: match.black.userid,
    white: match.white.userid,
    turn: turnOf({ match }),
    colour: match.position.turn,
    plies: match.moves.length,
    rated: match.rated === true,
    hints: match.hints === true,
    startedAt: isoTime(startedAt),
    changedAt: isoTime(changedAt),
    pace: match.pace ? makePace(match.pace) : null,
    daysLeft: daysLeft ?? null,
    lostAt: isoTime(lostAt),
  }),
});

/** Whose turn it is. */
const turnOf = ({ match }: Pick<RunningMatch, 'match'>): string =>
  match[match.position.turn].userid;

/** The matches that are over. */
const finishedList = (db: Database, playerId: number | undefined): Listing<EndedMatch> => ({
  rows: inPages(
    (after, most) => endedMatches(db, { playerId, after, most }),
    ({ board }) => board,
  ),
  columns: [
    { title: 'BOARD', right: true, text: ({ board }) => String(board) },
    { title: 'GAME', text: ({ rules }) => rules },
    { title: 'BLACK', text: ({ black }) => black },
    { title: 'WHITE', text: ({ white }) => white },
    { title: 'WON', text: ({ winner }) => winner ?? dash },
    { title: 'PLIES', right: true, text: ({ plies }) => String(plies) },
    { title: 'ENDED', text: ({ endedAt }) => dateOf(endedAt) },
    { title: 'BY', text: ({ ending }) => ending },
  ],
  none: 'No match is finished yet.',
  object: (match) => ({
    board: match.board,
    game: match.rules,
    black: match.black,
    white: match.white,
    winner: match.winner,
    ending: match.ending,
    plies: match.plies,
    startedAt: isoTime(match.startedAt),
    endedAt: isoTime(match.endedAt),
  }),
});

/**
 * What `turnpost players` prints: everybody with an account. When somebody was heard of last is told as
 * roughly as other players see it, and addresses only to somebody who asks for them.
 */
export const playerList = (
  db: Database,
  now: number,
  addresses: boolean,
): Listing<ListedPlayer> => {
  const today = dayAt(now, 'UTC');
  const allOf = ({ id }: ListedPlayer) => addressesOf(db, id).map(({ address }) => address);
  const withAddresses: Column<ListedPlayer> = {
    title: 'ADDRESSES',
    text: (player) => allOf(player).join(' '),
  };
  return {
    rows: inPages(
      (after, most) => listedPlayers(db, after, most),
      ({ id }) => id,
    ),
    columns: [
      { title: 'PLAYER', text: ({ userid }) => userid },
      { title: 'SINCE', text: ({ since }) => new Date(since).toISOString().slice(0, 10) },
      { title: 'SEEN', text: ({ active }) => SEEN[activeWithin(today - active)] },
      { title: 'BOARDS', right: true, text: ({ boards }) => String(boards) },
      { title: 'NOTE', text: noteOf, style: () => 'yellow' },
      ...(addresses ? [withAddresses] : []),
    ],
    none: 'Nobody has an account yet.',
    object: (player) => ({
      userid: player.userid,
      since: isoTime(player.since),
      seenWithin: activeWithin(today - player.active),
      boards: player.boards,
      suspended: player.suspended === 1,
      lettersStopped: player.stopped === 1,
      hasAddress: player.address !== null,
      ...(addresses && { addresses: allOf(player) }),
    }),
  };
};

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
 * What `turnpost letters` prints: the letters in a state, the newest last. Of what the sender wrote it
 * shows the domain and nothing else, so that no terminal is at a stranger's mercy.
 */
export const letterList = (
  db: Database,
  state: InboxState = 'put-aside',
): Listing<ListedLetter> => ({
  rows: inPages(
    (after, most) => listedLetters(db, { state, after, most, headBytes: headerBytesMax }),
    ({ id }) => id,
  ),
  columns: [
    { title: 'ID', right: true, text: ({ id }) => String(id) },
    { title: 'RECEIVED', text: ({ receivedAt }) => minuteText(receivedAt) },
    { title: 'BYTES', right: true, text: ({ bytes }) => (bytes === null ? '-' : String(bytes)) },
    { title: 'RUNS', right: true, text: ({ attempts }) => String(attempts) },
    { title: 'REASON', text: ({ reason }) => reason || '-' },
    { title: 'FROM', text: ({ head }) => domainOf(head) ?? '-' },
  ],
  none: state === 'put-aside' ? 'No letter is put aside.' : `No letter is ${state}.`,
  ...(state === 'put-aside' && { hint: 'To have one read again: turnpost replay ID' }),
  object: (letter) => ({
    id: letter.id,
    state,
    receivedAt: isoTime(letter.receivedAt),
    bytes: letter.bytes,
    runs: letter.attempts,
    reason: letter.reason || null,
    from: domainOf(letter.head) ?? null,
  }),
});

/** The domain of the one plain address that a letter is from, in ASCII. */
function domainOf(head: Uint8Array | null): string | undefined {
  const sender = head && parseSender(headerFields(head));
  return sender?.ok ? sender.value.slice(sender.value.lastIndexOf('@') + 1) : undefined;
}
