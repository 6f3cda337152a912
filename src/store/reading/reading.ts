import { againAt } from '../../budget/charge.ts';
import type { Queries } from '../../command/shape/types.ts';
import { storedRules } from '../../engine/registry.ts';
import { oneDayMs, oneHourMs, questionLimits } from '../../limits.ts';
import { dayAt } from '../../match/clock.ts';
import type { Offer, OfferKind } from '../../match/offer.ts';
import { type PendingOnBoard, parseConditionals, type Queue } from '../../match/queue.ts';
import type { DatedRating } from '../../match/rating.ts';
import { ratingAt } from '../../match/rating.ts';
import { makeRecord } from '../../match/record/record.ts';
import { type Finished, type FinishedQuery, robotNamed, type Watcher } from '../../match/types.ts';
import { useridKey } from '../../player/address.ts';
import type { Player } from '../../player/settings.ts';
import { timeWindow } from '../../ports.ts';
import { type Database, sql } from '../file/database.ts';
import { questionsSince, timesOf } from '../letters/counters.ts';
import { isUnsentChallenge } from '../letters/outbox.ts';
import { addressesOf, openInvitation } from '../people/addresses.ts';
import { personalRows } from '../people/personal.ts';
import {
  isSuspended,
  nextPlayerId,
  playerByAddress,
  playerById,
  playerByUserid,
  playerIds,
  tutorialBoardOf,
  useridTaken,
} from '../people/players.ts';
import { challengeOf, challengesToAll, nextNumber, openChallenges } from '../play/challenges.ts';
import { robotTurnsWaiting } from '../play/jobs.ts';
import {
  activeMatches,
  gameOn,
  matchesToMove,
  matchOf,
  parseEnding,
  standsOnRunningBoard,
} from '../play/matches.ts';
import { recordsOf, storedRating } from '../play/ratings.ts';
import { daysOffFrom, turnClock } from '../play/turn-clocks.ts';
import {
  attemptOf,
  nextPuzzle,
  openAttempt,
  puzzleExists,
  puzzleStandings,
  standingOf,
} from '../puzzle/puzzles.ts';
import { adminQueriesOf } from './admin-reading.ts';
import { playerSummaries } from './match-list.ts';

/** Finished matches without their records, the newest first. */
function finishedMatches(
  db: Database,
  { playerId, rules, skip, most }: FinishedQuery,
): readonly Finished[] {
  const which =
    playerId === undefined
      ? sql`ending is not null and rules = ${rules}`
      : sql`board in (
          select board from matches where black_id = ${playerId} and ending is not null
          union
          select board from matches where white_id = ${playerId} and ending is not null
        ) and rules = coalesce(${rules}, rules)`;
  const rows =
    sql`select board, rules, black.userid as black, white.userid as white, winner, ending,
      length(moves) - length(replace(moves, ' ', '')) + (moves <> '') as plies,
      changed_at as endedAt
    from matches
    join players black on black.id = matches.black_id
    join players white on white.id = matches.white_id
    where ${which}
    order by changed_at desc, board desc
    limit ${most} + 0 offset ${skip}`.all<Finished>(db);
  return rows.map((row) => ({
    ...row,
    rules: storedRules(row.rules),
    ending: parseEnding(row.ending),
  }));
}

/** The open offer, conditional moves and watchers of a board. */
function pendingOn(db: Database, board: number): PendingOnBoard {
  const rows = sql`select kind, player_id as playerId, revision, facts
    from waiting
    where board = ${board} and kind in ('queue', 'watch')
    union all
    select kind, player_id, revision, null
    from board_offers
    where board = ${board} and state = 'open'
    order by player_id`.all<
    | { kind: 'queue'; playerId: number; revision: number; facts: string }
    | { kind: 'watch'; playerId: number; revision: number; facts: Watcher['what'] }
    | { kind: OfferKind; playerId: number; revision: number; facts: null }
  >(db);
  let offer: Offer | undefined;
  const queues = new Map<number, Queue>();
  const watchers: Watcher[] = [];
  for (const { kind, playerId, revision, facts } of rows) {
    if (kind === 'watch') watchers.push({ playerId, what: facts });
    else if (kind !== 'queue') offer = { board, kind, by: playerId, revision };
    else queues.set(playerId, { board, playerId, revision, lines: linesOf(db, board, facts) });
  }
  return { offer, queues, watchers };
}

