import { afterAll, beforeAll } from 'vitest';
import { GAMES, offerGames } from '../../../src/engine/registry.ts';
import { RULES } from '../../../src/engine/shape/ground.ts';
import { makeSize } from '../../../src/engine/stones/notation.ts';
import { describeByLetters } from '../../engine/added/by-letters.ts';
import { factsOf } from '../../engine/facts.ts';
import { randomMatch, smallSizeOf } from '../../match/random.ts';

// Also those that a server offers only where it is told so.
beforeAll(() => offerGames(RULES));
afterAll(() => offerGames(undefined));

/** A whole game that is known of each, or else a random match that is over soon, though not at once. */
for (const { rules } of GAMES) {
  const { games = [] } = await factsOf(rules);
  const known = games.find(([from, , , winner]) => winner && !from.includes(' '));
  const small = smallSizeOf(rules);
  const [match] = Array.from({ length: known ? 0 : 40 }, (_, seed) =>
    randomMatch(rules, small, String(seed)),
  )
    .filter(({ moves, outcome }) => moves.length >= 6 && outcome?.ending !== 'repetition')
    .sort((one, other) => one.moves.length - other.moves.length);
  const [size, moves] = known ?? [makeSize(small), match?.moves.join(' ') ?? ''];
  describeByLetters({ rules, size, moves, told: [] });
}
