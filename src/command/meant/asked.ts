import { LEVELS } from '../../engine/robot/level.ts';
import { type Sentence, say } from '../../sentence.ts';
import { playOther } from '../letters/suggested-commands.ts';
import { GAME_BY_DEFAULT } from '../shape/terms.ts';
import { matchOfRobot } from './levels.ts';
import { commandsIn } from './meanings.ts';
import { boardOfLetter, type Scene } from './scene.ts';

/** Questions that one sentence answers. Each stands in place of a command. */
const ANSWERS: Readonly<Record<string, (scene: Scene, text: string) => Sentence | undefined>> = {
  '{level}': (scene, text) => {
    const { rules, robot } = matchOfRobot(text, scene) ?? {};
    if (!rules || !robot) return undefined;
    const other = LEVELS.find((level) => level > robot.level) ?? robot.level - 1;
    return say('robot-level', { level: robot.level, most: LEVELS.length, rules, other });
  },
  '{count}'(scene) {
    const { board, moves } = boardOfLetter(scene) ?? {};
    return board && moves ? say('moves-so-far', { board, plies: moves.length }) : undefined;
  },
  '{waits}': (scene) => (boardOfLetter(scene)?.robot ? say('board-waits') : undefined),
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
