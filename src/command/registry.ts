import { accept } from './accept.ts';
import { address } from './address.ts';
import { addressJoin } from './address-join.ts';
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
import { block, unblock } from './block.ts';
import { challenge } from './challenge.ts';
import { challenges } from './challenges.ts';
import { confirm } from './confirm.ts';
import { counter } from './counter.ts';
import { decline } from './decline.ts';
import { draw } from './draw.ts';
import { games } from './games.ts';
import { helpAbout } from './help.ts';
import { history } from './history.ts';
import { invite } from './invite.ts';
import { limit } from './limit.ts';
import { message } from './message.ts';
import { move } from './move.ts';
import { nearest } from './nearest.ts';
import { notify } from './notify.ts';
import { password } from './password.ts';
import { preview } from './preview.ts';
import { queue } from './queue.ts';
import { rating } from './rating.ts';
import { record } from './record.ts';
import { resign } from './resign.ts';
import { sayAtBoard } from './say.ts';
import { set } from './set.ts';
import { show } from './show.ts';
import { signoff, signoffNow } from './signoff.ts';
import { signup } from './signup.ts';
import { solve } from './solve.ts';
import { standings } from './standings.ts';
import { submit } from './submit.ts';
import { testDisplay } from './test-display.ts';
import type { Command } from './types.ts';
import { undo } from './undo.ts';
import { unwatch } from './unwatch.ts';
import { vacation } from './vacation.ts';
import { watch } from './watch.ts';
import { whoami, whoamiAll } from './whoami.ts';
import { withdraw } from './withdraw.ts';

const DESCRIBED: readonly Command[] = [
  move,
  submit,
  confirm,
  queue,
  show,
  record,
  preview,
  games,
  sayAtBoard,
  history,
  standings,
  rating,
  watch,
  notify,
  unwatch,
  resign,
  draw,
  undo,
  solve,
  challenge,
  challenges,
  accept,
  decline,
  invite,
  limit,
  message,
  block,
  unblock,
  counter,
  withdraw,
  signup,
  password,
  whoami,
  whoamiAll,
  address,
  set,
  testDisplay,
  vacation,
  signoff,
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

/** What only the yes to a letter of ours carries out: on no help page, and typed by nobody. */
const CONFIRMED: readonly Command[] = [addressJoin, signoffNow];

/** Every command, in the order of the help page. */
export const COMMANDS: readonly Command[] = [...DESCRIBED, helpAbout(DESCRIBED)];

const BY_NAME = new Map(
  [...COMMANDS, ...CONFIRMED].flatMap((command) =>
    [command.name, ...command.aliases].map((name) => [name, command]),
  ),
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
