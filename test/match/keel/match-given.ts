import { readFileSync } from 'node:fs';

/** A match that was played when the keel was laid: what was written, and the hashes of what stays of it. */
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
  /** `rows:0123456789abcdef record:... archive:...`, never written anew. */
  readonly kept: string;
}

type After = 'rules' | 'resign' | 'draw' | 'undo' | 'goes-on';

const FILE = new URL('matches.txt', import.meta.url);

/** The matches in the order of their lines: rules, size, what follows the moves, three hashes, and the moves. */
export const GIVEN: readonly GivenMatch[] = readFileSync(FILE, 'utf8')
  .trimEnd()
  .split('\n')
  .map((line, index) => {
    const [rules = '', size = '', after, rows, record, archive, ...moves] = line.split(' ');
    const kept = [rows, record, archive].join(' ');
    return { number: index + 1, rules, size, after: after as After, kept, moves };
  });
