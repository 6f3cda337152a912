import { makeRecord } from '../../match/record/record.ts';
import { ACTS } from '../../player/types.ts';
import { type Database, sql } from '../file/database.ts';
import { matchOf } from '../play/matches.ts';

/**
 * All that is stored about a player, as a tree of plain values. What others have written to the
 * player is theirs and not in it.
 */
export function everythingAbout(db: Database, playerId: number): object {
  const account = accountOf(db, playerId);
  return {
    account,
    addresses: addressRows(db, playerId),
    'addresses not confirmed': addressRequestRows(db, playerId),
    settings: settingRows(db, playerId),
    'days off': vacationRows(db, playerId),
    suspended: suspensionRows(db, playerId),
    watched: watchRows(db, playerId),
    boards: boardsOf(db, playerId).flatMap((board) => boardOf(db, board)),
    'first board': firstBoardRows(db, playerId),
    ratings: ratingRows(db, playerId),
    'ratings changed': ratingChangeRows(db, playerId),
    puzzles: puzzleRows(db, playerId),
    'puzzle rating': puzzleStandingRows(db, playerId),
    'puzzles of the day': puzzleDayRows(db, playerId),
    challenges: challengeRows(db, playerId),
    'comments and messages in letters': commentRows(db, account.userid),
    'commands that waited for a yes': heldRows(db, playerId),
    'questions to the solver': analysisRows(db, playerId),
    'turns of the robot that wait': robotTurnRows(db, playerId),
    blocked: blockRows(db, playerId),
    invitations: invitationRows(db, playerId),
    counted: actRows(db, playerId),
    'letters charged to you': chargeRows(db, playerId),
    'letters to you': letterRows(db, playerId),
    'admin log': adminLogRows(db, account.userid),
  };
}

const time = (column: string): string =>
  `strftime('%Y-%m-%dT%H:%M:%SZ', ${column} / 1000, 'unixepoch')`;

const day = (column: string): string => `date(${column} * 86400, 'unixepoch')`;

const accountOf = (db: Database, playerId: number) =>
  sql(
    db,
    `select userid, language, ${time('created_at')} as since, ${day('active_day')} as "last heard of"
    from players
    where id = ?`,
  ).get(playerId) as { readonly userid: string };

const addressRows = (db: Database, playerId: number) =>
  sql(
    db,
    `select address, main, ${time('created_at')} as since
    from addresses
    where player_id = ?
    order by created_at`,
  ).all(playerId);

const addressRequestRows = (db: Database, playerId: number) =>
  sql(
    db,
    `select address, ${time('created_at')} as asked
    from address_requests
    where player_id = ?
    order by id`,
  ).all(playerId);

const settingRows = (db: Database, playerId: number) =>
  sql(db, 'select name, value from settings where player_id = ? order by name').all(playerId);

const vacationRows = (db: Database, playerId: number) =>
  sql(
    db,
    `select ${day('from_day')} as "from", ${day('to_day')} as "to", cause
    from vacations
    where player_id = ?
    order by from_day`,
  ).all(playerId);

const suspensionRows = (db: Database, playerId: number) =>
  sql(
    db,
    `select ${time('suspended_at')} as since
    from players
    where id = ? and suspended_at is not null`,
  ).all(playerId);

const watchRows = (db: Database, playerId: number) =>
  sql(
    db,
    `select board, facts as what from waiting where player_id = ? and kind = 'watch' order by board`,
  ).all(playerId);

const boardsOf = (db: Database, playerId: number) =>
  sql(db, 'select board from matches where black_id = ? or white_id = ? order by board')
    .pluck()
    .all(playerId, playerId) as number[];

function boardOf(db: Database, board: number) {
  const match = matchOf(db, board);
  return match ? [{ board, record: makeRecord(match).trimEnd().split('\n') }] : [];
}

const firstBoardRows = (db: Database, playerId: number) =>
  sql(
    db,
    `select first_board as board, lessons as "lessons told"
    from players
    where id = ? and first_board is not null`,
  ).all(playerId);

const ratingRows = (db: Database, playerId: number) =>
  sql(
    db,
    `select rules, rating, deviation, volatility, matches, ${time('at')} as since
    from ratings
    where player_id = ?
    order by rules`,
  ).all(playerId);

const ratingChangeRows = (db: Database, playerId: number) =>
  sql(
    db,
    `select board, rules, rating_before as "before", rating as "after", deviation,
      ${time('at')} as at
    from rating_changes
    where player_id = ?
    order by rating_changes.at, board`,
  ).all(playerId);

