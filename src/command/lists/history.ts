import { findGame, gameOf } from '../../engine/registry.ts';
import type { Colour, RulesId } from '../../engine/shape/ground.ts';
import { type Side, sideOf } from '../../engine/shape/view.ts';
import type { List } from '../../intent.ts';
import { listLinesMax } from '../../limits.ts';
import { makeRecord } from '../../match/record/record.ts';
import type { Finished, FinishedQuery } from '../../match/types.ts';
import { parseUserid } from '../../player/address.ts';
import { SWITCH_WORDS } from '../../player/settings.ts';
import { err, ok, type Result } from '../../result.ts';
import { type Sentence, say } from '../../sentence.ts';
import { parsed, refuse, tell } from '../shape/decision.ts';
import { dateOf, makeList, pageCommand, readPage } from '../shape/list.ts';
import type { Command, CommandLine, Decision, PlayerContext, Queries } from '../shape/types.ts';
import { readSwitch } from '../shape/words.ts';

/** The selection of a line. No player and no game means the sender's own matches. */
interface HistoryRequest {
  readonly rules: RulesId | undefined;
  readonly userid: string | undefined;
  readonly page: number;
  /** Whether the records are attached. */
  readonly records: boolean;
}

/** Lists finished matches of a game, a player, or both, the newest first. */
export const history: Command = {
  name: 'history',
  usage: 'history [USERID] [GAME] [-page=2] [-records]',
  summary: 'lists finished matches, the newest first',
  example: 'history bob forms',
  audience: 'player',
  need: 'nothing',
  options: ['page', 'records'],
  values: SWITCH_WORDS,
  gameWordIndex: () => 0,

  read(line) {
    const request = readRequest(line);
    if (!request.ok) return request;
    const text = makeText(request.value);
    return parsed(text, (context) => showHistory(text, request.value, context));
  },
};

function readRequest(line: CommandLine): Result<HistoryRequest, Sentence> {
  let rules: RulesId | undefined;
  let userid: string | undefined;
  for (const word of line.words) {
    const game = findGame(word);
    const name = parseUserid(word);
    if (game && rules === undefined) rules = game.rules;
    else if (name.ok && !game && userid === undefined) userid = name.value;
    else return err(say('history-shape'));
  }
  const page = readPage(line, 'history');
  if (!page.ok) return page;
  const records = readSwitch(line, 'records');
  if (!records.ok) return records;
  return ok({ rules, userid, page: page.value, records: records.value === true });
}

function makeText({ rules, userid, page, records }: HistoryRequest): string {
  const words = ['history', userid, rules, records ? '-records' : undefined];
  return pageCommand(words.filter((word) => word !== undefined).join(' '), page);
}

function showHistory(
  text: string,
  request: HistoryRequest,
  { queries, player }: PlayerContext,
): Decision {
  const { rules, userid, page } = request;
  const named = userid === undefined ? undefined : queries.knownPlayer(userid);
  if (userid !== undefined && !named) return refuse(text, say('no-such-player', { userid }));
  const owner = named ?? (rules === undefined ? player : undefined);
  const query = { rules, playerId: owner?.id, skip: (page - 1) * listLinesMax };
  const found = findFinished(queries, query);
  const next = makeText({ ...request, page: page + 1 });
  const lists = owner
    ? finishedOf(owner.userid, found, next)
    : rules === undefined
      ? []
      : finishedList(rules, found, next);
  if (lists.length === 0) return tell({ understood: text, says: [say('no-history')] });
  if (!request.records) return tell({ understood: text, says: [], lists });
  const attached = { name: fileOf(request), text: recordsOf(found, queries) };
  const says = [say('records-attached', { file: attached.name })];
  return tell({ understood: text, says, lists, attached });
}

/** A distinct file name for each list in a letter. */
const fileOf = ({ userid, rules, page }: HistoryRequest): string =>
  `${['history', userid, rules, page].filter((word) => word !== undefined).join('-')}.txt`;

/** The records of the matches on a page, concatenated. */
const recordsOf = (found: readonly Finished[], queries: Queries): string =>
  found
    .slice(0, listLinesMax)
    .flatMap(({ board }) => queries.match(board) ?? [])
    .map(makeRecord)
    .join('\n');

/** A page of finished matches, and one more if there is a next page. */
export const findFinished = (
  queries: Queries,
  query: Omit<FinishedQuery, 'most'>,
): readonly Finished[] => queries.finishedMatches({ ...query, most: listLinesMax + 1 });

/** Finished matches from a player's view. */
export const finishedOf = (
  userid: string,
  found: readonly Finished[],
  next: string,
): readonly List[] =>
  makeList(
    say('history-of-player', { userid }),
    ['board', 'game', 'against', 'result', 'plies', 'date'],
    found,
    (match) => {
      const colour = match.black === userid ? 'black' : 'white';
      const other = colour === 'black' ? match.white : match.black;
      const won = match.winner === colour ? 'won' : 'lost';
      const result = match.winner === undefined ? noWinner(match) : won;
      return [
        match.board,
        match.rules,
        other,
        say('result-of-player', { result }),
        Math.ceil(match.plies / 2),
        dateOf(match.endedAt),
      ];
    },
    [],
    { number: 1, next },
  );

/** Finished matches of a game, under the names of its sides. */
function finishedList(rules: RulesId, found: readonly Finished[], next: string): readonly List[] {
  const [left, right] = gameOf(rules).sides;
  const head = ({ name: side }: Side) => say('side-in-list', { side });
  return makeList(
    say('history-of-game', { game: rules }),
    ['board', head(left), head(right), 'won', 'plies', 'date'],
    found,
    (match) => {
      const result = say('result-of-match', wonBy(match, left.colour));
      const players = [match[left.colour], match[right.colour]];
      return [match.board, ...players, result, Math.ceil(match.plies / 2), dateOf(match.endedAt)];
    },
    [],
    { number: 1, next },
  );
}

/** Whether the side that stands first has won, and the name of the winner. */
const wonBy = (match: Finished, first: Colour) =>
  match.winner
    ? {
        who: match.winner === first ? 'first' : 'second',
        won: sideOf(gameOf(match.rules), match.winner).name,
      }
    : { who: noWinner(match), won: 'nobody' as const };

const noWinner = ({ ending }: Finished) => (ending === 'cancelled-by-admin' ? 'none' : 'draw');
