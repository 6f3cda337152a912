import { againAt } from '../../budget/answers.ts';
import type { Queries } from '../../command/shape/types.ts';
import { oneDayMs, oneHourMs, pendingMsMax } from '../../limits.ts';
import { dayAt } from '../../match/calendar.ts';
import { ratingAt } from '../../match/rating.ts';
import { robotNamed } from '../../match/robot.ts';
import { type Database, timeWindow } from '../file/database.ts';
import { actsOfAll, questionsSince, timesOf } from '../letters/counters.ts';
import { isUnsentChallenge } from '../letters/outbox.ts';
import { addressesOf, requestOf } from '../people/addresses.ts';
import { openInvitation } from '../people/invitations.ts';
import {
  blockedBy,
  blocks,
  firstBoardOf,
  isKnown,
  isSuspended,
  nextPlayerId,
  playerByAddress,
  playerById,
  playerByUserid,
  playerIds,
  playerWithoutAddress,
  useridTaken,
} from '../people/players.ts';
import { daysOffFrom } from '../play/absences.ts';
import { challengeOf, challengesToAll, nextNumber, openChallenges } from '../play/challenges.ts';
import { finishedMatches } from '../play/finished.ts';
import { analysesSince, robotTurnsWaiting } from '../play/jobs.ts';
import {
  activeMatches,
  changedAt,
  matchOf,
  standsOnRunningBoard,
  turnsOf,
} from '../play/matches.ts';
import { recordsOf, standingsOf, storedRating } from '../play/ratings.ts';
import { turnClock } from '../play/turn-clocks.ts';
import { offersSince, submittedMove, waitingOn, watchesOf } from '../play/waiting.ts';
import { attemptOf, attemptsSince, openAttempt } from '../puzzle/attempts.ts';
import { nextPuzzle, puzzleExists, puzzleStandings, standingOf } from '../puzzle/puzzles.ts';
import { adminQueriesOf } from './admin-reading.ts';
import { everythingAbout } from './everything.ts';
import { playersHere } from './match-list.ts';

/**
 * The queries of commands, answered from the database within the current transaction.
 *
 * @param arrivedAt the arrival of the letter, by which budgets count
 */
export const queriesOf = (db: Database, now: number, arrivedAt = now): Queries => ({
  playerById: (id) => playerById(db, id),
  playerByUserid: (userid) => playerByUserid(db, userid),
  playerWithoutAddress: (userid) => playerWithoutAddress(db, userid),
  knownPlayer: (userid) =>
    playerByUserid(db, userid) ?? playerWithoutAddress(db, userid) ?? robotNamed(userid),
  playerByAddress: (address) => playerByAddress(db, address),
  playerIds: () => playerIds(db),
  playersHere: (query) => playersHere(db, query),
  isSuspended: (playerId) => isSuspended(db, playerId),
  firstBoard: (playerId) => firstBoardOf(db, playerId),
  isKnown: (playerId) => isKnown(db, playerId),
  useridTaken: (userid) => robotNamed(userid) !== undefined || useridTaken(db, userid),
  match: (board) => matchOf(db, board),
  challenge: (number) => challengeOf(db, number),
  activeMatches: (playerId) => activeMatches(db, playerId),
  turnsOf: (playerId) => turnsOf(db, playerId),
  finishedMatches: (query) => finishedMatches(db, query),
  openChallenges: (playerId) => openChallenges(db, playerId),
  waitingOn: (board) => waitingOn(db, board),
  offersToday: (board, playerId) => offersSince(db, board, playerId, timeWindow(now, oneDayMs)),
  saysToday: (board, playerId) =>
    timesOf(db, { kind: 'say', key: playerId, other: board }, timeWindow(now, oneDayMs)).length,
  clock: (match) => turnClock(db, match, now),
  today: (zone) => dayAt(now, zone),
  daysOff: (playerId, from) => daysOffFrom(db, playerId, from),
  restingMs: (board) => now - (changedAt(db, board) ?? now),
  submitted: (board, playerId) => submittedMove(db, board, playerId),
  robotTurnsWaiting: () => robotTurnsWaiting(db),
  challengesToAll: () => challengesToAll(db),
  watches: (playerId) => watchesOf(db, playerId),
  standsOnRunningBoard: (position) => standsOnRunningBoard(db, position),
  analysesToday: (playerId) => analysesSince(db, playerId, 'solve', timeWindow(now, oneDayMs)),
  hintsToday: (playerId) => analysesSince(db, playerId, 'hint', timeWindow(now, oneDayMs)),
  addressesOf: (playerId) => addressesOf(db, playerId),
  addressRequest: (id) => requestOf(db, id, now - pendingMsMax),
  blocks: (playerId, otherId) => blocks(db, playerId, otherId),
  blockedBy: (playerId) => blockedBy(db, playerId),
  questionsToday: (address, proven) =>
    questionsSince(db, address, proven, timeWindow(now, oneDayMs)),
  hoursToAct(playerId, act, most, otherId) {
    const counter = { kind: act, key: playerId, other: otherId };
    const times = timesOf(db, counter, timeWindow(arrivedAt, oneDayMs));
    const allowedAt = againAt(times, most, oneDayMs);
    return allowedAt === undefined ? 0 : Math.ceil((allowedAt - arrivedAt) / oneHourMs);
  },
  allActsToday: (act) => actsOfAll(db, act, timeWindow(arrivedAt, oneDayMs)),
  isUntold: ({ number, challenged }) =>
    challenged !== undefined && isUnsentChallenge(db, challenged.id, number),
  invitationFor: (address) => openInvitation(db, address),
  everythingAbout: (playerId) => everythingAbout(db, playerId),
  nextNumber: () => nextNumber(db),
  nextPlayerId: () => nextPlayerId(db),
  ratings: {
    of: (playerId, rules) => ratingAt(storedRating(db, playerId, rules), now),
    standings: (rules) => standingsOf(db, rules, now),
    records: (playerId) => recordsOf(db, playerId, now),
  },
  puzzles: {
    attempt: (playerId, number) => attemptOf(db, playerId, number),
    open: (playerId, rules) => openAttempt(db, playerId, rules),
    next: (playerId, rules) => nextPuzzle(db, playerId, rules, now),
    exists: (rules) => puzzleExists(db, rules),
    standing: (playerId) => standingOf(db, playerId, now),
    standings: () => puzzleStandings(db, now),
    givenToday: (playerId) => attemptsSince(db, playerId, timeWindow(now, oneDayMs)),
  },
  admin: adminQueriesOf(db, now),
});
