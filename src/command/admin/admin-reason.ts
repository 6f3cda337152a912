import { reasonCharsMax } from '../../limits.ts';
import { err, ok, type Result } from '../../result.ts';
import { type Sentence, say } from '../../sentence.ts';

/** The words behind an admin's command: why it is done, in the admin's own words, or nothing. */
export function readReason(words: readonly string[]): Result<string, Sentence> {
  const reason = words.join(' ');
  return reason.length <= reasonCharsMax
    ? ok(reason)
    : err(say('reason-too-long', { charsMax: reasonCharsMax }));
}

/** The command with its reason, as it was understood. */
export const withReason = (text: string, reason: string): string => `${text} ${reason}`.trim();

/** The command with dots for its reason, which anybody may have written in the admin's name. */
export const bareOf = (text: string, reason: string): string =>
  reason === '' ? text : `${text} ...`;

/** The reason as the players read it. */
export const reasonGiven = (reason: string): readonly Sentence[] =>
  reason === '' ? [] : [say('admin-reason', { reason })];
