import { chargeTo } from '../../budget/charge.ts';
import type { Effects } from '../../command/shape/types.ts';
import { type ReadyCommand, readLine } from '../../command/text/line.ts';
import { NO_CONTEXT } from '../../command/text/subject.ts';
import type { Section } from '../../intent.ts';
import { err, ok, type Result } from '../../result.ts';
import type { Sentence } from '../../sentence.ts';
import { transact } from '../../store/file/database.ts';
import { storeTerminalAct } from '../../store/letters/inbox.ts';
import { noteDecided } from '../../store/server/conditions.ts';
import { apply } from '../do/apply.ts';
import { intendLetter, playersWithEndedTokens, sendBoardsAgain } from '../do/intend.ts';
import { type Cause, commandContext, type Sender } from '../do/sender.ts';
import { type Shell, withClockAt } from '../shell/shell.ts';

/** The actor in the admin log. */
const TERMINAL = 'terminal';

/** A command that an admin may use; excludes commands for players. */
export type AdminOrder = Exclude<ReadyCommand, { readonly audience: 'player' }>;

/**
 * Parses the words after `turnpost admin`: an admin command without `admin`, or `help`.
 *
 * @returns the command; otherwise what is wrong, or undefined if there is no such command
 */
export function readTyped(words: readonly string[]): Result<AdminOrder, Sentence | undefined> {
  const [first = '', ...rest] = words;
  const line = first === 'help' ? ['help admin', ...rest].join(' ') : ['admin', ...words].join(' ');
  const read = readLine(line.replace(/\s+/g, ' '), NO_CONTEXT);
  if (read.kind === 'command' && read.audience !== 'player') return ok(read);
  return err(read.kind === 'trouble' ? read.why : undefined);
}

/**
 * Carries out an admin command from the shell: no proof and no confirmation is needed. One transaction,
 * logged like an act by letter.
 *
 * @param text the command's additional text
 * @returns the answer, and whether anything changed; or the reason for a refusal
 */
export function actAtTerminal(
  baseShell: Shell,
  { ready }: AdminOrder,
  text: string,
): Result<{ readonly said: Section; readonly changed: boolean }, Section> {
  const { db } = baseShell;
  const now = baseShell.time.now();
  const shell = withClockAt(baseShell, now, `typed ${now} ${ready.text}`);
  return transact(db, () => {
    const decision = ready.run(commandContext(shell, terminalSender(0, now), text));
    if (decision.refused) return err(decision.section);
    const { changes = [], letters = [], section } = decision;
    if (changes.length > 0) {
      const id = storeTerminalAct(db, now);
      carryOutTyped(shell, { changes, letters }, terminalSender(id, now).cause);
      noteDecided(db, now);
    }
    const said = section ?? { understood: undefined, says: [] };
    return ok({ said, changed: changes.length > 0 });
  });
}

const terminalSender = (inboxId: number, now: number): Sender => {
  const charge = chargeTo(undefined, 'admin', now);
  const cause = { inboxId, messageId: undefined, address: TERMINAL, charge };
  return { address: TERMINAL, player: undefined, admin: true, cause };
};

function carryOutTyped(shell: Shell, { changes, letters }: Effects, cause: Cause): void {
  for (const change of changes) apply(shell, change, cause);
  for (const letter of letters) intendLetter(shell, letter, cause);
  sendBoardsAgain(shell, playersWithEndedTokens(changes), cause);
}
