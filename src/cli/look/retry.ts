import type { OutgoingState } from '../../command/shape/by-subject.ts';
import { OUTGOING_STATES } from '../../command/shape/by-subject.ts';
import { systemTime } from '../../ports.ts';
import { err, ok, type Result } from '../../result.ts';
import { databaseLimits } from '../../server-limits.ts';
import { type Database, transact } from '../../store/file/database.ts';
import { retryDestinationNow } from '../../store/letters/refusals.ts';
import { retryIncoming, retryOutgoing } from '../../store/reading/admin-reading.ts';
import {
  makeDue,
  type OutgoingLetter,
  outLetter,
  outLetters,
  replayFacts,
} from '../../store/reading/overview.ts';
import { changeCondition, currentCondition } from '../../store/server/conditions.ts';
import { type Exit, exitOf, NOTHING_DONE, type Terminal, usageError } from '../command.ts';
import { printList, withDatabase } from '../configured.ts';
import { type OutboxQuery, outboxList } from './lists.ts';

interface OutboxOptions {
  readonly state?: OutgoingState;
  readonly failed?: true;
  readonly domain?: string;
  readonly 'dry-run'?: true;
  readonly yes?: true;
  readonly json?: true;
}

/** Runs `turnpost outbox`: lists outgoing letters. */
export async function listOutbox(options: OutboxOptions, terminal: Terminal): Promise<Exit> {
  const states = statesOf(options);
  if (!states.ok) return usageError(states.error);
  const query = { states: states.value ?? DEFAULT_OUT_STATES, domain: options.domain };
  return printList(terminal, options.json ?? false, (db) =>
    ok(outboxList(db, systemTime.now(), query)),
  );
}

/** Runs `turnpost outbox retry`. At a terminal, it asks first if a filter matches more than one letter. */
export async function retryOutbox(
  ids: readonly string[],
  options: OutboxOptions,
  { confirm }: Terminal,
): Promise<Exit> {
  const states = statesOf(options);
  if (!states.ok) return usageError(states.error);
  const { domain, json } = options;
  const isNamed = ids.length > 0;
  const hasFilter = states.value !== undefined || domain !== undefined;
  if (isNamed && hasFilter) return usageError('Give either IDs or a filter, not both.');
  if (!isNamed && !hasFilter) {
    return usageError('Give IDs or a filter: --failed, or --domain DOMAIN.');
  }
  const retriedStates = RETRYABLE_STATES.filter((state) => states.value?.includes(state) ?? true);
  if (retriedStates.length === 0)
    return usageError('Only waiting and failed e-mails can be retried.');
  const run = (dryRun: boolean): Result<number, string> =>
    withDatabase((db) =>
      isNamed
        ? retryNamed(db, ids, systemTime.now(), dryRun)
        : ok(retryMany(db, { states: retriedStates, domain }, systemTime.now(), dryRun)),
    );
  if (!isNamed && !options.yes && !options['dry-run']) {
    const counted = run(true);
    const letters = counted.ok ? counted.value : 0;
    if (letters > 1 && !(await confirm(`Retry ${letters} e-mails?`))) return NOTHING_DONE;
  }
  const counted = run(options['dry-run'] === true);
  if (!counted.ok) return exitOf(counted);
  const what = options['dry-run']
    ? 'E-mails that would be retried'
    : 'E-mails that are retried as soon as a server runs';
  const letters = counted.value;
  return exitOf(ok(json ? JSON.stringify({ letters }) : `${what}: ${letters}`));
}

function statesOf({
  state,
  failed,
}: OutboxOptions): Result<readonly OutgoingState[] | undefined, string> {
  if (failed && state && state !== 'failed') {
    return err(`--failed and --state ${state} cannot be combined.`);
  }
  const one = failed ? 'failed' : state;
  return ok(one && [one]);
}

/** States in which a letter can be sent again, or sooner. */
const RETRYABLE_STATES = ['waiting', 'failed'] as const satisfies readonly OutgoingState[];

/**
 * Makes waiting and failed letters due. A running server sends them within seconds; otherwise they
 * are sent at the next start.
 */
