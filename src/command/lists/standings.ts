import { findGame, findOffered, offeredRules } from '../../engine/registry.ts';
import type { Game } from '../../engine/shape/game.ts';
import type { List } from '../../intent.ts';
import type { Standing } from '../../match/puzzle/attempt.ts';
import {
  isProvisional,
  makeRating,
  PROVISIONAL_DEVIATION,
  type Rating,
} from '../../match/rating.ts';
import { robotNamed } from '../../match/types.ts';
import { parseUserid } from '../../player/address.ts';
import { err } from '../../result.ts';
import { type Sentence, say } from '../../sentence.ts';
import type { RatedRecord } from '../shape/by-subject.ts';
import { parsed, refuse, tell } from '../shape/decision.ts';
import { type ColumnName, dateOf, makeList, type Page, readPage } from '../shape/list.ts';
import type { Command, Queries } from '../shape/types.ts';

/** The word for puzzle ratings in place of a game. */
const PUZZLE = 'puzzle';

/** Lists players by rating; provisional ratings are listed apart. */
export const standings: Command = {
  name: 'standings',
  usage: 'standings GAME [-page=2], or: standings puzzle',
  summary: 'lists players of a game by rating, or who solves puzzles',
  example: 'standings forms',
  audience: 'player',
  need: 'nothing',
  options: ['page'],
  values: [PUZZLE],
  gameWordIndex: ({ words: [first] }) => (first?.toLowerCase() === PUZZLE ? undefined : 0),

  read(line) {
    const [name, ...rest] = line.words;
    if (name === undefined || rest.length > 0)
      return err(say('standings-shape', { games: offeredRules().join(', ') }));
    const found = name.toLowerCase() === PUZZLE ? PUZZLE : findGame(name);
    if (!found) return err(say('no-such-game'));
    const page = readPage(line, `standings ${found === PUZZLE ? PUZZLE : found.rules}`);
    if (!page.ok) return page;
    return parsed(page.value.text, ({ queries, player }) => {
      const table = found === PUZZLE ? puzzleTable(queries) : gameTable(found, queries);
      // A game that is no longer offered keeps its standings as long as somebody has a rating.
      const isPlayed = found === PUZZLE || table.lines.length > 0 || findOffered(found.rules);
      if (!isPlayed) return refuse(say('no-such-game'));
      const lists = standingLists(table, player.userid, page.value);
      const none = table.lines.length > 0 ? say('no-such-page') : table.none;
      return tell({ says: lists.length > 0 ? [] : [none], lists });
    });
  },
};

/** A rated player, with further numbers. */
interface Line {
  readonly userid: string;
  readonly rating: Rating;
  readonly more: readonly number[];
}

/** All rated players, the highest first, and the sentences about them. */
interface Table {
  readonly lines: readonly Line[];
  /** The columns of the further numbers. */
  readonly columns: readonly ColumnName[];
  readonly established: Sentence;
  readonly provisional: Sentence;
  readonly allProvisional: Sentence;
  readonly none: Sentence;
  readonly below: readonly Sentence[];
}

function gameTable({ name: game, rules }: Game, { ratings }: Queries): Table {
  const all = ratings.standings(rules);
  return {
    lines: all.map(({ userid, rating }) => ({ userid, rating, more: [rating.matches] })),
    columns: ['matches'],
    established: say('standings-of', { game }),
    provisional: say('standings-provisional'),
    allProvisional: say('standings-all-provisional', { game }),
    none: say('no-standings', { game, rules }),
    below: all.some(({ userid }) => robotNamed(userid)) ? [say('standings-robot', { rules })] : [],
  };
}

const puzzleTable = ({ puzzles }: Queries): Table => ({
  lines: puzzles.standings().map(({ userid, standing: { rating, solved, longest } }) => ({
    userid,
    rating,
    more: [rating.matches, solved, longest],
  })),
  columns: ['tried', 'solved', 'longest'],
  established: say('puzzle-standings'),
  provisional: say('puzzle-standings-provisional'),
  allProvisional: say('puzzle-standings-all-provisional'),
  none: say('no-puzzle-standings'),
  below: [],
});

