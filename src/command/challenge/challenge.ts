import { findGame, GAMES, gameOf, offeredRules } from '../../engine/registry.ts';
import type { Level } from '../../engine/robot/level.ts';
import type { Game } from '../../engine/shape/game.ts';
import { challengeLimits } from '../../limits.ts';
import { DEFAULT_PACE } from '../../match/clock.ts';
import { positionAfter } from '../../match/play.ts';
import {
  colourOf,
  type First,
  type Match,
  makeBand,
  parseBand,
  parseLevel,
  type RatingBand,
  ROBOT,
  robotNamed,
  type Seat,
} from '../../match/types.ts';
import { parseUserid } from '../../player/address.ts';
import { parseSwitch } from '../../player/settings.ts';
import { err, ok, type Result } from '../../result.ts';
import { type Sentence, say } from '../../sentence.ts';
import { readBoardAndPlies, resolvePlies } from '../board/move-words.ts';
import { DEFAULT_LEVEL, playRobot, readLevel } from '../robot/against-robot.ts';
import { firstGameCommand, readFirstGame } from '../robot/first-game.ts';
import { parsed, refuse } from '../shape/decision.ts';
import {
  completePace,
  makeTerms,
  makeWishes,
  nonDefaultPace,
  readTerms,
  readWishes,
  sizeUsage,
  TERM_OPTIONS,
  TERM_VALUES,
  type Terms,
} from '../shape/terms.ts';
import type {
  Command,
  CommandLine,
  Decision,
  LetterContext,
  ParsedCommand,
  PlayerContext,
} from '../shape/types.ts';
import { nearest } from '../shape/words.ts';
import { challengePlayer, challengeProblem, newChallenge } from './new-challenge.ts';

/** Words in place of a userid for a challenge to everybody. */
const EVERYBODY = new Set(['open', 'anyone']);

/** A size without its option. */
const SIZE = /^(?:size=)?\d{1,3}(?:x\d{1,3})?$/i;

/** Challenges a player, or everybody. The match starts when somebody accepts. */
export const challenge: Command = {
  name: 'challenge',
  aliases: ['chall'],
  usage:
    'challenge USERID/open [GAME] [-size=8x8] [-first=me/them/random] [-unrated] [-hints] [-nag=7d] [-forfeit=21d] [-total=90d] [-increment=1d] [-rating=1500-1800] [-level=3]',
  summary: 'offers a match to a player, or to everybody (open)',
  example: 'challenge bob forms -size=6x6 -first=me',
  audience: 'player',
  need: 'proof',
  takesComment: true,
  options: [...TERM_OPTIONS, 'rating', 'level'],
  values: [...EVERYBODY, 'from', ...TERM_VALUES],

  gameWordIndex({ words: [, second] }) {
    if (second?.toLowerCase() === 'from') return undefined;
    return isUserid(second) ? 2 : 1;
  },

  read(line, letterContext) {
    const [one, second] = line.words;
    const open = EVERYBODY.has(one?.toLowerCase() ?? '');
    const band = readBand(line, open && second?.toLowerCase() !== 'from');
    if (!band.ok) return band;
    const level = readLevel(line);
    if (!level.ok) return level;
    if (level.value && ![one, second].some((word) => robotNamed(word ?? ''))) {
      return err(say('level-of-robot'));
    }
    if (second?.toLowerCase() === 'from') return readChallengeFrom(line, letterContext);
    if (!open && isUserid(second)) return readOfTwo(line);
    const [to, game, ...rest] = line.words;
    if (to === undefined) return err(say('challenge-shape'));
    const [more] = rest;
    if (more !== undefined) return err(SIZE.test(more) ? sizeUsage : say('challenge-words'));
    const userid = open ? ok('open') : parseUserid(to);
    if (!userid.ok) return userid;
    const terms = readTerms(game, line);
    if (!terms.ok) return terms;
    const bandOption = band.value ? ` -rating=${makeBand(band.value)}` : '';
    const robot = robotOptionsIn(line, [userid.value]);
    const text = `challenge ${userid.value} ${makeTerms(terms.value)}${bandOption}${robot.text}`;
    // A match against the robot concerns nobody else.
    const harmless = robot.level && { harmless: true as const };
    return parsed({ text, ...harmless }, (context) =>
      open
        ? challengeAll(terms.value, band.value, context, !game)
        : challengeOne(userid.value, { ...terms.value, ...robot }, context, !game),
    );
  },
};

/** A word in the place of a game that is not one, nor close to one. */
const isUserid = (word: string | undefined): boolean =>
  word !== undefined &&
  !findGame(word) &&
  nearest(
    word,
    GAMES.map(({ rules }) => rules),
  ) === undefined;

