import { boardLetters } from '../../command/letters/letters.ts';
import { resignMatch } from '../../match/resign.ts';
import type { Match } from '../../match/types.ts';
import { noteDecided } from '../../store/play/decided.ts';
import { readingOf } from '../../store/reading/reading.ts';
import { advance } from '../do/advance.ts';
import { intendLetter } from '../do/intend.ts';
import { atMoment } from '../shell/moment.ts';
import type { Shell } from '../shell/shell.ts';

/** A player's time has run out: the match is lost, and both are told. Within a transaction. */
export function forfeit(working: Shell, match: Match, playerId: number): void {
  const now = working.time.now();
  const shell = atMoment(working, now, `forfeit ${match.board} ${now}`);
  const lost = resignMatch(match, playerId, 'forfeited');
  if (!lost.ok) throw new Error(`board ${match.board} cannot be forfeited (${lost.error.code})`);
  const asking = { reading: readingOf(shell.db, shell.time.now()), comment: '' };
  const letters = boardLetters(lost.value, asking, []);
  advance(shell, lost.value, 'forfeit', undefined);
  noteDecided(shell.db, now);
  for (const letter of letters) intendLetter(shell, letter, 'clock');
}
