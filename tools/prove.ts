import { accessSync, constants, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { type Exit, exits, usageError, version } from '../src/cli/command.ts';
import { firstPosition } from '../src/cli/solve.ts';
import type { Game } from '../src/engine/shape/game.ts';
import type { Position, Size } from '../src/engine/shape/types.ts';
import { makeSize } from '../src/engine/stones/notation.ts';
import { solverLimits } from '../src/solo-limits.ts';
import { prove } from './strategy/prove.ts';
import { writeLines } from './strategy/strategy-file.ts';
import { makeHead, type Winner } from './strategy/strategy-text.ts';

/** What `turnpost prove RULES COLSxROWS FILE` was given. */
export interface ProveWords {
  readonly rules: string;
  readonly size: string;
  readonly file: string;
  /** Positions to look at, as they were typed. */
  readonly nodes: string | undefined;
}

/**
 * What `turnpost prove` does: finds a strategy for the side that wins, and writes it to a file, whole or
 * not at all.
 */
export function proveTo(
  { rules, size, file, nodes }: ProveWords,
  say: (line: string) => void,
): Exit {
  const first = firstPosition(rules, size);
  if (!first.ok) return usageError(first.error);
  const nodesMax = nodes === undefined ? solverLimits.terminalNodes : numberOf(nodes);
  if (nodesMax === undefined)
    return usageError(`--nodes takes a number of positions, not ${nodes}.`);
  try {
    // Nobody shall wait for what cannot be written then.
    accessSync(dirname(file), constants.W_OK);
    if (statSync(file, { throwIfNoEntry: false })?.isDirectory()) {
      return {
        code: exits.failed,
        line: `The strategy could not be written: ${file} is a folder.`,
      };
    }
    return proveFirst(first.value, nodesMax, file, say);
  } catch (error) {
    const { message } = error as Error;
    return { code: exits.failed, line: `The strategy could not be written: ${message}` };
  }
}

function proveFirst(
  { game, size, start }: { readonly game: Game; readonly size: Size; readonly start: Position },
  nodesMax: number,
  file: string,
  say: (line: string) => void,
): Exit {
  const what = `${game.name} on ${makeSize(size)}`;
  const proof = prove(game, start, {
    nodesMax,
    onProgress: (nodes) => say(`${nodes} positions looked at so far`),
    onReply: (replies) => say(`${replies} replies so far`),
  });
  const looked = `Positions looked at: ${proof.nodes}`;
  if (proof.kind === 'drawn') {
    const line = `${what} is a draw with best play: nobody has a winning strategy.\n${looked}`;
    return { code: exits.failed, line };
  }
  if (proof.kind === 'gave-up') {
    const { winner } = proof;
    const found = winner ? `${won(what, winner)}, but not all replies were` : 'Who wins was not';
    const line = `${found} found.\n${looked}\nMay it look at more: --nodes ${10 * nodesMax}`;
    return { code: exits.failed, line };
  }
  const { winner, lines } = proof;
  const head = { rules: game.rules, size, winner, positions: lines.length };
  writeLines(file, [...makeHead(head, version()), ...lines]);
  return {
    code: exits.ok,
    prints: [
      `${won(what, winner)}. ${looked}`,
      `Replies in ${file}: ${lines.length}. To check them: turnpost verify ${file}`,
    ],
  };
}

/** Who wins, as a beginning of a sentence. */
export const won = (what: string, winner: Winner): string =>
  `${what} is won by the ${winner} player`;

function numberOf(text: string): number | undefined {
  return /^[1-9]\d{0,11}$/.test(text) ? Number(text) : undefined;
}
