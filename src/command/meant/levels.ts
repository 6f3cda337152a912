import { gameOf } from '../../engine/registry.ts';
import { LEVELS } from '../../engine/robot/level.ts';
import type { RulesId } from '../../engine/shape/ground.ts';
import { colourOf, type Match, parseLevel, ROBOT } from '../../match/types.ts';
import type { Player } from '../../player/settings.ts';
import { type Sentence, say } from '../../sentence.ts';
import { robotLimits } from '../../solo-limits.ts';
import { GAME_BY_DEFAULT, makeWishes, nonDefaultPace } from '../shape/terms.ts';
import type { PlayerContext } from '../shape/types.ts';
import { commandsIn, type Meanings, wordsOf } from './meanings.ts';
import { boardOfLetter, lastFinished, type Scene } from './scene.ts';

/** Wishes for another level of the robot: `level 4`, `too easy`. They mean the same match again at that level. */

/** Meanings of phrases in place of a command: how many levels each goes up or down from that of the match. */
const STEPS: Readonly<Record<string, number>> = { '{stronger}': 1, '{weaker}': -1 };
const LEVEL = /^-level=(\d)$/;

/** Whether a phrase means a level. */
export const isOfLevel = (command: string): boolean => command in STEPS || LEVEL.test(command);

/** The command for the match at the level that a text wishes for, or why there is none; undefined without a wish. */
export function levelWished(
  text: string,
  scene: Scene,
):
  | { readonly line: string; readonly why?: undefined }
  | { readonly why: Sentence; readonly line?: undefined }
  | undefined {
  const said = commandsIn(text, scene.meanings);
  if (!said.some(isOfLevel)) return undefined;
  const match = matchOfRobot(text, scene);
  if (!match && !isRobotIn(text, scene.meanings)) return undefined;
  const level = match?.robot?.level ?? robotLimits.levelDefault;
  const wished = levelFrom(level, said);
  if (typeof wished !== 'number') return wished && { why: wished };
  const terms = match ? termsLike(match, scene.context.player) : GAME_BY_DEFAULT;
  return { line: `play ${terms} -level=${wished}` };
}

/**
 * The level that the phrases of a text wish for, or a sentence where the robot has no such level; undefined without
 * one clear wish.
 */
export function levelFrom(level: number, said: readonly string[]): number | Sentence | undefined {
  const wishes = said.filter(isOfLevel);
  const named = wishes.flatMap((wish) => LEVEL.exec(wish)?.[1] ?? []);
  const [wish, ...others] = named.length > 0 ? named : wishes;
  if (wish === undefined || others.length > 0) return undefined;
  const step = STEPS[wish];
  const wished = step === undefined ? Number(wish) : level + step;
  if (parseLevel(`${wished}`) !== undefined) return wished;
  return say('robot-level-last', { level, last: wished > level ? 'strongest' : 'weakest' });
}

/** What level a match has, and how to play at another. */
export function levelExplained(rules: RulesId, level: number): Sentence {
  const other = level < LEVELS.length ? level + 1 : level - 1;
  return say('robot-level', { level, most: LEVELS.length, rules, other });
}

/**
 * The match against the robot that a text is about: on a board of two players such words are talk, unless they name
 * the robot.
 */
export function matchOfRobot(text: string, scene: Scene): Match | undefined {
  const here = boardOfLetter(scene);
  if (here?.robot) return here;
  return here && !isRobotIn(text, scene.meanings) ? undefined : lastAgainstRobot(scene.context);
}

/** Whether a text names the robot, in any language. */
const isRobotIn = (text: string, { synonyms }: Meanings): boolean =>
  wordsOf(text).some((word) => (synonyms.get(word) ?? word) === ROBOT.userid);

/** The player's running match against the robot that began last, or the last finished match if it was one. */
function lastAgainstRobot(context: PlayerContext): Match | undefined {
  const { queries, player } = context;
  const running = queries.activeMatches(player.id).findLast(({ robot }) => robot !== undefined);
  if (running) return running;
  const match = lastFinished(context);
  return match?.robot && match;
}

/** The game, size and clock of a match, with the first move swapped. */
function termsLike(match: Match, { id }: Player): string {
  const { rules, start, pace } = match;
  const { cols, rows } = start.board;
  const { defaultSize } = gameOf(rules);
  const isUsual = cols === defaultSize.cols && rows === defaultSize.rows;
  return makeWishes({
    game: gameOf(rules),
    size: isUsual ? undefined : { cols, rows },
    first: colourOf(match, id) === start.turn ? 'them' : 'me',
    pace: nonDefaultPace(pace),
  });
}
