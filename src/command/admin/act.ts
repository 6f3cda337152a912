import { adminLimits } from '../../limits.ts';
import { err, type Result } from '../../result.ts';
import { type Sentence, say } from '../../sentence.ts';
import { parsed } from '../shape/decision.ts';
import type { CommandContext, Decision, ParsedCommand } from '../shape/types.ts';

/** An act of an admin: it is logged, with its text. */
export const adminAct = (
  line: Omit<ParsedCommand, 'run'>,
  decide: (context: CommandContext) => Decision,
): Result<ParsedCommand<CommandContext>, never> =>
  parsed(line, (context) => {
    const decision = decide(context);
    if (decision.refused) return decision;
    const logged = { do: 'log-admin', act: line.text } as const;
    return { ...decision, changes: [...(decision.changes ?? []), logged] };
  });

/**
 * An act of an admin with a reason, which the players are told.
 *
 * @param words the reason, or none
 * @param decide `reason` is what the players read
 */
export function actWithReason(
  act: Pick<ParsedCommand, 'text' | 'board'>,
  words: readonly string[],
  decide: (context: CommandContext, reason: readonly Sentence[]) => Decision,
): Result<ParsedCommand<CommandContext>, Sentence> {
  if (words.length === 0) return adminAct(act, (context) => decide(context, []));
  const reason = words.join(' ');
  if (reason.length > adminLimits.reasonChars) {
    return err(say('reason-too-long', { charsMax: adminLimits.reasonChars }));
  }
  // Anybody may have written the reason in the admin's name, so it is shown as dots.
  const line = { ...act, text: `${act.text} ${reason}`, textWithoutComment: `${act.text} ...` };
  return adminAct(line, (context) => decide(context, [say('admin-reason', { reason })]));
}