/**
 * Reads the classic spelling `challenge USERID USERID [GAME]`. The first player named moves first, and the
 * writer must be one of the two.
 */
function readOfTwo(line: CommandLine): Result<ParsedCommand, Sentence> {
  const [one = '', other = '', game, ...rest] = line.words;
  if (rest.length > 0) return err(say('challenge-shape'));
  const named = [parseUserid(one), parseUserid(other)] as const;
  const [first, second] = named;
  if (!first.ok) return first;
  if (!second.ok) return second;
  if (line.options.has('first')) return err(say('first-is-named', { userid: first.value }));
  const read = readTerms(game, line);
  if (!read.ok) return read;
  const terms = makeTerms({ ...read.value, first: undefined });
  const robotOptions = robotOptionsIn(line, [first.value, second.value]);
  const text = `challenge ${first.value} ${second.value} ${terms}${robotOptions.text}`;
  return parsed(text, (context) => {
    const { queries, player } = context;
    const ids = [first, second].map(({ value }) => queries.playerByUserid(value)?.id);
    const at = ids.indexOf(player.id);
    // The second word is neither a game nor a player: a game was meant.
    if (game === undefined && at < 0 && ids[1] === undefined && !robotNamed(second.value))
      return refuse(say('no-such-game'));
    if (at < 0) return refuse(say('challenge-of-others', { terms }));
    const opponent = at === 0 ? second.value : first.value;
    const proposed = { ...read.value, ...robotOptions, first: at === 0 ? 'me' : 'them' } as const;
    return challengeOne(opponent, proposed, context);
  });
}

/** Reads `-rating=1500-1800`, which only a challenge to everybody can have. */
function readBand(
  { options }: CommandLine,
  open: boolean,
): Result<RatingBand | undefined, Sentence> {
  const written = options.get('rating');
  if (written === undefined) return ok(undefined);
  if (!open) return err(say('band-of-one'));
  const band = parseBand(written);
  return band ? ok(band) : err(say('band-shape', { most: challengeLimits.bandRating }));
}

/** The level in a line that names the robot: the option, `robot-3`, or the default. */
function levelOf(line: CommandLine, userid: string = ROBOT.userid): Level {
  const written = readLevel(line);
  const named = parseLevel(userid.slice(`${ROBOT.userid}-`.length));
  return (written.ok ? written.value : undefined) ?? named ?? DEFAULT_LEVEL;
}

/** What a line says about the robot, if it names it. */
function robotOptionsIn(line: CommandLine, userids: readonly string[]): RobotOptions {
  const named = userids.find((userid) => robotNamed(userid));
  if (named === undefined) return { text: '' };
  const level = levelOf(line, named);
  return { text: ` -level=${level}`, level, insists: isInsistent(line) };
}

interface RobotOptions {
  /** The option as written in a line. */
  readonly text: string;
  readonly level?: Level;
  readonly insists?: boolean;
}

/**
 * Challenges one player, or the robot, which accepts at once.
 *
 * @param byDefault whether no game was named
 */
function challengeOne(
  userid: string,
  { level, insists = false, text: _, ...terms }: Terms & RobotOptions,
  context: PlayerContext,
  byDefault = false,
): Decision {
  const { queries, player } = context;
  if (level !== undefined) return playRobot({ ...terms, level, insists }, context);
  const opponent = queries.playerByUserid(userid);
  if (!opponent) return refuse(say('no-such-player', { userid }));
  const hindrance = challengeProblem(player, opponent, terms.game.rules, queries);
  if (hindrance) return refuse(hindrance);
  const challenged = challengePlayer(opponent, terms, context);
  const more = byDefault ? otherGames(terms.game, queries.nextNumber()) : [];
  return { ...challenged, section: { says: [...challenged.section.says, ...more] } };
}

/** Challenges everybody. No letter is sent: the challenge is listed in `challenges`. */
function challengeAll(
  terms: Terms,
  band: RatingBand | undefined,
  { queries, player }: PlayerContext,
  byDefault: boolean,
): Decision {
  const hindrance = challengeProblem(player, undefined, terms.game.rules, queries);
  if (hindrance) return refuse(hindrance);
  const challenge = newChallenge(player, undefined, terms, queries, band);
  const { number } = challenge;
  const opened = band
    ? say('band-opened', { number, band: makeBand(band) })
    : say('challenge-opened', { number });
  return {
    changes: [{ do: 'put-challenge', challenge }],
    section: { says: [opened, ...(byDefault ? otherGames(terms.game, number) : [])] },
  };
}

/** How to offer another game than the one that was taken because none was named. */
function otherGames({ rules, name }: Game, number: number): readonly Sentence[] {
  const games = offeredRules()
    .filter((each) => each !== rules)
    .join(', ');
  return games === '' ? [] : [say('game-by-default', { game: name, number, games })];
}

