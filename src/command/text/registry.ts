import { SETTINGS } from '../../player/settings.ts';
import { address, addressJoin, password } from '../account/address.ts';
import { block, unblock } from '../account/block.ts';
import { feedback, message } from '../account/message.ts';
import { name, playFirst } from '../account/play-first.ts';
import { language, set } from '../account/set.ts';
import { signoff, signoffNow } from '../account/signoff.ts';
import { signup } from '../account/signup.ts';
import { vacation } from '../account/vacation.ts';
import { tokensNew, whoami, whoamiAll } from '../account/whoami.ts';
import { adminEnd, adminResign, adminUndo } from '../admin/admin-end.ts';
import { adminBroadcast, adminLetters, adminLog, adminRetry } from '../admin/admin-letters.ts';
import { adminStart } from '../admin/admin-start.ts';
import { adminStatus } from '../admin/admin-status.ts';
import { adminAddress, adminRestore, adminSuspend } from '../admin/admin-suspend.ts';
import { draw, resign, undo } from '../board/board-offer.ts';
import { confirm, move } from '../board/move.ts';
import { preview } from '../board/preview.ts';
import { queue, submit } from '../board/queue.ts';
import { sayAtBoard } from '../board/say.ts';
import { record, show, testDisplay } from '../board/show.ts';
import { notify, unwatch, watch } from '../board/watch.ts';
import { accept } from '../challenge/accept.ts';
import { challenge, play } from '../challenge/challenge.ts';
import { counter } from '../challenge/counter.ts';
import { decline, withdraw } from '../challenge/decline.ts';
import { invite } from '../challenge/invite.ts';
import { limit } from '../challenge/new-challenge.ts';
import { players } from '../challenge/players.ts';
import { rematch } from '../challenge/rematch.ts';
import { challenges } from '../lists/challenges.ts';
import { games } from '../lists/games.ts';
import { adminHelp, helpAbout } from '../lists/help.ts';
import { history } from '../lists/history.ts';
import { rating, standings } from '../lists/standings.ts';
import { puzzle } from '../puzzle/puzzle.ts';
import type { Command } from '../shape/types.ts';
import { fold, nearest } from '../shape/words.ts';
import { hint, solve } from '../solver/solve.ts';
import { CLASSIC_LINES } from './classic-lines.ts';
import type { Vocabulary } from './vocabulary.ts';

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
  hint,
  play,
  puzzle,
  challenge,
  rematch,
  challenges,
  accept,
  decline,
  invite,
  limit,
  players,
  message,
  block,
  unblock,
  counter,
  withdraw,
  signup,
  name,
  tokensNew,
  whoami,
  whoamiAll,
  address,
  set,
  language,
  testDisplay,
  vacation,
  signoff,
  feedback,
  adminHelp,
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

/** On no help page: what only the yes to a letter of ours carries out, and what nobody needs. */
const UNLISTED: readonly Command[] = [addressJoin, playFirst, signoffNow, password];

/** A line's first words that are no place for others. */
const LITERALS = /(?<![A-Za-z])[a-z]+(?: [a-z]+)*/;

/** What else somebody may want help on: settings, and words of the classic server. */
const OTHERS: ReadonlyMap<string, string> = new Map([
  ...CLASSIC_LINES.map((row): [string, string] => [
    LITERALS.exec(row.line)?.[0] ?? '',
    ('here' in row ? row.here : row.instead).split(' ')[0] ?? '',
  ]),
  ...SETTINGS.map(({ name }): [string, string] => [name, 'set']),
  ['password', 'classic'],
  ['change password', 'classic'],
]);

/** Every command, in the order of the help page. */
export const COMMANDS: readonly Command[] = [...DESCRIBED, helpAbout(DESCRIBED, OTHERS)];

const BY_NAME = new Map(
  [...COMMANDS, ...UNLISTED].flatMap((command) =>
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
 * The name of a command, in our words, that a mistyped first word is near to, in ours or the reader's
 * own language: "Better luck" is near to a word that only others know. Short words are near to
 * everything: who writes "how" does not mean `show`.
 */
export function nearestCommand(
  word: string,
  { commands, ownCommands }: Vocabulary,
): string | undefined {
  if (word.length < 4) return undefined;
  const near = nearest(fold(word), [...BY_NAME.keys(), ...ownCommands]);
  return near === undefined ? undefined : BY_NAME.has(near) ? near : commands.get(near);
}
