import { backupsNow } from '../../store/server/backups.ts';
import type { Shell } from '../shell/shell.ts';
import type { Answer } from './page.ts';
import type { State } from './troubles.ts';

/**
 * Whether all is well: 200, or 503 as soon as something is wrong, also where that may pass by itself and
 * nobody is called yet. The body names it, and warns of what is not well with the copies.
 */
export function healthz({ db, time, pulse }: Shell, { troubles }: State): Answer {
  const now = time.now();
  const wrong = troubles.map(({ name, since, why, calls }) => ({
    name,
    since: new Date(since).toISOString(),
    seconds: Math.max(Math.round((now - since) / 1_000), 0),
    why,
    called: calls,
  }));
  const hung = pulse.isHung(now) ? [{ name: 'hung', why: 'the work does not move' }] : [];
  const isNew = pulse.polledAt === undefined && wrong.length === 0;
  const starting = isNew ? [{ name: 'starting', why: 'the mailbox was not read yet' }] : [];
  const all = [...wrong, ...hung, ...starting];
  const { amiss } = backupsNow(db);
  const body = {
    status: all.length === 0 ? 'ok' : 'wrong',
    wrong: all,
    warnings: amiss === null ? [] : [{ name: 'backup', why: amiss }],
    lastPoll: pulse.polledAt === undefined ? null : new Date(pulse.polledAt).toISOString(),
  };
  return {
    status: all.length === 0 ? 200 : 503,
    type: 'application/json',
    body: `${JSON.stringify(body)}\n`,
  };
}
