import { makePace } from '../../match/pace.ts';
import { err, ok, type Result } from '../../result.ts';
import type { Database } from '../../store/file/database.ts';
import { playerOfUserid } from '../../store/people/players.ts';
import {
  type EndedMatch,
  endedMatches,
  type RunningMatch,
  runningMatches,
} from '../../store/reading/match-list.ts';
import { inPages, isoTime, type List, listLines } from './list.ts';

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
): List<RunningMatch> => ({
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
const finishedList = (db: Database, playerId: number | undefined): List<EndedMatch> => ({
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
