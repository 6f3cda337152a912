import { gameOf } from '../../engine/registry.ts';
import { DEFAULT_PACE } from '../../match/clock.ts';
import { positionAfter } from '../../match/play.ts';
import {
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
import { readBoardAndPlies, resolvePlies } from '../board/move-words.ts';
import { DEFAULT_LEVEL, levelOf, playRobot } from '../robot/against-robot.ts';
import { parsed, refuse } from '../shape/decision.ts';
import { completePace, makeWishes, nonDefaultPace, readWishes } from '../shape/terms.ts';
import type { CommandLine, Decision, LetterContext, ParsedCommand } from '../shape/types.ts';
import { challengePlayer, challengeProblem } from './new-challenge.ts';

/**
 * Reads `challenge USERID from N [#PLY]`, a new match from a position of an old one, with the option
 * `-first=me`, and those of the clock.
 */
export function readChallengeFrom(
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
    // If held, it means this position, whatever is played until then.
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