const puzzleRows = (db: Database, playerId: number) =>
  sql(
    db,
    `select number, state, moves, wrong, hinted, ${time('given_at')} as given
    from puzzle_attempts
    where player_id = ?
    order by given_at, number`,
  ).all(playerId);

const puzzleStandingRows = (db: Database, playerId: number) =>
  sql(
    db,
    `select rating, deviation, volatility, tried, solved, streak, longest, ${time('at')} as since
    from puzzle_standings
    where player_id = ?`,
  ).all(playerId);

const puzzleDayRows = (db: Database, playerId: number) =>
  sql(
    db,
    `select ${day("(facts ->> '$.day')")} as last, coalesce(facts ->> '$.unanswered', 0) as unanswered
    from jobs
    where player_id = ? and kind = 'puzzle'`,
  ).all(playerId);

const challengeRows = (db: Database, playerId: number) =>
  sql(
    db,
    `select number, challenger.userid as "from", challenged.userid as "to", rules, cols, rows,
      first, state, ${time('challenges.created_at')} as made
    from challenges
    join players challenger on challenger.id = challenges.challenger_id
    left join players challenged on challenged.id = challenges.challenged_id
    where challenger_id = ? or challenged_id = ?
    order by number`,
  ).all(playerId, playerId);

/** Both players get a copy of a comment; the first one is taken. */
const commentRows = (db: Database, userid: string) =>
  sql(
    db,
    `select board, text, ${time('min(created_at)')} as written
    from (
      select board, json_extract(facts, '$.comment.text') as text, created_at
      from outbox
      where kind in ('board', 'notice') and json_extract(facts, '$.comment.by') = ?
      union all
      select null, json_extract(facts, '$.comment'), created_at
      from outbox
      where kind = 'challenge' and json_extract(facts, '$.challenger') = ?
      union all
      select null, json_extract(facts, '$.text'), created_at
      from outbox
      where kind in ('message', 'feedback') and json_extract(facts, '$.from') = ?
    )
    where text <> ''
    group by board, text
    order by written`,
  ).all(userid, userid, userid);

const heldRows = (db: Database, playerId: number) =>
  sql(
    db,
    `select lines as commands, comment, state, ${time('held.created_at')} as asked
    from held
    join addresses on addresses.address_key = held.address_key
    where player_id = ?
    order by held.id`,
  ).all(playerId);

const analysisRows = (db: Database, playerId: number) =>
  sql(
    db,
    `select facts ->> '$.understood' as asked, facts ->> '$.position' as position, ${time('at')} as at
    from jobs
    where player_id = ? and kind = 'analysis'
    order by id`,
  ).all(playerId);

const robotTurnRows = (db: Database, playerId: number) =>
  sql(
    db,
    `select key as board, address, ${time('at')} as asked
    from jobs
    where player_id = ? and kind = 'robot'
    order by key`,
  ).all(playerId);

const blockRows = (db: Database, playerId: number) =>
  sql(
    db,
    `select userid, ${time('blocks.created_at')} as since
    from blocks
    join players on players.id = blocked_id
    where player_id = ?
    order by since`,
  ).all(playerId);

/** The address itself is not stored, and a no is the business of whoever was invited. */
const invitationRows = (db: Database, playerId: number) =>
  sql(
    db,
    `select rules, cols, rows, iif(state = 'taken', 'taken', 'open') as state,
      ${time('created_at')} as at
    from invitations
    where inviter_id = ?
    order by created_at`,
  ).all(playerId);

const actRows = (db: Database, playerId: number) =>
  sql(
    db,
    `select kind as act, ${time('at')} as at
    from counters
    where key = ? and kind in (select value from json_each(?))
    order by counters.at`,
  ).all(String(playerId), JSON.stringify(ACTS));

const chargeRows = (db: Database, playerId: number) =>
  sql(
    db,
    `select account, proof, bytes, ${time('caused_at')} as asked
    from outbox
    where causer_id = ?
    order by id`,
  ).all(playerId);

const letterRows = (db: Database, playerId: number) =>
  sql(
    db,
    `select kind, board, address, state, ${time('created_at')} as decided
    from outbox
    where player_id = ?
    order by id`,
  ).all(playerId);

const adminLogRows = (db: Database, userid: string) =>
  sql(
    db,
    `select act, ${time('at')} as at
    from admin_log
    where instr(' ' || lower(act) || ' ', ' ' || lower(?) || ' ') > 0
    order by id`,
  ).all(userid);
