import { findGame, GAMES } from '../engine/registry.ts';
import { perft } from '../engine/solve/perft.ts';
import { makeSize, parseSize } from '../engine/stones/notation.ts';
import { err, ok, type Result } from '../result.ts';
import { meantBy } from './line/meant.ts';

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
  const game = findGame(rules);
  if (!game) return err(noGame(rules));
  const size = parseSize(sizeText);
  if (!size) return err(`The size ${sizeText} is not written like 8x8.`);
  const start = game.start(size);
  if (!start.ok) return err(`${game.name} has no start on ${makeSize(size)}: ${start.error.code}.`);
  if (!/^\d{1,3}$/.test(depthText)) return err(`The depth ${depthText} is not a number of plies.`);
  const depthMax = Number(depthText);
  return ok(
    (function* () {
      for (let depth = 0; depth <= depthMax; depth++) {
        const startMs = now();
        const nodes = perft(game, start.value, depth);
        yield `${depth} ${nodes} ${((now() - startMs) / 1000).toFixed(3)}`;
      }
    })(),
  );
};

function noGame(written: string): string {
  const known = GAMES.map((each) => each.rules);
  const says = `There is no game ${written}.`;
  const meant = meantBy({ says, unknown: { written, known } });
  return [
    says,
    ...meant.map((each) => `Did you mean this: ${each}`),
    `Games: ${known.join(', ')}`,
  ].join('\n');
}
