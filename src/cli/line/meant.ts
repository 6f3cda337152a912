import { nearest } from '../../command/shape/nearest.ts';
import type { Trouble } from './options.ts';

/** More would be a list, and no guess. */
const GUESSES_MAX = 3;

/** The known words that may be meant by one that is not known: what begins so, or is nearly the same. */
export function meantBy({ unknown }: Trouble): readonly string[] {
  if (!unknown) return [];
  const written = unknown.written.toLowerCase();
  const begun = unknown.known.filter((each) => each.toLowerCase().startsWith(written));
  if (/\w\w/.test(written) && begun.length > 0 && begun.length <= GUESSES_MAX) return begun;
  const near = nearest(written, unknown.known);
  return near === undefined ? [] : [near];
}