/** The established players with their ranks, then the provisional ones without. */
function standingLists(table: Table, reader: string, page: Page): readonly List[] {
  const established = table.lines.filter(({ rating }) => !isProvisional(rating));
  const provisional = table.lines.filter(({ rating }) => isProvisional(rating));
  const places = new Map(established.map((each, index) => [each, index + 1]));
  const cells = ({ userid, rating, more }: Line) => [
    userid === reader ? say('you-in-list', { userid }) : userid,
    makeRating(rating),
    Math.round(rating.deviation),
    ...more,
  ];
  const columns = ['player', 'rating', 'deviation', ...table.columns] as const;
  const userid = [...established, ...provisional][0]?.userid ?? '';
  const hint = say('standings-hint', { deviation: PROVISIONAL_DEVIATION, userid });
  const below = (last: boolean) => (last ? [hint, ...table.below] : []);
  const upper = makeList(
    table.established,
    ['place', ...columns],
    established,
    (each) => [places.get(each) ?? 0, ...cells(each)],
    below(provisional.length === 0),
    page,
  );
  const lower = makeList(
    established.length > 0 ? table.provisional : table.allProvisional,
    columns,
    provisional,
    cells,
    below(true),
    page,
  );
  return [...upper, ...lower];
}

/** Shows a player's ratings, and the matches that they are based on. */
export const rating: Command = {
  name: 'rating',
  aliases: ['ratings'],
  usage: 'rating [USERID]',
  summary: 'tells your ratings, or those of another player',
  example: 'rating bob',
  audience: 'player',
  need: 'nothing',

  read({ words }) {
    const [name, ...rest] = words;
    const userid = name === undefined ? undefined : parseUserid(name);
    if (rest.length > 0 || userid?.ok === false) return err(say('rating-shape'));
    const named = userid?.value;
    const text = named === undefined ? 'rating' : `rating ${named}`;
    return parsed(text, ({ queries, player }) => {
      const owner = named === undefined ? player : queries.knownPlayer(named);
      if (!owner) return refuse(say('no-such-player', { userid: named ?? '' }));
      const { id, userid } = owner;
      const lists = ratingList(userid, queries.ratings.records(id));
      const puzzles = puzzleLine(userid, queries.puzzles.standing(id));
      const none = lists.length > 0 || puzzles.length > 0 ? [] : [say('no-ratings', { userid })];
      const says = [...none, ...puzzles];
      return tell({ says, lists });
    });
  },
};

/** The puzzle results of a player; none without a finished puzzle. */
const puzzleLine = (
  userid: string,
  { rating: puzzleRating, solved, streak, longest }: Standing,
): readonly Sentence[] =>
  puzzleRating.matches === 0
    ? []
    : [
        say('puzzle-rating', {
          userid,
          rating: makeRating(puzzleRating),
          tried: puzzleRating.matches,
          solved,
          streak,
          longest,
        }),
      ];

const ratingList = (userid: string, records: readonly RatedRecord[]): readonly List[] =>
  makeList(
    say('ratings-of', { userid }),
    ['game', 'rating', 'deviation-in-short', 'played', 'wins', 'losses', 'draws', 'change', 'date'],
    records,
    ({ rules, rating, played, won, lost, drawn, last }) => [
      rules,
      makeRating(rating),
      Math.round(rating.deviation),
      played,
      won,
      lost,
      drawn,
      signed(Math.round(last.after.rating) - Math.round(last.before.rating)),
      dateOf(last.at),
    ],
    [say('rating-hint', { rules: records[0]?.rules ?? '' })],
  );

const signed = (points: number): string => (points > 0 ? `+${points}` : String(points));