/** Begins a match against the robot: short for `challenge robot`. */
export const play: Command = {
  name: 'play',
  usage:
    'play [GAME] [-level=3] [-size=8x8] [-first=me/them/random] [-unrated] [-nag=7d] [-forfeit=21d] [-total=90d]',
  summary: 'begins a match against the robot, at once and at any hour',
  example: 'play forms -level=3 -first=me',
  audience: 'player',
  need: 'proof',
  takesComment: true,
  beginsProse: true,
  answersStrangers: true,
  options: ['level', ...TERM_OPTIONS],
  values: TERM_VALUES,
  gameWordIndex: () => 0,

  read(line) {
    const [game, ...rest] = line.words;
    if (rest.length > 0) return err(say('play-shape'));
    const level = readLevel(line);
    if (!level.ok) return level;
    const terms = readTerms(game, line);
    if (!terms.ok) return terms;
    const played = levelOf(line);
    const insists = isInsistent(line);
    const first = readFirstGame(line);
    return parsed(
      {
        text: `play ${makeTerms(terms.value)} -level=${played}`,
        // The match concerns nobody else.
        harmless: true,
        ...(first.ok && { strangerCommand: firstGameCommand(first.value) }),
      },
      (context) => playRobot({ ...terms.value, level: played, insists }, context),
    );
  },
};

/** Whether a line demands a rated match, rather than leaving it to the default. */
const isInsistent = ({ options }: CommandLine): boolean =>
  parseSwitch(options.get('rated') ?? '') === true;

/**
 * Reads `challenge USERID from N [#PLY]`, a new match from a position of an old one, with the option
 * `-first=me`, and those of the clock.
 */
function readChallengeFrom(
  line: CommandLine,
  letterContext: LetterContext,
): Result<ParsedCommand, Sentence> {
  const [to = '', , ...rest] = line.words;
  const userid = parseUserid(to);
  if (!userid.ok) return userid;
  const written = readBoardAndPlies(rest);
  const { board = letterContext.number, plies } = written ?? {};
  if (!written || board === undefined || line.options.has('size')) return err(say('from-shape'));
  const wishes = readWishes(undefined, line);
  if (!wishes.ok) return wishes;
  const { first, rated, hints = false } = wishes.value;
  if (rated) return err(say('from-unrated'));
  const pace = completePace(wishes.value.pace, DEFAULT_PACE);
  if (!pace.ok) return pace;
  const named = makeWishes({ first, pace: nonDefaultPace(pace.value), hints: hints || undefined });
  const level = robotNamed(userid.value) && levelOf(line, userid.value);
  const textFrom = (after: number | undefined): string =>
    [
      `challenge ${userid.value} from ${board}`,
      ...(after === undefined ? [] : [`#${after}`]),
      ...(named === '' ? [] : [named]),
      ...(level ? [`-level=${level}`] : []),
    ].join(' ');
  return parsed(textFrom(plies), (context) => {
    const { queries, player } = context;
    const opponent = level ? undefined : queries.playerByUserid(userid.value);
    if (!opponent && !level) return refuse(say('no-such-player', { userid: userid.value }));
    const match = queries.match(board);
    if (!match) return refuse(say('no-such-board', { board }));
    const counted = resolvePlies(match, plies);
    if (!counted.ok) return refuse(counted.error);
    const hindrance = opponent && challengeProblem(player, opponent, match.rules, queries);
    if (hindrance) return refuse(hindrance);
    const game = gameOf(match.rules);
    const start = positionAfter(match, counted.value);
    const other = opponent ?? ROBOT;
    if (game.outcome(start)) return refuse(say('from-over', { board, userid: other.userid }));
    const { cols, rows } = start.board;
    const terms = {
      game,
      size: { cols, rows },
      first: first ?? firstAsBefore(match, start.turn, player, other),
      pace: pace.value,
      rated: false,
      hints,
      start,
    };
    const decision: Decision = opponent
      ? challengePlayer(opponent, terms, context, { board, ply: counted.value })
      : playRobot({ ...terms, level: level || DEFAULT_LEVEL }, context);
    // If it waits for a yes, it means this position, whatever is played until then.
    return decision.refused ? decision : { ...decision, pinnedCommand: textFrom(counted.value) };
  });
}

/** A player of the old match keeps the colour; without one, it is drawn at random. */
function firstAsBefore(
  match: Match,
  turn: Match['position']['turn'],
  player: Seat,
  opponent: Seat,
): First {
  const mine = colourOf(match, player.id);
  const theirs = colourOf(match, opponent.id);
  if (mine) return mine === turn ? 'me' : 'them';
  if (theirs) return theirs === turn ? 'them' : 'me';
  return 'random';
}
