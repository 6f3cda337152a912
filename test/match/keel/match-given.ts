import { readFileSync } from 'node:fs';

/** A match that was played when the keel was laid: what was written, and nothing about what came of it. */
export interface GivenMatch {
  /** Of the line. */
  readonly number: number;
  readonly rules: string;
  /** Such as `7x5`. */
  readonly size: string;
  /** In the spelling of the engine, from the first position. */
  readonly moves: readonly string[];
  /** What follows the last of them; `rules` where it has ended the match. */
  readonly after: After;
}

type After = 'rules' | 'resign' | 'draw' | 'undo' | 'goes-on';

const FILE = new URL('matches.txt', import.meta.url);

/** The matches in the order of their lines: rules, size, what follows the moves, and the moves. */
export const GIVEN: readonly GivenMatch[] = readFileSync(FILE, 'utf8')
  .trimEnd()
  .split('\n')
  .map((line, index) => {
    const [rules = '', size = '', after, ...moves] = line.split(' ');
    return { number: index + 1, rules, size, after: after as After, moves };
  });
