import { findGame, gameOf } from '../../engine/registry.ts';
import type { Colour, RulesId } from '../../engine/shape/ground.ts';
import { type Side, sideOf } from '../../engine/shape/view.ts';
import type { List } from '../../intent.ts';
import { shownLimits } from '../../limits.ts';
import { makeRecord } from '../../match/record/record.ts';
import type { Finished, FinishedQuery } from '../../match/types.ts';
import { parseUserid } from '../../player/address.ts';
import { SWITCH_WORDS } from '../../player/settings.ts';
import { err, ok, type Result } from '../../result.ts';
import { type Sentence, say } from '../../sentence.ts';
import { parsed, refuse, tell } from '../shape/decision.ts';
import { dateOf, itemsBefore, makeList, type Page, readPage } from '../shape/list.ts';
import type { Command, CommandLine, Decision, PlayerContext, Queries } from '../shape/types.ts';
import { readSwitch } from '../shape/words.ts';

/** The selection of a line. No player and no game means the sender's own matches. */
interface HistoryRequest {
  readonly rules: RulesId | undefined;
  readonly userid: string | undefined;
  readonly page: Page;
  /** The file of the records, if they are attached. */
  readonly file: string | undefined;
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
    return parsed(request.value.page.text, (context) => showHistory(request.value, context));
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
  const records = readSwitch(line, 'records');
  if (!records.ok) return records;
  const words = ['history', userid, rules].filter((word) => word !== undefined);
  const page = readPage(line, [...words, ...(records.value ? ['-records'] : [])].join(' '));
  if (!page.ok) return page;
  // A distinct name for each list in a letter.
  const file = records.value ? `${[...words, page.value.number].join('-')}.txt` : undefined;
  return ok({ rules, userid, page: page.value, file });
}

function showHistory(
  { rules, userid, page, file }: HistoryRequest,
  { queries, player }: PlayerContext,
): Decision {
  const named = userid === undefined ? undefined : queries.knownPlayer(userid);
  if (userid !== undefined && !named) return refuse(say('no-such-player', { userid }));
  const owner = named ?? (rules === undefined ? player : undefined);
  const found = findFinished(queries, { rules, playerId: owner?.id }, page);
  const lists = owner
    ? finishedOf(owner.userid, found, page)
    : rules === undefined
      ? []
      : finishedList(rules, found, page);
  if (lists.length === 0) return tell({ says: [say('no-history')] });
  if (file === undefined) return tell({ says: [], lists });
  const attached = { name: file, text: recordsOf(found, queries) };
  return tell({ says: [say('records-attached', { file })], lists, attached });
}

/** The records of the matches on a page, concatenated. */
const recordsOf = (found: readonly Finished[], queries: Queries): string =>
  found
    .slice(0, shownLimits.listLines)
    .flatMap(({ board }) => queries.match(board) ?? [])
    .map(makeRecord)
    .join('\n');

/** A page of finished matches, and one more if there is a next page. */
export const findFinished = (
  queries: Queries,
  query: Pick<FinishedQuery, 'rules' | 'playerId'>,
  page: Page,
): readonly Finished[] =>
  queries.finishedMatches({ ...query, skip: itemsBefore(page), most: shownLimits.listLines + 1 });

/** Finished matches from a player's view. */
export const finishedOf = (
  userid: string,
  found: readonly Finished[],
  page: Page,
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
    { ...page, number: 1 },
  );

/** Finished matches of a game, under the names of its sides. */
function finishedList(rules: RulesId, found: readonly Finished[], page: Page): readonly List[] {
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
    { ...page, number: 1 },
  );
}

/** Who has won: the first side, the second, or nobody; and the name of the winning side. */
const wonBy = (match: Finished, first: Colour) =>
  match.winner
    ? {
        who: match.winner === first ? 'first' : 'second',
        won: sideOf(gameOf(match.rules), match.winner).name,
      }
    : { who: noWinner(match), won: 'nobody' as const };

const noWinner = ({ ending }: Finished) => (ending === 'cancelled-by-admin' ? 'none' : 'draw');
