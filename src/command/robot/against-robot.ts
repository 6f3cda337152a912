import { gameOf } from '../../engine/registry.ts';
import { LEVELS, type Level } from '../../engine/robot/level.ts';
import type { RulesId } from '../../engine/shape/ground.ts';
import { carryOutOffer, type Offer } from '../../match/offer.ts';
import { mayCount, startWithRobot } from '../../match/start.ts';
import { type Match, parseLevel, ROBOT } from '../../match/types.ts';
import type { Player } from '../../player/settings.ts';
import { err, ok, type Result } from '../../result.ts';
import { type Sentence, say } from '../../sentence.ts';
import { robotLimits } from '../../solo-limits.ts';
import { boardEffects, openMatch } from '../letters/with-robot.ts';
import { refuse, tell } from '../shape/decision.ts';
import type { Terms } from '../shape/terms.ts';
import type { CommandLine, Decision, PlayerContext, Queries } from '../shape/types.ts';

/** Terms of a match against the robot, which accepts at once. */
interface WithRobot extends Terms {
  readonly level: Level;
  /** The line demands a rated match. */
  readonly insists?: boolean;
}

/** Reads `-level=3`; undefined if absent. */
export function readLevel({ options }: CommandLine): Result<Level | undefined, Sentence> {
  const written = options.get('level');
  if (written === undefined) return ok(undefined);
  const level = parseLevel(written);
  return level === undefined ? err(say('level-shape', { most: LEVELS.length })) : ok(level);
}

/** The level in a line that names the robot: the option, `robot-3`, or the default. */
export function levelOf(line: CommandLine, userid: string = ROBOT.userid): Level {
  const written = readLevel(line);
  const named = parseLevel(userid.slice(`${ROBOT.userid}-`.length));
  return (written.ok ? written.value : undefined) ?? named ?? DEFAULT_LEVEL;
}

export const DEFAULT_LEVEL =
  LEVELS.find((level) => level === robotLimits.levelDefault) ?? LEVELS[0] ?? 1;

/** Begins a match against the robot. */
export function playRobot(terms: WithRobot, context: PlayerContext): Decision {
  const { queries, player, heads } = context;
  const hindrance = robotHindrance(player, queries);
  if (hindrance) return refuse(hindrance);
  const { game, level, insists, hints: _, ...others } = terms;
  const { rules } = game;
  const seat = { id: player.id, userid: player.userid };
  const wished = { ...others, rules, level };
  const match = startWithRobot(queries.nextNumber(), seat, wished, heads);
  if (!match.ok) return refuse(match.error);
  if (insists && !mayCount(level, match.value)) {
    return refuse(say('robot-unrated', { rules, level: LEVELS.length }));
  }
  const events = [
    say('robot-begins', { userid: ROBOT.userid, level, most: LEVELS.length }),
    ...(hasPlayed(player, rules, queries) ? [] : [say(`rules-${rules}`)]),
  ];
  const opening = openMatch(match.value, { queries, comment: '' }, events);
  const noted = { do: 'note-act', playerId: player.id, act: 'robot' } as const;
  return { ...opening, changes: [noted, ...opening.changes] };
}

/** Whether a player has, or had, a board of a game. */
const hasPlayed = ({ id }: Player, rules: RulesId, queries: Queries): boolean =>
  queries.activeMatches(id).some((match) => match.rules === rules) ||
  queries.finishedMatches({ playerId: id, rules, skip: 0, most: 1 }).length > 0;

/** Why a player may not begin a match against the robot now, or undefined. */
function robotHindrance({ id }: Player, queries: Queries): Sentence | undefined {
  const running = queries.activeMatches(id).filter(({ robot }) => robot !== undefined);
  if (running.length >= robotLimits.matches) {
    return say('robot-enough-boards', { count: robotLimits.matches });
  }
  const hours = queries.hoursUntilAllowed(id, 'robot', robotLimits.matchesPerDay);
  return hours > 0 ? say('robot-enough', { count: robotLimits.matchesPerDay, hours }) : undefined;
}

/** The robot's immediate answer to an offer. */
export function offerToRobot(
  match: Match,
  offer: Offer,
  { queries, player }: PlayerContext,
): Decision {
  const { board, rated = false } = match;
  const { userid } = ROBOT;
  if (offer.kind === 'undo' && rated) return refuse(say('robot-keeps-move', { userid }));
  if (offer.kind === 'draw' && (rated || !looksLost(match))) {
    return tell({ says: [say('robot-plays-on', { userid })] });
  }
  const after = carryOutOffer(match, offer);
  if (!after) return refuse(say('undo-nothing', { board }));
  const plies = match.moves.length - after.moves.length;
  const event =
    offer.kind === 'undo'
      ? say('undone', { userid, asker: player.userid, plies })
      : say('draw-accepted', { userid });
  const advanced = { do: 'advance-match', match: after, event: offer.kind } as const;
  const told = boardEffects(after, { queries, comment: '' }, [event]);
  return { ...told, changes: [advanced, ...told.changes] };
}

/** Whether the position looks worse for the robot than for its opponent. */
function looksLost({ rules, position, robot }: Match): boolean {
  const worth = gameOf(rules).evaluate?.(position) ?? 0;
  return (position.turn === robot?.side ? worth : -worth) < 0;
}
