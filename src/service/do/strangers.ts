import {
  oneDayMs,
  strangerLettersPerAddressPerDayMax,
  strangerLettersPerDayMax,
} from '../../limits.ts';
import { lately } from '../../store/file/lately.ts';
import { strangerLettersSince } from '../../store/letters/outbox.ts';
import type { Shell } from '../shell/shell.ts';

/** Whether the caps leave room for one more letter that a stranger has caused. */
export function roomForStranger(shell: Shell, address: string): boolean {
  return today(shell).total < strangerLettersPerDayMax && roomAtStranger(shell, address);
}

/**
 * The same for one that a player has caused. What strangers cause is charged to no player, but nobody
 * without an account is sent more letters because there are many who cause them.
 */
export const roomAtStranger = (shell: Shell, address: string): boolean =>
  today(shell).to(address) < strangerLettersPerAddressPerDayMax;

const today = ({ db, time }: Shell) => strangerLettersSince(db, lately(time.now(), oneDayMs));
