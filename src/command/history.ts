import { findEngine } from '../engine/registry.ts';
import type { List } from '../intent.ts';
import { listLinesMax } from '../limits.ts';
import type { Finished } from '../match/types.ts';
import { parseUserid } from '../player/userid.ts';
import { err, ok, type Result } from '../result.ts';
import { type Sentence, say } from '../sentence.ts';
import { refuse, tell } from './decision.ts';
import { makeList } from './list.ts';
import type { Asking, Command, Decision, Reading, Words } from './types.ts';

/** What a line asks for. No player and no game means the sender's own matches. */
interface Wanted {
  readonly rules: string | undefined;
  readonly userid: string | undefined;
  readonly page: number;
}

/** Lists finished matches, of a game, of a player, or both, the newest first. */
export const history: Command = {
  name: 'history',
  aliases: [],
  usage: 'history [USERID] [GAME] [-page=2]',
  summary: 'lists finished matches, the newest first',
  example: 'history bob forms',
  audience: 'player',
  need: 'nothing',
  takesComment: false,
  options: ['page'],

  read(words) {
    const wanted = readWanted(words);
    if (!wanted.ok) return wanted;
    const text = makeText(wanted.value);
    return ok({ text, board: undefined, run: (asking) => look(text, wanted.value, asking) });
  },
};

function readWanted({ words, options }: Words): Result<Wanted, Sentence> {
  let rules: string | undefined;
  let userid: string | undefined;
  for (const word of words) {
    const engine = findEngine(word);
    const name = parseUserid(word);
    if (engine && rules === undefined) rules = engine.rules;
    else if (name.ok && !engine && userid === undefined) userid = name.value;
    else return err(say('history-shape'));
  }
  const page = options.get('page') ?? '1';
  if (!/^[1-9]\d{0,3}$/.test(page)) return err(say('page-shape', { command: 'history' }));
  return ok({ rules, userid, page: Number(page) });
}

const makeText = ({ rules, userid, page }: Wanted): string =>
  [
    'history',
    ...(userid === undefined ? [] : [userid]),
    ...(rules === undefined ? [] : [rules]),
    ...(page === 1 ? [] : [`-page=${page}`]),
  ].join(' ');

function look(text: string, wanted: Wanted, { reading, player }: Asking): Decision {
  if (!player) return refuse(text, say('no-account'));
  const { rules, userid, page } = wanted;
  const named = userid === undefined ? undefined : reading.playerByUserid(userid);
  if (userid !== undefined && !named) return refuse(text, say('no-such-player', { userid }));
  const whose = named ?? (rules === undefined ? player : undefined);
  const query = { rules, playerId: whose?.id, skip: (page - 1) * listLinesMax };
  const { found, more } = findFinished(reading, query);
  if (found.length === 0) return tell({ understood: text, says: [say('no-history')] });
  const next = makeText({ ...wanted, page: page + 1 });
  const below = more ? [say('history-more', { command: next })] : [];
  const lists = whose
    ? finishedOf(whose.userid, found, below)
    : finishedList(say('history-of-game', { game: rules ?? '' }), found, below);
  return tell({ understood: text, says: [], lists });
}

/** A page of finished matches, and whether there are more behind it. */
export function findFinished(
  reading: Reading,
  query: { rules?: string | undefined; playerId: number | undefined; skip: number },
): { readonly found: readonly Finished[]; readonly more: boolean } {
  const found = reading.finishedMatches({
    ...query,
    rules: query.rules,
    most: listLinesMax + 1,
  });
  return { found: found.slice(0, listLinesMax), more: found.length > listLinesMax };
}

/** Finished matches as one player sees them. */
export const finishedOf = (
  userid: string,
  found: readonly Finished[],
  below: readonly Sentence[],
): readonly List[] =>
  makeList(
    say('history-of-player', { userid }),
    ['board', 'game', 'against', 'result', 'plies', 'date'],
    found,
    (match) => {
      const colour = match.black === userid ? 'black' : 'white';
      const other = colour === 'black' ? match.white : match.black;
      const won = match.winner === undefined ? noWinner(match) : match.winner === colour;
      const result = say('result-of-player', {
        result: won === true ? 'won' : won === false ? 'lost' : won,
      });
      return [match.board, match.rules, other, result, match.plies, dateOf(match)];
    },
    below,
  );

const finishedList = (
  title: Sentence,
  found: readonly Finished[],
  below: readonly Sentence[],
): readonly List[] =>
  makeList(
    title,
    ['board', 'black', 'white', 'won', 'plies', 'date'],
    found,
    (match) => {
      const result = say('result-of-match', { result: match.winner ?? noWinner(match) });
      return [match.board, match.black, match.white, result, match.plies, dateOf(match)];
    },
    below,
  );

const noWinner = ({ ending }: Finished) => (ending === 'cancelled-by-admin' ? 'none' : 'draw');

/** The day in UTC, as ISO 8601 writes it. */
const dateOf = ({ endedAt }: Finished): string => new Date(endedAt).toISOString().slice(0, 10);
