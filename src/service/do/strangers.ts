import {
  domainAnswerRoom,
  domainSignUpRoom,
  oneDayMs,
  oneProviderSignUpRoom,
  providerSignUpRoom,
  signUpRoom,
  strangerAnswerRoom,
  strangerLettersPerAddressPerDayMax,
} from '../../limits.ts';
import { addressKey } from '../../player/address.ts';
import { LARGE_PROVIDERS } from '../../player/large-providers.ts';
import { useridFrom } from '../../player/userid.ts';
import { lately } from '../../store/file/lately.ts';
import { noteCapMet } from '../../store/letters/caps-met.ts';
import { strangerAnswersTo } from '../../store/letters/outbox.ts';
import { dropFullRooms, putUsedUntil, usedUntil } from '../../store/letters/rooms.ts';
import { useridTaken } from '../../store/people/players.ts';
import type { Shell } from '../shell/shell.ts';

/** So many letters at once, and then one in every so many milliseconds. */
interface Room {
  readonly atOnce: number;
  readonly everyMs: number;
}

type NamedRoom = readonly [name: string, room: Room];

/** The rooms that an answer to somebody who has no account must find open. */
const answerRooms = (address: string): readonly NamedRoom[] => [
  ['answers', strangerAnswerRoom],
  [`answers ${domainOf(address)}`, domainAnswerRoom],
];

/**
 * The rooms that a question about a sign-up must find open. Where our mail host checks senders, half
 * of what there is for all is kept for those that it has verified.
 */
export function signUpRooms(
  shell: Shell,
  address: string,
  verified: boolean,
): readonly NamedRoom[] {
  const domain = domainOf(address);
  const large = LARGE_PROVIDERS.has(domain);
  const [name, ofAll, ofOne] = large
    ? ['sign-ups of providers', providerSignUpRoom, oneProviderSignUpRoom]
    : ['sign-ups', signUpRoom, domainSignUpRoom];
  const all: readonly NamedRoom[] = [
    [name, ofAll],
    [`sign-ups ${domain}${verified ? ' verified' : ''}`, ofOne],
  ];
  return shell.authserv && !verified ? [...all, [`${name} unverified`, halfOf(ofAll)]] : all;
}

const halfOf = ({ atOnce, everyMs }: Room): Room => ({ atOnce: atOnce / 2, everyMs: 2 * everyMs });

const domainOf = (address: string): string => {
  const key = addressKey(address);
  return key.slice(key.lastIndexOf('@') + 1);
};

/** Whether all of these rooms are open to one more letter. */
export const isOpen = (shell: Shell, rooms: readonly NamedRoom[]): boolean =>
  rooms.every(([name, room]) => {
    const ahead = aheadMs(shell, name, room);
    return ahead <= (room.atOnce - 1) * room.everyMs;
  });

/** Uses up the room of one letter. */
export function useRoom(shell: Shell, rooms: readonly NamedRoom[]): void {
  const { db, time } = shell;
  const now = time.now();
  dropFullRooms(db, now);
  for (const [name, room] of rooms) {
    putUsedUntil(db, name, now + aheadMs(shell, name, room) + room.everyMs);
  }
}

/** How far a room is used up. More than all of it was noted by a clock that has been put back since. */
function aheadMs({ db, time }: Shell, name: string, { atOnce, everyMs }: Room): number {
  const ahead = (usedUntil(db, name) ?? 0) - time.now();
  return ahead > 0 && ahead <= atOnce * everyMs ? ahead : 0;
}

/** Whether the caps leave room for one more answer to somebody who has no account. */
export function roomForStranger(shell: Shell, address: string): boolean {
  const today = strangerAnswersTo(shell.db, address, lately(shell.time.now(), oneDayMs));
  if (today >= strangerLettersPerAddressPerDayMax) return false;
  const open = isOpen(shell, answerRooms(address));
  if (!open) noteCapMet(shell.db, 'answers', shell.time.now());
  return open;
}

/** An answer to somebody who has no account goes out. */
export const useAnswerRoom = (shell: Shell, address: string): void =>
  useRoom(shell, answerRooms(address));

/** The userid that suits an address, while anybody could have it. */
export function freeUserid({ db, mistakenFor }: Shell, address: string): string | undefined {
  const userid = useridFrom(address);
  if (userid === undefined || mistakenFor(userid) || useridTaken(db, userid)) return undefined;
  return userid;
}
