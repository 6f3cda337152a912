import { gameOf, makePosition } from '../../engine/registry.ts';
import type { Level } from '../../engine/robot/level.ts';
import { DEFAULT_PACE, type Pace } from '../../match/clock.ts';
import { positionAfter } from '../../match/play.ts';
import {
  type Challenge,
  colourOf,
  type First,
  type Match,
  ROBOT,
  robotNamed,
  type Seat,
} from '../../match/types.ts';
import { parseUserid } from '../../player/address.ts';
import { err, type Result } from '../../result.ts';
import { type Sentence, say } from '../../sentence.ts';
import { parsePlies, resolvePlies } from '../board/move-words.ts';
import { toPlayer } from '../letters/letters.ts';
import { DEFAULT_LEVEL, levelOf, playRobot } from '../robot/against-robot.ts';
import { parsed, refuse } from '../shape/decision.ts';
import { completePace, makeWishes, nonDefaultPace, readWishes } from '../shape/terms.ts';
import type {
  CommandLine,
  Decision,
  LetterContext,
  ParsedCommand,
  PlayerContext,
} from '../shape/types.ts';
import { parseNumber } from '../shape/words.ts';
import { challengeChanges, challengeProblem, shownTerms } from './new-challenge.ts';

/** `challenge USERID from N #PLY`: a new match from a position of an old one. */

interface WrittenFrom {
  readonly userid: string;
  readonly board: number;
  readonly plies: number | undefined;
  readonly first: First | undefined;
  readonly pace: Pace | 'none';
  /** The level of the robot, if the line names it. */
  readonly level: Level | undefined;
  readonly hints: boolean;
  /** The whole command in the server's own spelling. */
  readonly text: string;
  /** The same command from the position after a number of plies. */
  readonly textFrom: (plies: number) => string;
}

/** Reads `USERID from N [#PLY]`, the option `-first=me`, and those of the clock. */
export function readChallengeFrom(
  line: CommandLine,
  letterContext: LetterContext,
): Result<ParsedCommand, Sentence> {
  const [to = '', , ...rest] = line.words;
  const userid = parseUserid(to);
  if (!userid.ok) return userid;
  const [number = '', ply, ...more] = rest.join(' ').split('#');
  const board = number.trim() === '' ? letterContext.number : parseNumber(number.trim());
  const plies = ply === undefined ? undefined : parsePlies(ply);
  const wrong = ply !== undefined && plies === undefined;
  if (board === undefined || wrong || more.length > 0 || line.options.has('size')) {
    return err(say('from-shape'));
  }
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
  const text = textFrom(plies);
  const written = {
    userid: userid.value,
    board,
    plies,
    first,
    pace: pace.value,
    hints,
    level,
    text,
    textFrom,
  };
  return parsed(text, (context) => challengeFrom(written, context));
}

function challengeFrom(written: WrittenFrom, context: PlayerContext): Decision {
  const { userid, board, text } = written;
  const { queries, player, comment } = context;
  const { level } = written;
  const opponent = level ? undefined : queries.playerByUserid(userid);
  if (!opponent && !level) return refuse(text, say('no-such-player', { userid }));
  const match = queries.match(board);
  if (!match) return refuse(text, say('no-such-board', { board }));
  const plies = resolvePlies(match, written.plies);
  if (!plies.ok) return refuse(text, plies.error);
  // If held, it means this position, whatever is played until then.
  const pinnedCommand = written.textFrom(plies.value);
  if (!opponent) {
    const opening = robotFrom(written, match, plies.value, context);
    return opening.refused ? opening : { ...opening, pinnedCommand };
  }
  const hindrance = challengeProblem(player, opponent, match.rules, queries);
  if (hindrance) return refuse(text, hindrance);
  const start = positionAfter(match, plies.value);
  if (gameOf(match.rules).outcome(start)) {
    return refuse(text, say('from-over', { board, userid: opponent.userid }));
  }
  const number = queries.nextNumber();
  const { cols, rows } = start.board;
  const challenge: Challenge = {
    number,
    challenger: { id: player.id, userid: player.userid },
    challenged: { id: opponent.id, userid: opponent.userid },
    rules: match.rules,
    size: { cols, rows },
    first: written.first ?? firstAsBefore(match, start.turn, player, opponent),
    pace: written.pace === 'none' ? undefined : written.pace,
    ...(written.hints && { hints: true }),
    start,
    state: 'open',
  };
  const from = { start: makePosition(start), board, ply: plies.value };
  const facts = { ...shownTerms(challenge), challenger: player.userid, from, comment };
  return {
    changes: challengeChanges(challenge),
    letters: [
      {
        to: toPlayer(opponent),
        message: { kind: 'challenge', facts },
        reply: { purpose: 'account', number },
      },
    ],
    section: {
      understood: text,
      says: [say('challenge-sent', { userid: opponent.userid, number })],
    },
    pinnedCommand,
  };
}

/** The robot plays on from any position, at once; such a match is unrated. */
function robotFrom(
  { text, board, first, pace, level = DEFAULT_LEVEL }: WrittenFrom,
  match: Match,
  plies: number,
  context: PlayerContext,
): Decision {
  const start = positionAfter(match, plies);
  const game = gameOf(match.rules);
  if (game.outcome(start)) return refuse(text, say('from-over', { board, userid: ROBOT.userid }));
  const { cols, rows } = start.board;
  const terms = {
    game,
    size: { cols, rows },
    first: first ?? firstAsBefore(match, start.turn, context.player, ROBOT),
    pace,
    rated: false,
    hints: false,
    level,
    start,
  };
  return playRobot(text, terms, context);
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
