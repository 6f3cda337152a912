import { type Arena, NO_MORE, WON } from '../shape/arena.ts';
import type { Effort } from '../shape/effort.ts';
import type { Move } from '../shape/types.ts';
import { type AlphaBeta, FAR, NARROW, pliesLess } from './alpha-beta.ts';

/** A legal move, with what is known of it so far. */
export interface Candidate {
  readonly move: Move;
  /** Where the position after it stands in the arena; undefined when it ends the game. */
  readonly at: number | undefined;
  /** What it seems to be worth to who makes it. */
  readonly value: number;
}

/** Some moves, the best first, and how many plies ahead all of them were looked at. */
interface Looked {
  readonly candidates: readonly Candidate[];
  readonly plies: number;
}

/** The same moves, played on where their looks cannot be trusted, as far as the effort lasts. */
export const settle = (
  arena: Arena,
  search: AlphaBeta,
  moves: readonly Candidate[],
  effort: Effort,
): readonly Candidate[] =>
  moves.map((candidate) => {
    const { at } = candidate;
    if (at === undefined || arena.isQuiet(at) || effort.isSpent) return candidate;
    const value = -search.evaluate(at, 1, -WON, WON);
    return effort.isSpent ? candidate : { ...candidate, value };
  });

/**
 * Looks at some moves one ply ahead, then two, and so on, while the effort lasts and there is something
 * to choose. Of equal moves the first stays the first.
 */
export const deepen = (
  search: AlphaBeta,
  moves: readonly Candidate[],
  pliesMax: number,
  effort: Effort,
): Looked => {
  let candidates = moves.toSorted(byValue);
  let plies = 1;
  while (plies < pliesMax && isOpen(candidates)) {
    candidates = lookFurther(search, candidates, plies, effort);
    if (effort.isSpent) break;
    plies++;
  }
  return { candidates, plies };
};

/** The same moves, but first of all the first after which the opponent cannot win at once. */
export const safeFirst = (arena: Arena, candidates: readonly Candidate[]): readonly Candidate[] => {
  const safe = candidates.find(({ at, value }) =>
    at === undefined ? value > -FAR : !canWinAtOnce(arena, at),
  );
  return safe ? [safe, ...candidates.filter((each) => each !== safe)] : candidates;
};

const byValue = (one: Candidate, other: Candidate): number => other.value - one.value;

/** Whether there are two moves or more that are not lost, and none that wins. */
const isOpen = ([first, second]: readonly Candidate[]): boolean =>
  first !== undefined && second !== undefined && first.value < FAR && second.value > -FAR;

/**
 * Looks at each move so many plies beyond it, as far as the effort lasts. A move that is worse than
 * one before it gets a bound, which is enough to put it behind.
 */
const lookFurther = (
  search: AlphaBeta,
  candidates: readonly Candidate[],
  plies: number,
  effort: Effort,
): Candidate[] => {
  const looked: Candidate[] = [];
  let low = -WON;
  for (const candidate of candidates) {
    const { at } = candidate;
    let { value } = candidate;
    if (at !== undefined) {
      const tried = looked.length;
      const isFirst = tried === 0;
      const less = Math.min(plies - 1, pliesLess(tried, false));
      const [alpha, beta] = isFirst ? [-WON, WON] : [-low - NARROW, -low];
      value = -search.evaluate(at, plies - less, alpha, beta);
      if (less > 0 && value > low) value = -search.evaluate(at, plies, alpha, beta);
      if (!isFirst && value > low) value = -search.evaluate(at, plies, -WON, -low);
      if (effort.isSpent) break;
    }
    looked.push({ ...candidate, value });
    low = Math.max(low, value);
  }
  // What was not reached stays behind what was, but for what has turned out to lose.
  const rest = candidates.slice(looked.length);
  const kept = looked.filter(({ value }) => value > -FAR).sort(byValue);
  const lost = looked.filter(({ value }) => value <= -FAR).sort(byValue);
  return [...kept, ...rest, ...lost];
};

/** Whether who is to move has a move that wins the game at once. */
const canWinAtOnce = (arena: Arena, at: number): boolean => {
  const { top, positionWords } = arena;
  let found = false;
  for (let part = 0; part !== NO_MORE && !found; arena.top = top) {
    part = arena.push(at, part);
    for (let next = top; next < arena.top && !found; next += positionWords) {
      found = arena.look(next) === -WON;
    }
  }
  return found;
};
