import { describe, expect, test } from 'vitest';
import { GAMES } from '../../src/engine/registry.ts';
import { makeRecord, parseRecord } from '../../src/match/record/record.ts';
import { value } from '../engine/given.ts';
import { throwDice } from '../support/run/seed.ts';
import { randomMatch, smallSizeOf } from './random.ts';
import { kept } from './record/records.ts';

const dice = throwDice('random matches');
const MATCHES = dice.sample(
  Array.from({ length: 200 }, (_, number) => number),
  8,
);

describe('a match of random moves comes to an end, and is read from its record', () => {
  test.each(GAMES)('$name', (game) => {
    for (const number of MATCHES) {
      const size = number % 4 === 0 ? game.defaultSize : smallSizeOf(game.rules);
      const match = randomMatch(game.rules, size, `${dice.seed} ${number}`);
      const again = value(parseRecord(makeRecord(match)));
      expect(again).toEqual(kept(match));
      const byRules = game.outcome(match.position);
      expect(match.outcome?.ending).toBe(byRules?.reason ?? 'repetition');
    }
  });
});
