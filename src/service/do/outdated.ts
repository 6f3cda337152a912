import { clockFacts } from '../../command/letters/clock-facts.ts';
import { boardFacts } from '../../command/letters/letters.ts';
import type { BoardFacts } from '../../intent.ts';
import type { Token } from '../../mail/token.ts';
import { colourOf } from '../../match/seats.ts';
import { say } from '../../sentence.ts';
import type { End } from '../../store/letters/inbox.ts';
import { readingOf } from '../../store/reading/reading.ts';
import type { Shell } from '../shell/shell.ts';
import { answerWith, enoughAnswers } from './answer.ts';
import type { Worth } from './reply-token.ts';
import type { Sender } from './sender.ts';

/**
 * Answers a letter whose token does not count any more with the board as it stands, whose token does.
 * Nothing of the letter is carried out: what it was written for is gone, or somebody else has it.
 *
 * @param token of the sender
 * @returns undefined for one that counts, and for an ended one of no board: that letter only lacks a
 *   proof
 */
export function answerOutdated(
  shell: Shell,
  sender: Sender,
  { purpose, player, number }: Token,
  worth: Worth,
): End | undefined {
  if (worth === 'counts') return undefined;
  if (worth === 'ended' && purpose !== 'board') return undefined;
  const board = purpose === 'board' ? boardNow(shell, number, player) : undefined;
  const why = worth === 'ended' ? say('letter-ended') : say('letter-lost');
  // Whoever answers a puzzle is shown how it stands.
  const answers = purpose === 'puzzle' ? { answers: [`puzzle ${number}`] } : {};
  const sections = [{ understood: undefined, says: [why], ...(board && { board }), ...answers }];
  return answerWith(shell, sender, sections, { end: 'refused' })
    ? { state: 'refused', reason: why.code }
    : enoughAnswers(shell, sender);
}

/** What a player's own board looks like. */
function boardNow({ db, time }: Shell, board: number, player: number): BoardFacts | undefined {
  const reading = readingOf(db, time.now());
  const match = reading.match(board);
  if (!match || !colourOf(match, player)) return undefined;
  return boardFacts(match, [], {
    offer: reading.openOffer(board),
    queue: reading.queue(board, player),
    clock: clockFacts(match, reading),
  });
}