/** @throws Error if conditional moves cannot be read: the row is damaged */
function linesOf(db: Database, board: number, facts: string): Queue['lines'] {
  const lines = parseConditionals(facts, gameOn(db, board));
  if (!lines) throw new Error(`board ${board}: damaged queue`);
  return lines;
}

/**
 * The queries of commands, answered from the database within the current transaction.
 *
 * @param arrivedAt the arrival of the letter, by which budgets count
 */
export function queriesOf(db: Database, now: number, arrivedAt = now): Queries {
  const dayAgo = now - oneDayMs;
  const playerWithoutAddress: Queries['playerWithoutAddress'] = (userid) => {
    const player = sql`select id, userid, language
      from players
      where userid_key = ${useridKey(userid)} and id > 0 and left_at is null
        and not exists (select 1 from addresses where player_id = players.id)`.get<PlayerWithoutAddress>(
      db,
    );
    return player?.userid.toLowerCase() === userid.toLowerCase() ? player : undefined;
  };
  const analyses = (playerId: number, ofHints: boolean): number =>
    sql`select count(*)
      from jobs
      where player_id = ${playerId} and kind = 'analysis' and at between ${dayAgo} and ${now}
        and (facts ->> '$.hintOn' is not null) = ${ofHints}`.value(db);
  return {
    playerById: (id) => playerById(db, id),
    playerByUserid: (userid) => playerByUserid(db, userid),
    playerWithoutAddress,
    knownPlayer: (userid) =>
      playerByUserid(db, userid) ?? playerWithoutAddress(userid) ?? robotNamed(userid),
    playerByAddress: (address) => playerByAddress(db, address),
    playerIds: () => playerIds(db),
    playerSummaries: (query) => playerSummaries(db, query),
    isSuspended: (playerId) => isSuspended(db, playerId),
    tutorialBoard: (playerId) => tutorialBoardOf(db, playerId),
    // Ids below 1 belong to no person. The running and the finished boards of each side have an index each.
    hasMetAnyone: (playerId) =>
      sql`select 1
      where exists (
          select 1 from matches where black_id = ${playerId} and white_id > 0 and ending is null
        )
        or exists (
          select 1 from matches where black_id = ${playerId} and white_id > 0 and ending is not null
        )
        or exists (
          select 1 from matches where white_id = ${playerId} and black_id > 0 and ending is null
        )
        or exists (
          select 1 from matches where white_id = ${playerId} and black_id > 0 and ending is not null
        )
        or exists (select 1 from challenges where challenged_id = ${playerId})
        or exists (
          select 1 from challenges
          where challenger_id = ${playerId} and coalesce(challenged_id, 1) > 0
        )
        or exists (
          select 1 from outbox
          where causer_id = ${playerId}
            and id >= (select min(id) from outbox where player_id = ${playerId})
            and address_key not in (select address_key from addresses where player_id = ${playerId})
        )`.exists(db),
    useridTaken: (userid) => robotNamed(userid) !== undefined || useridTaken(db, userid),
    match: (board) => matchOf(db, board),
    challenge: (number) => challengeOf(db, number),
    activeMatches: (playerId) => activeMatches(db, playerId),
    matchesToMove: (playerId) => matchesToMove(db, playerId),
    finishedMatches: (query) => finishedMatches(db, query),
    openChallenges: (playerId) => openChallenges(db, playerId),
    pendingOn: (board) => pendingOn(db, board),
    offersInLastDay: (board, playerId) =>
      sql`select count(*) from board_offers
      where board = ${board} and player_id = ${playerId}
        and created_at between ${dayAgo} and ${now}`.value(db),
    commentsInLastDay: (board, playerId) =>
      timesOf(db, { kind: 'say', key: playerId, other: board }, timeWindow(now, oneDayMs)).length,
    clock: (match) => turnClock(db, match, now),
    today: (zone) => dayAt(now, zone),
    daysOff: (playerId, from) => daysOffFrom(db, playerId, from),
    msSinceChange: (board) =>
      sql`select ${now} - changed_at from matches where board = ${board}`.value(db) ?? 0,
    submitted: (board, playerId) =>
      sql`select revision, facts as move
      from waiting
      where board = ${board} and player_id = ${playerId} and kind = 'submitted'`.get(db),
    robotTurnsWaiting: () => robotTurnsWaiting(db),
    challengesToAll: () => challengesToAll(db),
    watches: (playerId) =>
      sql`select board, facts as what
      from waiting
      join matches using (board)
      where player_id = ${playerId} and kind = 'watch' and ending is null
      order by board`.all(db),
    standsOnRunningBoard: (position) => standsOnRunningBoard(db, position),
    analysesInLastDay: (playerId) => analyses(playerId, false),
    hintsInLastDay: (playerId) => analyses(playerId, true),
    addressesOf: (playerId) => addressesOf(db, playerId),
    addressRequest: (id) =>
      sql`select player_id as playerId, address
      from address_requests
      where id = ${id} and created_at >= ${now - questionLimits.heldMs}`.get(db),
    blocks: (playerId, otherId) =>
      sql`select 1 from blocks
        where player_id = ${playerId} and blocked_id = ${otherId}`.exists(db),
    blockedUserids: (playerId) =>
      sql`select userid
      from blocks
      join players on players.id = blocked_id
      where player_id = ${playerId}
      order by userid_key`.values(db),
    questionsInLastDay: (address, proven) =>
      questionsSince(db, address, proven, timeWindow(now, oneDayMs)),
    hoursUntilAllowed(playerId, act, most, otherId) {
      const counter = { kind: act, key: playerId, other: otherId };
      const times = timesOf(db, counter, timeWindow(arrivedAt, oneDayMs));
      const allowedAt = againAt(times, most, oneDayMs);
      return allowedAt === undefined ? 0 : Math.ceil((allowedAt - arrivedAt) / oneHourMs);
    },
    allActsInLastDay: (act) =>
      sql`select count(*) from counters
      where kind = ${act} and at > ${arrivedAt - oneDayMs} and at <= ${arrivedAt}`.value(db),
    isUnannounced: ({ number, challenged }) =>
      challenged !== undefined && isUnsentChallenge(db, challenged.id, number),
    invitationFor: (address) => openInvitation(db, address),
    invitationsOf: (playerId) =>
      sql`select count(*) from invitations
        where inviter_id = ${playerId} and state = 'open'`.value(db),
    // What others have written to the player is theirs and not in it.
    everythingAbout: (playerId) =>
      Object.fromEntries(
        personalRows(db, playerId).map(([title, rows]) => {
          if (title === 'account') return [title, rows[0]];
          return [title, title === 'boards' ? rows.flatMap((row) => recordOf(db, row)) : rows];
        }),
      ),
    nextNumber: () => nextNumber(db),
    nextPlayerId: () => nextPlayerId(db),
    ratings: {
      of: (playerId, rules) => ratingAt(storedRating(db, playerId, rules), now),
      standings: (rules) =>
        sql`select userid, rating, deviation, volatility, matches, at
        from ratings
        join players on players.id = player_id
        where rules = ${rules} and left_at is null
        order by rating desc, userid`
          .all<DatedRating & { readonly userid: string }>(db)
          .map(({ userid, ...rating }) => ({ userid, rating: ratingAt(rating, now) })),
      records: (playerId) => recordsOf(db, playerId, now),
    },
    puzzles: {
      attempt: (playerId, number) => attemptOf(db, playerId, number),
      open: (playerId, rules) => openAttempt(db, playerId, rules),
      next: (playerId, rules) => nextPuzzle(db, playerId, rules, now),
      exists: (rules) => puzzleExists(db, rules),
      standing: (playerId) => standingOf(db, playerId, now),
      standings: () => puzzleStandings(db, now),
      givenInLastDay: (playerId) =>
        sql`select count(*) from puzzle_attempts
          where player_id = ${playerId} and given_at between ${dayAgo} and ${now}`.value(db),
    },
    admin: adminQueriesOf(db, now),
  };
}

type PlayerWithoutAddress = Omit<Player, 'address'>;

function recordOf(db: Database, row: unknown) {
  const { board } = row as { readonly board: number };
  const match = matchOf(db, board);
  return match ? [{ board, record: makeRecord(match).trimEnd().split('\n') }] : [];
}
