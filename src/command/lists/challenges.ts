import { findGame } from '../../engine/registry.ts';
import { makeSize } from '../../engine/stones/notation.ts';
import type { List, ListCell } from '../../intent.ts';
import { type Challenge, type First, makeBand, type Seat } from '../../match/types.ts';
import type { Player } from '../../player/settings.ts';
import { err } from '../../result.ts';
import { say } from '../../sentence.ts';
import { parsed, tell } from '../shape/decision.ts';
import { type ColumnName, makeList, type Page, pageCommand, readPage } from '../shape/list.ts';
import { outsideBand } from '../shape/open-challenge.ts';
import { nonDefaultPace } from '../shape/terms.ts';
import type { Command, Queries } from '../shape/types.ts';

/** Lists the challenges that the sender can answer, and those that the sender has made. */
export const challenges: Command = {
  name: 'challenges',
  usage: 'challenges [GAME] [-page=2]',
  summary: 'lists offers to you, to everybody, and your own',
  example: 'challenges forms',
  audience: 'player',
  need: 'nothing',
  options: ['page'],
  gameWordIndex: () => 0,

  read(line) {
    const [game, ...rest] = line.words;
    if (rest.length > 0) return err(say('challenges-shape'));
    const rules = game && findGame(game)?.rules;
    if (game !== undefined && rules === undefined) return err(say('no-such-game'));
    const page = readPage(line, 'challenges');
    if (!page.ok) return page;
    const command = rules === undefined ? 'challenges' : `challenges ${rules}`;
    const text = pageCommand(command, page.value);
    return parsed(text, ({ queries, player }) => {
      const part = { number: page.value, next: pageCommand(command, page.value + 1) };
      const wanted = (challenge: Challenge) => rules === undefined || challenge.rules === rules;
      const lists = [
        ...challengesTo(player, queries, part, wanted),
        ...challengesToAll(player, queries, part, wanted),
        ...challengesOf(player, queries, part, wanted),
      ];
      const none =
        page.value === 1 ? say('no-challenges', { game: rules ?? 'forms' }) : say('no-such-page');
      return tell({ understood: text, says: lists.length > 0 ? [] : [none], lists });
    });
  },
};

type Wanted = (challenge: Challenge) => boolean;
const all: Wanted = () => true;

/** The challenges that wait for this player's answer. */
export function challengesTo(
  player: Seat,
  queries: Queries,
  page: Page,
  wanted = all,
): readonly List[] {
  const challenges = queries
    .openChallenges(player.id)
    .filter((challenge) => challenge.challenged?.id === player.id && wanted(challenge));
  const conditions = conditionsOf(challenges);
  const number = challenges[0]?.number ?? 0;
  return makeList(
    say('challenges-to-you'),
    ['number', 'from', 'game', 'size', 'first-move', ...conditions.columns],
    challenges,
    (challenge) => [
      challenge.number,
      challenge.challenger.userid,
      ...terms(challenge, 'them'),
      ...conditions.cells(challenge),
    ],
    [say('challenges-to-you-hint', { number })],
    page,
  ).map(answeredBy(`accept ${number}`, `decline ${number}`));
}

function challengesToAll(
  player: Player,
  queries: Queries,
  page: Page,
  wanted: Wanted,
): readonly List[] {
  const challenges = queries
    .challengesToAll()
    .filter((challenge) => challenge.challenger.id !== player.id && wanted(challenge));
  const conditions = conditionsOf(challenges);
  const takeable = challenges.find((challenge) => !outsideBand(challenge, player, queries));
  const hint = takeable && say('challenges-to-all-hint', { number: takeable.number });
  return makeList(
    say('challenges-to-all'),
    ['number', 'from', 'game', 'size', 'first-move', ...conditions.columns],
    challenges,
    (challenge) => [
      challenge.number,
      challenge.challenger.userid,
      ...terms(challenge, 'them'),
      ...conditions.cells(challenge),
    ],
    hint ? [hint] : [],
    page,
  ).map(answeredBy(...(takeable ? [`accept ${takeable.number}`] : [])));
}

/** This player's own challenges that wait for an answer. */
export function challengesOf(
  player: Seat,
  queries: Queries,
  page: Page,
  wanted = all,
): readonly List[] {
  const challenges = queries
    .openChallenges(player.id)
    .filter((challenge) => challenge.challenger.id === player.id && wanted(challenge));
  const conditions = conditionsOf(challenges);
  const number = challenges[0]?.number ?? 0;
  return makeList(
    say('challenges-of-yours'),
    ['number', 'to', 'game', 'size', 'first-move', ...conditions.columns],
    challenges,
    (challenge) => [
      challenge.number,
      challenge.challenged?.userid ?? say('everybody'),
      ...terms(challenge, 'me'),
      ...conditions.cells(challenge),
    ],
    [say('challenges-of-yours-hint', { number })],
    page,
  ).map(answeredBy(`withdraw ${number}`));
}

const answeredBy =
  (...answers: readonly string[]) =>
  (list: List): List => ({ ...list, answers });

/** Columns that are shown only if a challenge deviates from the default. */
const CONDITIONS: readonly {
  readonly column: ColumnName;
  isUsual(challenge: Challenge): boolean;
  cell(challenge: Challenge): ListCell;
}[] = [
  {
    column: 'clock',
    isUsual: ({ pace }) => nonDefaultPace(pace ?? 'none') === undefined,
    cell: ({ pace }) =>
      say('clock-in-short', { forfeit: pace?.forfeitDays ?? 0, total: pace?.totalDays ?? 0 }),
  },
  {
    column: 'rated',
    isUsual: ({ rated }) => rated === true,
    cell: ({ rated }) => say('rated-of-terms', { rated: rated ? 'yes' : 'no' }),
  },
  {
    column: 'hints',
    isUsual: ({ hints }) => hints !== true,
    cell: ({ hints }) => say('hints-of-terms', { hints: hints ? 'yes' : 'no' }),
  },
  {
    column: 'band',
    isUsual: ({ band }) => band === undefined,
    cell: ({ band }) => (band ? makeBand(band) : ''),
  },
];

/** The heads of the shown columns, and the cells of a challenge in them. */
function conditionsOf(challenges: readonly Challenge[]) {
  const shown = CONDITIONS.filter(({ isUsual }) => !challenges.every(isUsual));
  return {
    columns: shown.map(({ column }) => column),
    cells: (challenge: Challenge): readonly ListCell[] => shown.map(({ cell }) => cell(challenge)),
  };
}

/** Game, size, and the first mover as the reader sees it. `you` is the value that means the reader. */
const terms = ({ rules, size, first }: Challenge, you: First) => [
  rules,
  makeSize(size),
  say('first-in-list', { who: first === 'random' ? 'chance' : first === you ? 'you' : 'they' }),
];
