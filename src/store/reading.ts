import type { Reading } from '../command/types.ts';
import { heldMsMax, oneDayMs } from '../limits.ts';
import { dayAt } from '../match/calendar.ts';
import { ratingAt } from '../match/rating-history.ts';
import { actsSince, allActsSince } from './acts.ts';
import { addressesOf, requestOf } from './addresses.ts';
import { adminReadingOf } from './admin-reading.ts';
import { analysesSince } from './analyses.ts';
import { blockedBy, blocks } from './blocks.ts';
import { offersSince, openOffer } from './board-offers.ts';
import { withStart } from './challenge-starts.ts';
import { challengeOf, challengesToAll, nextNumber, openChallenges } from './challenges.ts';
import type { Database } from './database.ts';
import { everythingAbout } from './everything.ts';
import { finishedMatches } from './finished.ts';
import { heldSince } from './held.ts';
import { openInvitation } from './invitations.ts';
import { lately } from './lately.ts';
import { activeMatches, changedAt, matchOf, standsOnRunningBoard, turnsOf } from './matches.ts';
import {
  nextPlayerId,
  playerByAddress,
  playerById,
  playerByUserid,
  playerIds,
  playerWithoutAddress,
  useridTaken,
} from './players.ts';
import { storedRating } from './ratings.ts';
import { saysSince } from './says.ts';
import { recordsOf, standingsOf } from './standings.ts';
import { isSuspended } from './suspended-players.ts';
import { turnClock } from './turn-clocks.ts';
import { daysOffFrom } from './vacations.ts';
import { queueOf, submittedMove } from './waiting-moves.ts';
import { watchersOf, watchesOf } from './watches.ts';

/** What commands may look up, answered from the database as it stands in this transaction. */
export const readingOf = (db: Database, now: number): Reading => ({
  playerById: (id) => playerById(db, id),
  playerByUserid: (userid) => playerByUserid(db, userid),
  playerWithoutAddress: (userid) => playerWithoutAddress(db, userid),
  knownPlayer: (userid) => playerByUserid(db, userid) ?? playerWithoutAddress(db, userid),
  playerByAddress: (address) => playerByAddress(db, address),
  playerIds: () => playerIds(db),
  isSuspended: (playerId) => isSuspended(db, playerId),
  useridTaken: (userid) => useridTaken(db, userid),
  match: (board) => matchOf(db, board),
  challenge: (number) => withStart(db, challengeOf(db, number)),
  activeMatches: (playerId) => activeMatches(db, playerId),
  turnsOf: (playerId) => turnsOf(db, playerId),
  finishedMatches: (query) => finishedMatches(db, query),
  openChallenges: (playerId) => openChallenges(db, playerId),
  openOffer: (board) => openOffer(db, board),
  offersToday: (board, playerId) => offersSince(db, board, playerId, lately(now, oneDayMs)),
  saysToday: (board, playerId) => saysSince(db, board, playerId, lately(now, oneDayMs)),
  clock: (match) => turnClock(db, match, now),
  today: (zone) => dayAt(now, zone),
  daysOff: (playerId, from) => daysOffFrom(db, playerId, from),
  restingMs: (board) => now - (changedAt(db, board) ?? now),
  submitted: (board, playerId) => submittedMove(db, board, playerId),
  queue: (board, playerId) => queueOf(db, board, playerId),
  challengesToAll: () => challengesToAll(db),
  watchers: (board) => watchersOf(db, board),
  watches: (playerId) => watchesOf(db, playerId),
  standsOnRunningBoard: (position) => standsOnRunningBoard(db, position),
  analysesToday: (playerId) => analysesSince(db, playerId, lately(now, oneDayMs)),
  addressesOf: (playerId) => addressesOf(db, playerId),
  addressRequest: (id) => requestOf(db, id, now - heldMsMax),
  blocks: (playerId, otherId) => blocks(db, playerId, otherId),
  blockedBy: (playerId) => blockedBy(db, playerId),
  confirmationsToday: (address) => heldSince(db, address, lately(now, oneDayMs)),
  actsToday: (playerId, act) => actsSince(db, playerId, act, lately(now, oneDayMs)),
  allActsToday: (act) => allActsSince(db, act, lately(now, oneDayMs)),
  invitationFor: (address) => openInvitation(db, address),
  everythingAbout: (playerId) => everythingAbout(db, playerId),
  nextNumber: () => nextNumber(db),
  nextPlayerId: () => nextPlayerId(db),
  ratings: {
    of: (playerId, rules) => ratingAt(storedRating(db, playerId, rules), now),
    standings: (rules) => standingsOf(db, rules, now),
    records: (playerId) => recordsOf(db, playerId, now),
  },
  admin: adminReadingOf(db, now),
});
