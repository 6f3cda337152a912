import { findGame, gameOf, offeredGames } from '../../engine/registry.ts';
import type { RulesId } from '../../engine/shape/ground.ts';
import { roundOf, sideOf } from '../../engine/shape/view.ts';
import { opposite } from '../../engine/stones/board.ts';
import { makeSize } from '../../engine/stones/notation.ts';
import type { List } from '../../intent.ts';
import { clockLimits, commandLimits } from '../../limits.ts';
import {
  type Challenge,
  colourOf,
  type First,
  type Match,
  makeBand,
  type Seat,
} from '../../match/types.ts';
import { parseUserid } from '../../player/address.ts';
import { err, type Result } from '../../result.ts';
import { type Sentence, say } from '../../sentence.ts';
import { boardFacts } from '../letters/letters.ts';
import { parsed, refuse, tell } from '../shape/decision.ts';
import {
  type ColumnName,
  itemsOn,
  makeList,
  type Page,
  pageOf,
  readGameAndPage,
  readPage,
} from '../shape/list.ts';
import { outsideBand } from '../shape/open-challenge.ts';
import { nonDefaultPace } from '../shape/terms.ts';
import type {
  Command,
  CommandLine,
  Decision,
  ParsedCommand,
  PlayerContext,
  Queries,
} from '../shape/types.ts';
import { findFinished, finishedOf } from './history.ts';

export const BOARD_SELECTIONS = ['active', 'inactive', 'all', 'next'] as const;
type BoardSelection = (typeof BOARD_SELECTIONS)[number];

/** The player whose boards a line requests, and the selection. */
interface BoardsRequest {
  readonly owner: Seat;
  /** Undefined means all games. */
  readonly rules: RulesId | undefined;
  readonly which: BoardSelection;
  readonly page: Page;
}

/** Lists the boards of a player, and the sender's own challenges. */
export const games: Command = {
  name: 'games',
  aliases: ['boards'],
  usage: 'games [USERID] [GAME] [inactive/all/next/list] [-page=2]',
  summary: 'lists your boards, or those of another player',
  example: 'games next',
  audience: 'player',
  need: 'nothing',
  options: ['page'],
  values: [...BOARD_SELECTIONS, 'list'],

  gameWordIndex: () => 0,

  read: readGames,
};

/** Reads `[USERID] [GAME] [active/inactive/all/next]`; `show` accepts them too, as on the classic server. */
export function readGames(line: CommandLine): Result<ParsedCommand, Sentence> {
  const { words } = line;
  if (words.join(' ').toLowerCase() === 'list') return listOffered;
  const last = words.at(-1)?.toLowerCase();
  const which = BOARD_SELECTIONS.find((each) => each === last);
  const named = which ? words.slice(0, -1) : words;
  const [game, ...games] = named.filter((word) => findGame(word));
  const [name, ...rest] = named.filter((word) => !findGame(word));
  if (games.length > 0 || rest.length > 0) return err(say('games-shape'));
  const userid = name === undefined ? undefined : parseUserid(name);
  if (userid && !userid.ok) return err(say('games-shape'));
  const rules = game === undefined ? undefined : findGame(game)?.rules;
  const page = readPage(line, commandFor('games', userid?.value, rules, which));
  if (!page.ok) return page;
  return parsed(page.value.text, (context) => {
    const { player, queries } = context;
    const owner = userid ? queries.knownPlayer(userid.value) : player;
    if (!owner) return refuse(say('no-such-player', { userid: userid?.value ?? '' }));
    const wanted = { owner, rules, which: which ?? 'active', page: page.value };
    return wanted.which === 'next' ? listNext(wanted, context) : listBoards(wanted, context);
  });
}

const commandFor = (...words: readonly (string | undefined)[]): string =>
  words.filter((word) => word !== undefined).join(' ');

/** The games that can be played here, each with what to type. */
const listOffered = parsed('games list', () =>
  tell({
    says: [
      say('games-here'),
      ...offeredGames().map(({ rules, name }) => say('game-here', { rules, game: name })),
    ],
    answers: toPlay(undefined),
  }),
);

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
    const read = readGameAndPage(line, 'challenges');
    if (!read.ok) return read;
    const { rules, page } = read.value;
    return parsed(page.text, ({ queries, player }) => {
      const { toYou, ofYours } = ownChallenges(player, queries, page, rules);
      const all = queries.challengesToAll();
      const toAll = challengeList(
        'to-all',
        all.filter(({ challenger }) => challenger.id !== player.id),
        page,
        rules,
        (challenge) => !outsideBand(challenge, player, queries),
      );
      const lists = [...toYou, ...toAll, ...ofYours];
      const none =
        page.number === 1 ? say('no-challenges', { game: rules ?? 'forms' }) : say('no-such-page');
      const count = queries.invitationsOf(player.id);
      const invited = count > 0 ? [say('invitations-wait', { count })] : [];
      return tell({ says: [...(lists.length > 0 ? [] : [none]), ...invited], lists });
    });
  },
};