const retryNamed = (
  db: Database,
  ids: readonly string[],
  now: number,
  dryRun: boolean,
): Result<number, string> =>
  transact(db, () => {
    const candidates = [...new Set(ids)].map((text) => {
      const letter = /^\d{1,15}$/.test(text) ? outLetter(db, Number(text)) : undefined;
      return { letter, trouble: letter ? troubleWith(letter) : `There is no e-mail ${text}.` };
    });
    const troubles = candidates.flatMap(({ trouble }) => trouble ?? []);
    if (troubles.length > 0) return err([...troubles, 'Try: turnpost outbox'].join('\n'));
    const letters = candidates.flatMap(({ letter }) => letter ?? []);
    if (!dryRun) retry(db, letters, now);
    return ok(letters.length);
  });

/** Makes all letters of a filter due, except those that cannot be sent. */
function retryMany(
  db: Database,
  { states, domain }: OutboxQuery,
  now: number,
  dryRun: boolean,
): number {
  let count = 0;
  for (const state of states) {
    // A transaction per page, so that a running server need not wait for all.
    const page = (after: number) => {
      const rows = outLetters(db, state, { domain, after, most: databaseLimits.listRows });
      const letters = rows.filter((letter) => troubleWith(letter) === undefined);
      if (!dryRun) retry(db, letters, now);
      count += letters.length;
      return rows.at(-1);
    };
    let last: OutgoingLetter | undefined;
    do last = transact(db, () => page(last?.id ?? 0));
    while (last);
  }
  return count;
}

function retry(db: Database, letters: readonly OutgoingLetter[], now: number): void {
  for (const { id, state } of letters) {
    if (state === 'failed') retryOutgoing(db, id, now);
    else makeDue(db, id, now);
  }
  for (const domain of new Set(letters.map((each) => each.domain))) {
    retryDestinationNow(db, domain, now);
  }
  // A submission server that was repaired is tried at once.
  const door = letters.length > 0 ? currentCondition(db, 'door') : undefined;
  if (door) changeCondition(db, { ...door, dueAt: now });
}

/** The reason why a letter cannot be sent again, or need not be. */
function troubleWith({ id, state, kept }: OutgoingLetter): string | undefined {
  if (state === 'withheld') return `E-mail ${id} was withheld: it must not be sent any more.`;
  if (state === 'sent') return `E-mail ${id} was already sent.`;
  if (state === 'failed') {
    return kept ? undefined : `E-mail ${id} cannot be sent again: its content was deleted.`;
  }
  return state === 'waiting' ? undefined : `E-mail ${id} is already on its way: ${state}.`;
}

/**
 * Runs `turnpost replay ID...`: letters that were put aside are read again. A running server reads them
 * within a second; otherwise they are read at the next start.
 */
export const replayLetters = (
  db: Database,
  idTexts: readonly string[],
): Result<readonly string[], string> =>
  transact(db, () => {
    const letters = [...new Set(idTexts)].map((idText) => replayableId(db, idText));
    const troubles = letters.flatMap((letter) => (letter.ok ? [] : letter.error));
    if (troubles.length > 0) return err(troubles.join('\n'));
    return ok(
      letters.flatMap((letter) => {
        if (!letter.ok) return [];
        retryIncoming(db, letter.value);
        return `E-mail ${letter.value} will be read again.`;
      }),
    );
  });

/** The id of a letter that can be read again, or why it cannot. */
function replayableId(db: Database, idText: string): Result<number, string> {
  const id = /^\d{1,15}$/.test(idText) ? Number(idText) : 0;
  const letter = replayFacts(db, id);
  if (!letter) return err(`There is no e-mail ${idText}. Try: turnpost letters`);
  const { state, kept, cut } = letter;
  if (state !== 'put-aside') return err(`E-mail ${id} is not put aside; its state is: ${state}`);
  if (cut) return err(`E-mail ${id} was too large: only its header was fetched.`);
  if (!kept) return err(`E-mail ${id} cannot be read again: its content was deleted.`);
  return ok(id);
}

/** The default filter: letters on their way, and those that failed. */
const DEFAULT_OUT_STATES = OUTGOING_STATES.filter(
  (state) => state !== 'sent' && state !== 'withheld',
);
