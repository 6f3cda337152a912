import { SETTINGS } from '../../player/settings.ts';
import { address, addressJoin, password } from '../account/address.ts';
import { block, feedback, message, unblock } from '../account/message.ts';
import { language, set } from '../account/set.ts';
import { signoff, signoffNow } from '../account/signoff.ts';
import { name, playFirst, signup } from '../account/signup.ts';
import { vacation } from '../account/vacation.ts';
import { tokensNew, whoami, whoamiAll } from '../account/whoami.ts';
import { ADMIN_LETTERS } from '../admin/admin-letters.ts';
import { ADMIN_MATCHES } from '../admin/admin-matches.ts';
import { ADMIN_PLAYERS } from '../admin/admin-suspend.ts';
import { draw, resign, undo } from '../board/board-offer.ts';
import { confirm, move } from '../board/move.ts';
import { preview } from '../board/preview.ts';
import { queue, submit } from '../board/queue.ts';
import { sayAtBoard } from '../board/say.ts';
import { record, show, testDisplay } from '../board/show.ts';
import { notify, unwatch, watch } from '../board/watch.ts';
import { accept, decline, withdraw } from '../challenge/answer.ts';
import { challenge, play } from '../challenge/challenge.ts';
import { invite } from '../challenge/invite.ts';
import { counter, limit } from '../challenge/new-challenge.ts';
import { players } from '../challenge/players.ts';
import { rematch } from '../challenge/rematch.ts';
import { challenges, games } from '../lists/games.ts';
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
  ...ADMIN_MATCHES,
  ...ADMIN_PLAYERS,
  ...ADMIN_LETTERS,
];

/** Not on a help page: commands carried out by a yes to a letter only, and obsolete ones. */
const UNLISTED: readonly Command[] = [addressJoin, playFirst, signoffNow, password];

/** The first literal words of a line. */
const LITERALS = /(?<![A-Za-z])[a-z]+(?: [a-z]+)*/;

/** Further help topics: settings, and words of the classic server. */
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
    [command.name, ...(command.aliases ?? [])].map((name) => [name, command]),
  ),
);

/** The command at the start of the words, and the remaining words. */
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
 * Our name of the command that a mistyped first word resembles, in our words or the reader's language.
 * Other languages are ignored: "Better luck" resembles one of their words. So are words under four letters,
 * which resemble everything.
 */
export function nearestCommand(
  word: string,
  { commands, ownCommands }: Vocabulary,
): string | undefined {
  if (word.length < 4) return undefined;
  const near = nearest(fold(word), [...BY_NAME.keys(), ...ownCommands]);
  return near === undefined ? undefined : BY_NAME.has(near) ? near : commands.get(near);
}
