import { GAMES } from '../../src/engine/registry.ts';
import { LEVELS } from '../../src/engine/robot/level.ts';
import type { Game } from '../../src/engine/shape/game.ts';
import type { Size } from '../../src/engine/shape/types.ts';
import { median, say } from '../median.ts';
import { CHANCE, compete, type Player, robot, TEXTBOOK, uct } from './match.ts';

/**
 * How strong the robot is: of a hundred games, how many each level wins against the one below, level 1
 * against moves by chance, and level 5 against a textbook's alpha-beta and against UCT. Both sit in either seat,
 * from openings by chance. Behind each figure stand its standard error and what is asked for. The same
 * seed gives the same games, but those that are played against the clock.
 *
 *   npm run bench robot
 *   npm run bench robot -- "forms 8x8" level 5
 *   npm run bench robot -- --seed=7 --games=400
 *   npm run bench robot -- "chess 8x8 level 3 against level 2" --ahead=900
 *
 * The last one ends a game for the side that is 900 ahead by the game's evaluation for eight plies: in chess a queen.
 */
const words = process.argv.slice(2);
const option = (name: string, usual: number): number => {
  const word = words.find((each) => each.startsWith(`--${name}=`));
  return word === undefined ? usual : Number(word.slice(name.length + 3));
};
const seed = option('seed', 1);
const games = option('games', 100);
const ahead = words.some((word) => word.startsWith('--ahead=')) ? option('ahead', 0) : undefined;
const only = words.filter((word) => !word.startsWith('--')).join(' ');

const UCT_PLAYOUTS = 300;
/** `--side=5` takes a board of that side instead. */
const side = option('side', 0);
const SIDES = side > 0 ? [side] : [6, 8];

interface Pairing {
  readonly player: Player;
  readonly opponent: Player;
  readonly percentMin: number;
  readonly percentMax: number;
}

const PAIRINGS: readonly Pairing[] = [
  { player: robot(1), opponent: CHANCE, percentMin: 60, percentMax: 85 },
  ...LEVELS.slice(1).map((level) => ({
    player: robot(level),
    opponent: robot((level - 1) as typeof level),
    percentMin: 60,
    percentMax: 90,
  })),
  { player: robot(5), opponent: TEXTBOOK, percentMin: 60, percentMax: 100 },
  { player: robot(5), opponent: uct(UCT_PLAYOUTS), percentMin: 90, percentMax: 100 },
];

/** On both boards, and on the usual one of each game. */
const sizesOf = ({ defaultSize }: Game): readonly Size[] => {
  const squares = SIDES.map((side): Size => ({ cols: side, rows: side }));
  const isThere = squares.some(
    ({ cols, rows }) => cols === defaultSize.cols && rows === defaultSize.rows,
  );
  return isThere ? squares : [...squares, defaultSize];
};

say(`seed ${seed}`);
for (const game of GAMES) {
  for (const size of sizesOf(game)) {
    const start = game.start(size);
    if (!start.ok) continue;
    for (const { player, opponent, percentMin, percentMax } of PAIRINGS) {
      const name = `${game.rules} ${size.cols}x${size.rows} ${player.name} against ${opponent.name}`;
      if (!name.includes(only)) continue;
      const { points, moveMs } = compete(game, start.value, player, opponent, games, seed, ahead);
      const share = points / games;
      const error = Math.sqrt((share * (1 - share)) / games);
      const percent = `${(100 * share).toFixed(1)} of 100`;
      const bounds = `standard error ${(100 * error).toFixed(1)}, ${percentMin} to ${percentMax}`;
      const longest = Math.max(...moveMs).toFixed(0);
      const times = `${median(moveMs).toFixed(0)} ms a move, ${longest} at most`;
      say(`${name}: ${percent} (${bounds}; ${games} games), ${times}`);
    }
  }
}
