import { gameOf } from '../../engine/registry.ts';
import type { Section } from '../../intent.ts';
import { colourOf } from '../../match/types.ts';
import { type Sentence, say } from '../../sentence.ts';
import { legendOf, tallied } from '../letters/legend.ts';
import { playOther } from '../letters/suggested-commands.ts';
import { answerWithAllMoves, answerWithMoves } from '../shape/move-choices.ts';
import { GAME_BY_DEFAULT } from '../shape/terms.ts';
import { phraseInFront } from '../text/undecorated.ts';
import { levelExplained, matchOfRobot } from './levels.ts';
import { commandsIn, phraseWords } from './meanings.ts';
import { cellsIn } from './moves-in.ts';
import { boardOfLetter, isTurn, moveLineHere, type Scene } from './scene.ts';

/** Questions that are answered. Each stands in place of a command. */
const ANSWERS: Readonly<Record<string, (scene: Scene, text: string) => Sentence | undefined>> = {
  '{level}': (scene, text) => {
    const { rules, robot } = matchOfRobot(text, scene) ?? {};
    return rules && robot && levelExplained(rules, robot.level);
  },
  '{count}'(scene) {
    const { board, moves } = boardOfLetter(scene) ?? {};
    return board && moves ? say('moves-so-far', { board, plies: moves.length }) : undefined;
  },
  '{waits}': (scene) => {
    const { robot, outcome } = boardOfLetter(scene) ?? {};
    return robot && !outcome ? say('board-waits') : undefined;
  },
  '{free}': () => say('it-is-free'),
  '{several}': (scene) => {
    const { rules = GAME_BY_DEFAULT } = boardOfLetter(scene) ?? {};
    return say('several-boards', { line: playOther(rules) });
  },
};

/** The answer to the first such question in a text. */
export function answerTo(text: string, scene: Scene): Sentence | undefined {
  const asked = commandsIn(text, scene.meanings).find((each) => each in ANSWERS);
  return asked === undefined ? undefined : ANSWERS[asked]?.(scene, text);
}

/** In place of a command: what the legal moves are, and what the signs mean. */
const MOVES = '{moves}';
const LEGEND = '{legend}';
/** How the points are counted. */
const COUNTED = '{counted}';
/** A direction in words. */
const STEP = '{step}';

/** A sign of a diagram that stands alone in a sentence. */
const SIGN = /(?:^|[\s"'(\u201c\u201e])(?:[#+*.,:]|\[ ?\]|[OX])(?=$|[\s"')?\u201c\u201d])/u;

/** The answer to a question about the moves or the signs on the board, or to a direction told in words. */
export function answerAbout(text: string, scene: Scene): Section | undefined {
  const legend = legendAsked(text, scene);
  if (legend) return legend;
  const asked = commandsIn(text, scene.meanings);
  const counted = asked.includes(COUNTED) ? countExplained(scene) : undefined;
  if (counted) return counted;
  const isOfMoves = asked.includes(MOVES);
  if (!isOfMoves && !asked.includes(STEP)) return undefined;
  const match = boardOfLetter(scene);
  if (!match || !isTurn(match, scene.context)) return undefined;
  const { position, rules } = match;
  const line = (move: string) => moveLineHere(match, scene, move);
  if (isOfMoves) return answerWithAllMoves(position, line);
  // "b2 forward"
  const [cell, ...others] = cellsIn(text, gameOf(rules));
  if (!cell || others.length > 0) return undefined;
  const { says, answers = [] } = answerWithMoves(position, cell, line) ?? {};
  return says && { understood: undefined, says, answers };
}

/** How the points are counted, with those of this board, where both sides settle them. */
function countExplained(scene: Scene): Section | undefined {
  const { position, rules } = boardOfLetter(scene) ?? {};
  if (!position || !rules) return undefined;
  const game = gameOf(rules);
  if (!game.agreement) return undefined;
  const tallies = game.view(position).beside ?? [];
  const says = [say('count-explained'), ...tallies.map((each) => tallied(each, game.sides))];
  return { understood: undefined, says, answers: [`help ${rules}`] };
}

/** The answer to a question about the signs on the writer's board. */
export function legendAsked(text: string, scene: Scene): Section | undefined {
  const match = isAboutSigns(text, scene) ? boardOfLetter(scene) : undefined;
  if (!match || !colourOf(match, scene.context.player.id)) return undefined;
  const says = [legendOf(match.position, gameOf(match.rules).view(match.position))];
  return { understood: undefined, says, answers: [`help ${match.rules}`] };
}

/** Whether a text asks what a sign on the board means. */
const isAboutSigns = (text: string, { meanings }: Scene): boolean =>
  text.split(/[!?\n]/).some((sentence) => {
    const behind = behindQuestion(sentence, meanings.asksWhat);
    const isNamed = behind && commandsIn(behind, meanings).includes(LEGEND);
    return behind !== undefined && (isNamed || SIGN.test(sentence));
  });

/** What stands behind the beginning of a question; undefined for another sentence. */
export function behindQuestion(
  sentence: string,
  beginnings: readonly string[],
): string | undefined {
  const said = phraseWords(sentence).join(' ');
  const beginning = phraseInFront(said, beginnings);
  return beginning && said.slice(beginning.length).trim();
}
