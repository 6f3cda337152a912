import { GAMES } from '../../../src/engine/registry.ts';
import { makeSize } from '../../../src/engine/stones/notation.ts';
import { describeByLetters } from '../../engine/added/by-letters.ts';
import { randomMatch, smallSizeOf } from '../../match/random.ts';

/** A random match of each game that is over soon, though not at once. */
for (const { rules } of GAMES) {
  const size = smallSizeOf(rules);
  const [match] = Array.from({ length: 40 }, (_, seed) => randomMatch(rules, size, String(seed)))
    .filter(({ moves, outcome }) => moves.length >= 6 && outcome?.ending !== 'repetition')
    .sort((one, other) => one.moves.length - other.moves.length);
  const moves = match?.moves.join(' ') ?? '';
  describeByLetters({ rules, size: makeSize(size), moves, told: [] });
}
