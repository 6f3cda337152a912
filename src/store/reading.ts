import type { Reading } from '../command/types.ts';
import { oneDayMs } from '../limits.ts';
import { adminReadingOf } from './admin-reading.ts';
import { analysesSince } from './analyses.ts';
import { challengeOf, challengesToAll, nextNumber, openChallenges } from './challenges.ts';
import type { Database } from './database.ts';
import { finishedMatches } from './finished.ts';
import { activeMatches, matchOf, standsOnRunningBoard, turnsOf } from './matches.ts';
import {
  nextPlayerId,
  playerByAddress,
  playerById,
  playerByUserid,
  playerIds,
  useridTaken,
} from './players.ts';
import { isSuspended } from './suspended-players.ts';
import { watchersOf, watchesOf } from './watches.ts';

/** What commands may look up, answered from the database as it stands in this transaction. */
export const readingOf = (db: Database, now: number): Reading => ({
  playerById: (id) => playerById(db, id),
  playerByUserid: (userid) => playerByUserid(db, userid),
  playerByAddress: (address) => playerByAddress(db, address),
  playerIds: () => playerIds(db),
  isSuspended: (playerId) => isSuspended(db, playerId),
  useridTaken: (userid) => useridTaken(db, userid),
  match: (board) => matchOf(db, board),
  challenge: (number) => challengeOf(db, number),
  activeMatches: (playerId) => activeMatches(db, playerId),
  turnsOf: (playerId) => turnsOf(db, playerId),
  finishedMatches: (query) => finishedMatches(db, query),
  openChallenges: (playerId) => openChallenges(db, playerId),
  challengesToAll: () => challengesToAll(db),
  watchers: (board) => watchersOf(db, board),
  watches: (playerId) => watchesOf(db, playerId),
  standsOnRunningBoard: (position) => standsOnRunningBoard(db, position),
  analysesToday: (playerId) => analysesSince(db, playerId, now - oneDayMs),
  nextNumber: () => nextNumber(db),
  nextPlayerId: () => nextPlayerId(db),
  admin: adminReadingOf(db, now),
});
