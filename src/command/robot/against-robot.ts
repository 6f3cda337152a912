import { LEVELS, type Level } from '../../engine/robot/level.ts';
import type { RulesId } from '../../engine/shape/ground.ts';
import { mayBeRated, startWithRobot } from '../../match/start.ts';
import { parseLevel, ROBOT } from '../../match/types.ts';
import type { Player } from '../../player/settings.ts';
import { err, ok, type Result } from '../../result.ts';
import { type Sentence, say } from '../../sentence.ts';
import { robotLimits } from '../../solo-limits.ts';
import { openMatch } from '../letters/with-robot.ts';
import { refuse } from '../shape/decision.ts';
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
  if (insists && !mayBeRated(level, match.value)) {
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
