import { findGame } from '../../engine/registry.ts';
import type { RulesId } from '../../engine/shape/ground.ts';
import { makeSize } from '../../engine/stones/notation.ts';
import type { List, ListCell } from '../../intent.ts';
import { type Challenge, type First, makeBand, type Seat } from '../../match/types.ts';
import type { Player } from '../../player/settings.ts';
import { err } from '../../result.ts';
import { say } from '../../sentence.ts';
import { parsed, tell } from '../shape/decision.ts';
import { type ColumnName, makeList, type Page, readPage } from '../shape/list.ts';
import { outsideBand } from '../shape/open-challenge.ts';
import { nonDefaultPace } from '../shape/terms.ts';
import type { Command, Queries } from '../shape/types.ts';

/** Lists the challenges to the sender and to everybody, and those that the sender has made. */
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
    const rules = game === undefined ? undefined : findGame(game)?.rules;
    if (game !== undefined && rules === undefined) return err(say('no-such-game'));
    const page = readPage(line, rules === undefined ? 'challenges' : `challenges ${rules}`);
    if (!page.ok) return page;
    return parsed(page.value.text, ({ queries, player }) => {
      const lists = [
        ...challengesTo(player, queries, page.value, rules),
        ...challengesToAll(player, queries, page.value, rules),
        ...challengesOf(player, queries, page.value, rules),
      ];
      const none =
        page.value.number === 1
          ? say('no-challenges', { game: rules ?? 'forms' })
          : say('no-such-page');
      const count = queries.invitationsOf(player.id);
      const invited = count > 0 ? [say('invitations-wait', { count })] : [];
      return tell({ says: [...(lists.length > 0 ? [] : [none]), ...invited], lists });
    });
  },
};

/** The challenges that wait for this player's answer. */
export const challengesTo = (
  { id }: Seat,
  queries: Queries,
  page: Page,
  rules: RulesId | undefined,
): readonly List[] =>
  challengeList(
    'to-you',
    queries.openChallenges(id).filter(({ challenged }) => challenged?.id === id),
    page,
    rules,
  );

const challengesToAll = (
  player: Player,
  queries: Queries,
  page: Page,
  rules: RulesId | undefined,
): readonly List[] =>
  challengeList(
    'to-all',
    queries.challengesToAll().filter(({ challenger }) => challenger.id !== player.id),
    page,
    rules,
    (challenge) => !outsideBand(challenge, player, queries),
  );

/** This player's own challenges that wait for an answer. */
export const challengesOf = (
  { id }: Seat,
  queries: Queries,
  page: Page,
  rules: RulesId | undefined,
): readonly List[] =>
  challengeList(
    'of-yours',
    queries.openChallenges(id).filter(({ challenger }) => challenger.id === id),
    page,
    rules,
  );

/** The commands that answer the challenges of a list. */
const ANSWERS = {
  'to-you': ['accept', 'decline'],
  'to-all': ['accept'],
  'of-yours': ['withdraw'],
} as const;

/** The challenges of a game, or of all games; below them, how to answer the first that can be answered. */
function challengeList(
  which: keyof typeof ANSWERS,
  challenges: readonly Challenge[],
  page: Page,
  rules: RulesId | undefined,
  canAnswer: (challenge: Challenge) => boolean = () => true,
): readonly List[] {
  const listed = challenges.filter((each) => rules === undefined || each.rules === rules);
  const isOwn = which === 'of-yours';
  const conditions = CONDITIONS.filter(({ isUsual }) => !listed.every(isUsual));
  const { number } = listed.find(canAnswer) ?? {};
  const answers = ANSWERS[which].map((word) => `${word} ${number}`);
  return makeList(
    say(`challenges-${which}`),
    [
      'number',
      isOwn ? 'to' : 'from',
      'game',
      'size',
      'first-move',
      ...conditions.map(({ column }) => column),
    ],
    listed,
    (challenge) => [
      challenge.number,
      isOwn ? (challenge.challenged?.userid ?? say('everybody')) : challenge.challenger.userid,
      ...terms(challenge, isOwn ? 'me' : 'them'),
      ...conditions.map(({ cell }) => cell(challenge)),
    ],
    number === undefined ? [] : [say(`challenges-${which}-hint`, { number })],
    page,
  ).map((list) => ({ ...list, answers: number === undefined ? [] : answers }));
}

/** Columns that are shown only if a challenge deviates from the default. */
const CONDITIONS: readonly {
  readonly column: ColumnName;
  isUsual(challenge: Challenge): boolean;
  cell(challenge: Challenge): ListCell;
}[] = [
  {
    column: 'clock',
    isUsual: ({ pace }) => nonDefaultPace(pace) === undefined,
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

/** Game, size, and the first mover as the reader sees it. `you` is the value that means the reader. */
const terms = ({ rules, size, first }: Challenge, you: First) => [
  rules,
  makeSize(size),
  say('first-in-list', { who: first === 'random' ? 'chance' : first === you ? 'you' : 'they' }),
];