/** The challenges that wait for a player's answer, and the player's own, which wait for another's. */
function ownChallenges({ id }: Seat, queries: Queries, page: Page, rules: RulesId | undefined) {
  const open = queries.openChallenges(id);
  const toYou = open.filter(({ challenged }) => challenged?.id === id);
  const ofYours = open.filter(({ challenger }) => challenger.id === id);
  return {
    toYou: challengeList('to-you', toYou, page, rules),
    ofYours: challengeList('of-yours', ofYours, page, rules),
  };
}

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
  cell(challenge: Challenge): List['rows'][number][number];
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

/** Running boards, the sender's challenges and, if requested, finished boards. */
function listBoards(wanted: BoardsRequest, { queries, player }: PlayerContext): Decision {
  const { owner, rules, which, page } = wanted;
  const isOwn = owner.id === player.id;
  const running = which !== 'inactive';
  const ownRunning = isOwn && running;
  const challengesPage = pageOf(commandFor('challenges', rules), page.number);
  const own = ownRunning ? ownChallenges(owner, queries, challengesPage, rules) : undefined;
  const boards = queries.activeMatches(owner.id).filter((match) => isOfGame(rules, match));
  const lists = [
    ...(running ? boardList(boards, owner, isOwn, page, queries) : []),
    ...(own ? [...own.toYou, ...own.ofYours] : []),
    ...(which === 'active' ? [] : listFinished(wanted, queries)),
  ];
  const nothing = page.number === 1 ? nothingOf(wanted, isOwn) : say('no-such-page');
  const watched = ownRunning ? queries.watches(owner.id).map(({ board }) => board) : [];
  return tell({
    says: [
      ...(lists.length > 0 ? [] : [nothing]),
      ...(watched.length > 0 ? [say('watch-list', { boards: watched.join(', ') })] : []),
    ],
    lists,
    ...(lists.length === 0 && ownRunning && { answers: toPlay(rules) }),
  });
}

/** Commands that begin or find a match, for a player without boards. */
const toPlay = (rules: RulesId | undefined): readonly string[] => [
  ...(rules === undefined ? offeredGames().map((game) => game.rules) : [rules]).map(
    (each) => `play ${each}`,
  ),
  'challenges',
];

const isOfGame = (rules: RulesId | undefined, each: { readonly rules: RulesId }): boolean =>
  rules === undefined || each.rules === rules;

function nothingOf({ owner, rules, which }: BoardsRequest, isOwn: boolean): Sentence {
  if (which === 'inactive') return say('no-history');
  if (!isOwn) return say('no-games-of', { userid: owner.userid });
  return rules === undefined ? say('no-games') : say('no-games-in', { rules });
}

function listFinished({ owner: { id, userid }, rules, page }: BoardsRequest, queries: Queries) {
  const found = findFinished(queries, { rules, playerId: id }, page);
  return finishedOf(userid, found, pageOf(commandFor('history', userid, rules), page.number));
}

/** The boards where it is a player's turn, the longest wait first, and the first board in full. */
function listNext(
  { owner, rules, page }: BoardsRequest,
  { queries, player }: PlayerContext,
): Decision {
  const isOwn = owner.id === player.id;
  const matches = queries.matchesToMove(owner.id).filter((match) => isOfGame(rules, match));
  const [first] = matches;
  if (!first) {
    return tell({ says: [isOwn ? say('no-turns') : say('no-turns-of', { userid: owner.userid })] });
  }
  const lists = boardList(matches, owner, isOwn, page, queries);
  return tell({ says: [], lists, board: boardFacts(first, []) });
}

function boardList(
  matches: readonly Match[],
  whose: Seat,
  own: boolean,
  page: Page,
  queries: Queries,
) {
  const daysLeft = daysLeftOn(matches, page, queries);
  const shown = itemsOn(page, matches).slice(0, commandLimits.offers);
  const answers = shown.map(({ board }) => `show ${board}`);
  const title: Sentence = own ? say('your-boards') : say('boards-of', { userid: whose.userid });
  return makeList(
    title,
    [
      'board',
      'game',
      'against',
      'side',
      'ply',
      'turn',
      ...(daysLeft ? (['days-left'] as const) : []),
    ],
    matches,
    (match) => {
      const colour = colourOf(match, whose.id) ?? 'black';
      const turn = match.position.turn === colour ? (own ? 'you' : 'yes') : own ? 'they' : 'no';
      return [
        match.board,
        match.rules,
        match[opposite(colour)].userid,
        say('side-in-list', { side: sideOf(gameOf(match.rules), colour).name }),
        roundOf(gameOf(match.rules), match.start.turn, match.moves.length + 1),
        say('turn-in-list', { turn }),
        ...(daysLeft ? [daysLeft.get(match.board) ?? ''] : []),
      ];
    },
    own ? [] : [say('boards-of-hint', { board: matches[0]?.board ?? 0 })],
    page,
  ).map((list) => ({ ...list, answers }));
}

/** The days left to the side to move on each board of a page; undefined if no clock runs low. */
function daysLeftOn(
  matches: readonly Match[],
  page: Page,
  queries: Queries,
): ReadonlyMap<number, number | undefined> | undefined {
  const left = new Map(
    itemsOn(page, matches).map((match) => [match.board, queries.clock(match)?.left]),
  );
  const isLow = (days: number | undefined) => days !== undefined && days <= clockLimits.shownDays;
  return [...left.values()].some(isLow) ? left : undefined;
}
