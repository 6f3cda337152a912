import { GAMES } from '../../src/engine/registry.ts';
import { LEVELS } from '../../src/engine/robot/level.ts';
import type { Game } from '../../src/engine/shape/game.ts';
import type { Size } from '../../src/engine/shape/types.ts';
import { median, say } from '../median.ts';
import { CHANCE, compete, type Player, robot, uct } from './match.ts';

/**
 * How strong the robot is: of a hundred games, how many each level wins against the one below, level 1
 * against moves by chance, and level 5 against UCT. Both sit in either seat, from openings by chance.
 * Behind each figure stand its standard error and what is asked for. The same seed gives the same games.
 *
 *   npm run bench robot
 *   npm run bench robot -- --full "forms 8x8" level 5
 *   npm run bench robot -- --seed=7
 */
const words = process.argv.slice(2);
const isFull = words.includes('--full');
const seed = Number(words.find((word) => word.startsWith('--seed='))?.slice('--seed='.length) ?? 1);
const only = words.filter((word) => !word.startsWith('--')).join(' ');

/** Levels that think are asked less often: each of their games takes half a minute. */
const GAMES_AT = isFull
  ? { quick: 400, slow: 100, slowest: 40 }
  : { quick: 40, slow: 10, slowest: 2 };
const UCT_PLAYOUTS = 300;
const SIDES = [6, 8];

interface Pairing {
  readonly player: Player;
  readonly opponent: Player;
  readonly games: number;
  readonly percentMin: number;
}

const below = (level: (typeof LEVELS)[number]): Player =>
  level === 1 ? CHANCE : robot((level - 1) as typeof level);

const PAIRINGS: readonly Pairing[] = [
  ...LEVELS.map((level) => ({
    player: robot(level),
    opponent: below(level),
    games: level < 4 ? GAMES_AT.quick : level === 4 ? GAMES_AT.slow : GAMES_AT.slowest,
    percentMin: level === 1 ? 75 : 60,
  })),
  { player: robot(5), opponent: uct(UCT_PLAYOUTS), games: GAMES_AT.slowest, percentMin: 90 },
];

/** On both boards, and on the usual one of each game. */
const sizesOf = ({ defaultSize }: Game): readonly Size[] => {
  const squares = SIDES.map((side): Size => ({ cols: side, rows: side }));
  const isThere = squares.some(
    ({ cols, rows }) => cols === defaultSize.cols && rows === defaultSize.rows,
  );
  return isThere ? squares : [...squares, defaultSize];
};

say(`${isFull ? 'all' : 'a sample'}, seed ${seed}`);
for (const game of GAMES) {
  for (const size of sizesOf(game)) {
    const start = game.start(size);
    if (!start.ok) continue;
    for (const { player, opponent, games, percentMin } of PAIRINGS) {
      const name = `${game.rules} ${size.cols}x${size.rows} ${player.name} against ${opponent.name}`;
      if (!name.includes(only)) continue;
      const { points, moveMs } = compete(game, start.value, player, opponent, games, seed);
      const share = points / games;
      const error = Math.sqrt((share * (1 - share)) / games);
      const percent = `${(100 * share).toFixed(1)} of 100`;
      const bounds = `standard error ${(100 * error).toFixed(1)}, at least ${percentMin}`;
      const longest = Math.max(...moveMs).toFixed(0);
      const times = `${median(moveMs).toFixed(0)} ms a move, ${longest} at most`;
      say(`${name}: ${percent} (${bounds}; ${games} games), ${times}`);
    }
  }
}
