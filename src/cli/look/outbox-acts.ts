import type { OutStanding } from '../../command/shape/admin-reading.ts';
import { systemTime } from '../../ports.ts';
import { err, ok, type Result } from '../../result.ts';
import type { Database } from '../../store/file/database.ts';
import { type Exit, exitOf, LEFT, type Terminal } from '../command.ts';
import { beside, printBeside } from '../configured.ts';
import { exits } from '../sysexits.ts';
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
  if (!states.ok) return { code: exits.usage, line: states.error };
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
  if (!retry.ok) return { code: exits.usage, line: retry.error };
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
  if (isSaid === ids.length > 0)
    return err(isSaid ? `Not both: letters by number, and all of a kind.\n${WHICH}` : WHICH);
  if (!isSaid) return ok((db, now, dryRun) => retryNamed(db, ids, now, dryRun));
  const wanted = states.value ?? RETRIED;
  const some = RETRIED.filter((state) => wanted.includes(state));
  if (some.length === 0)
    return err(`Only letters that wait or have failed are tried again.\n${WHICH}`);
  return ok((db, now, dryRun) => ok(retryMany(db, { states: some, domain }, now, dryRun)));
}

const WHICH = `Say which letters, such as one of these:

  turnpost outbox retry 12 13
  turnpost outbox retry --failed
  turnpost outbox retry --domain example.org`;

function countExit(counted: Result<number, string>, { json }: OutboxAsked, what: string): Exit {
  if (!counted.ok) return exitOf(counted);
  const { value: letters } = counted;
  return exitOf(ok(json ? JSON.stringify({ letters }) : `${what}: ${letters}`));
}
