import type { OutStanding } from '../../command/shape/admin-reading.ts';
import { systemTime } from '../../ports.ts';
import { err, ok, type Result } from '../../result.ts';
import type { Database } from '../../store/file/database.ts';
import { type Exit, exitOf, LEFT, misused, type Terminal } from '../command.ts';
import { beside, printBeside } from '../configured.ts';
import { listLines } from './list.ts';
import { outboxList, UNSENT } from './outbox.ts';
import { RETRIED, retryMany, retryNamed } from './retry.ts';

/** How `turnpost outbox` was asked. */
export interface OutboxAsked {
  readonly state?: OutStanding;
  readonly failed?: true;
  readonly domain?: string;
  readonly 'dry-run'?: true;
  readonly yes?: true;
  readonly json?: true;
}

/** What `turnpost outbox` does: it lists letters. */
export async function listOutbox(asked: OutboxAsked, terminal: Terminal): Promise<Exit> {
  const states = statesOf(asked);
  if (!states.ok) return misused(states.error);
  const query = { states: states.value ?? UNSENT, domain: asked.domain };
  const how = { json: asked.json ?? false, paint: terminal.paint };
  return printBeside(terminal, (db) => ok(listLines(outboxList(db, systemTime.now(), query), how)));
}

/** What `turnpost outbox retry` does: somebody at a terminal is asked before many letters are sent. */
export async function retryOutbox(
  ids: readonly string[],
  asked: OutboxAsked,
  { confirm }: Terminal,
): Promise<Exit> {
  const retry = retryOf(ids, asked);
  if (!retry.ok) return misused(retry.error);
  const run = (dryRun: boolean) => beside((db) => retry.value(db, systemTime.now(), dryRun));
  if (asked['dry-run']) return countExit(run(true), asked, 'Letters that would be tried again');
  if (ids.length === 0 && !asked.yes) {
    const counted = run(true);
    const letters = counted.ok ? counted.value : 0;
    if (letters > 1 && !(await confirm(`Try ${letters} letters again?`))) return LEFT;
  }
  return countExit(run(false), asked, 'Letters that are tried again as soon as a server runs');
}

/** The states that were asked for; undefined when none was. */
function statesOf({
  state,
  failed,
}: OutboxAsked): Result<readonly OutStanding[] | undefined, string> {
  if (failed && state && state !== 'failed') {
    return err(`--failed and --state ${state} do not go together.`);
  }
  const one = failed ? 'failed' : state;
  return ok(one && [one]);
}

type Retry = (db: Database, now: number, dryRun: boolean) => Result<number, string>;

/** What is to be tried again, or why that cannot be told. */
function retryOf(ids: readonly string[], asked: OutboxAsked): Result<Retry, string> {
  const states = statesOf(asked);
  if (!states.ok) return states;
  const { domain } = asked;
  const isSaid = states.value !== undefined || domain !== undefined;
  const isNamed = ids.length > 0;
  if (isNamed && isSaid) return err('Name letters, or say which, but not both.');
  if (!isNamed && !isSaid) return err('Name letters, or say which: --failed, or --domain DOMAIN.');
  if (isNamed) return ok((db, now, dryRun) => retryNamed(db, ids, now, dryRun));
  const wanted = states.value ?? RETRIED;
  const some = RETRIED.filter((state) => wanted.includes(state));
  if (some.length === 0) return err('Only letters that wait or have failed are tried again.');
  return ok((db, now, dryRun) => ok(retryMany(db, { states: some, domain }, now, dryRun)));
}

function countExit(counted: Result<number, string>, { json }: OutboxAsked, what: string): Exit {
  if (!counted.ok) return exitOf(counted);
  const { value: letters } = counted;
  return exitOf(ok(json ? JSON.stringify({ letters }) : `${what}: ${letters}`));
}
