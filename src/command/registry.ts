import { accept } from './accept.ts';
import { adminAddress } from './admin-address.ts';
import { adminBroadcast } from './admin-broadcast.ts';
import { adminEnd } from './admin-end.ts';
import { adminLetters } from './admin-letters.ts';
import { adminLog } from './admin-log.ts';
import { adminResign } from './admin-resign.ts';
import { adminRestore } from './admin-restore.ts';
import { adminRetry } from './admin-retry.ts';
import { adminStart } from './admin-start.ts';
import { adminStatus } from './admin-status.ts';
import { adminSuspend } from './admin-suspend.ts';
import { adminUndo } from './admin-undo.ts';
import { challenge } from './challenge.ts';
import { challenges } from './challenges.ts';
import { counter } from './counter.ts';
import { decline } from './decline.ts';
import { games } from './games.ts';
import { helpAbout } from './help.ts';
import { history } from './history.ts';
import { move } from './move.ts';
import { nearest } from './nearest.ts';
import { notify } from './notify.ts';
import { resign } from './resign.ts';
import { show } from './show.ts';
import { signup } from './signup.ts';
import { solve } from './solve.ts';
import type { Command } from './types.ts';
import { unwatch } from './unwatch.ts';
import { watch } from './watch.ts';
import { withdraw } from './withdraw.ts';

const DESCRIBED: readonly Command[] = [
  move,
  show,
  games,
  history,
  watch,
  notify,
  unwatch,
  resign,
  solve,
  challenge,
  challenges,
  accept,
  decline,
  counter,
  withdraw,
  signup,
  adminStart,
  adminResign,
  adminEnd,
  adminUndo,
  adminSuspend,
  adminRestore,
  adminAddress,
  adminBroadcast,
  adminStatus,
  adminLetters,
  adminRetry,
  adminLog,
];

/** Every command, in the order of the help page. */
export const COMMANDS: readonly Command[] = [...DESCRIBED, helpAbout(DESCRIBED)];

const BY_NAME = new Map(
  COMMANDS.flatMap((command) => [command.name, ...command.aliases].map((name) => [name, command])),
);

/** The command that these words begin with, and the words that are left. */
export function findCommand(
  words: readonly string[],
): { readonly command: Command; readonly rest: readonly string[] } | undefined {
  for (const length of [2, 1]) {
    const command = BY_NAME.get(words.slice(0, length).join(' ').toLowerCase());
    if (command && words.length >= length) return { command, rest: words.slice(length) };
  }
  return undefined;
}

/**
 * The name of a command that a mistyped first word is near to. Short words are near to everything:
 * who writes "how" does not mean `show`.
 */
export const nearestCommand = (word: string): string | undefined =>
  word.length < 4 ? undefined : nearest(word, [...BY_NAME.keys()]);
