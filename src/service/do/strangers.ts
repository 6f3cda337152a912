import {
  oneDayMs,
  strangerLettersPerAddressPerDayMax,
  strangerLettersPerDayMax,
} from '../../limits.ts';
import { lately } from '../../store/file/lately.ts';
import { strangerLettersSince } from '../../store/letters/outbox.ts';
import type { Shell } from '../shell/shell.ts';

/** Whether the caps leave room for one more letter to somebody who has no account. */
export function roomForStranger({ db, time }: Shell, address: string): boolean {
  const today = strangerLettersSince(db, lately(time.now(), oneDayMs));
  return (
    today.total < strangerLettersPerDayMax && today.to(address) < strangerLettersPerAddressPerDayMax
  );
}
