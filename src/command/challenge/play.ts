import { err, ok } from '../../result.ts';
import { say } from '../../sentence.ts';
import { isInsistent, levelOf, playRobot, readLevel } from '../robot/against-robot.ts';
import { makeFirst, readFirst } from '../robot/first-game.ts';
import { makeTerms, readTerms, TERM_OPTIONS, TERM_VALUES } from '../shape/terms.ts';
import type { Command } from '../shape/types.ts';

/** Begins a match against the robot: the short way to `challenge robot`. */
export const play: Command = {
  name: 'play',
  aliases: [],
  usage:
    'play [GAME] [-level=3] [-size=8x8] [-first=me/them/random] [-unrated] [-nag=7d] [-forfeit=21d] [-total=90d]',
  summary: 'begins a match against robot, at once and at any hour',
  example: 'play forms -level=3 -first=me',
  audience: 'player',
  need: 'proof',
  takesComment: true,
  beginsProse: true,
  meetsStrangers: true,
  options: ['level', ...TERM_OPTIONS],
  values: TERM_VALUES,
  gameAt: () => 0,

  read(words) {
    const [game, ...rest] = words.words;
    if (rest.length > 0) return err(say('play-shape'));
    const level = readLevel(words);
    if (!level.ok) return level;
    const terms = readTerms(game, words);
    if (!terms.ok) return terms;
    const played = levelOf(words);
    const text = `play ${makeTerms(terms.value)} -level=${played}`;
    const insists = isInsistent(words);
    const first = readFirst(words);
    return ok({
      text,
      board: undefined,
      // Nobody else hears of it.
      need: 'any-proof',
      ...(first.ok && { toStranger: makeFirst(first.value) }),
      run: (asking) => playRobot(text, { ...terms.value, level: played, insists }, asking),
    });
  },
};
