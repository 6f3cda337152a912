import { perft } from '../engine/solve/perft.ts';
import { err, ok, type Result } from '../result.ts';
import { firstPosition } from './line/first-position.ts';

/**
 * What `turnpost perft RULES SIZE DEPTH` prints: for each depth a line as soon as it is counted, with
 * the depth, the nodes and the seconds that took.
 *
 * @param now milliseconds of any clock that does not run backwards
 * @returns the lines, counted while they are asked for, or a sentence that says what is wrong
 */
export const perftLines = (
  rules: string,
  sizeText: string,
  depthText: string,
  now: () => number,
): Result<Iterable<string>, string> => {
  const first = firstPosition(rules, sizeText);
  if (!first.ok) return first;
  const { game, start } = first.value;
  if (!/^\d{1,3}$/.test(depthText)) return err(`The depth ${depthText} is not a number of plies.`);
  const depthMax = Number(depthText);
  return ok(
    (function* () {
      for (let depth = 0; depth <= depthMax; depth++) {
        const startMs = now();
        const nodes = perft(game, start, depth);
        yield `${depth} ${nodes} ${((now() - startMs) / 1000).toFixed(3)}`;
      }
    })(),
  );
};
