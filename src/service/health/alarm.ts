import type { AlarmName } from '../../intent.ts';
import { transact } from '../../store/file/database.ts';
import { alarmsNow, endAlarm, raiseAlarm } from '../../store/server/alarms.ts';
import type { Shell } from '../shell/shell.ts';
import type { State, Trouble } from './troubles.ts';

/** One call: for a trouble, or because one is over. */
export interface Call {
  readonly trouble: AlarmName;
  readonly state: 'began' | 'over';
  /** Since when it was so, in UTC milliseconds. */
  readonly since: number;
  readonly why: string;
}

/** Calls somebody: once for each trouble, and once more when it is over. */
export interface Alarm {
  /** @returns whether anybody was called, or a call could be written down that could not be before */
  take(state: State): boolean;
}

/**
 * What was called for stands in the database, so that a new start calls for nothing a second time.
 * Where nothing can be written, because that is the trouble, it is remembered and written later.
 *
 * @param call must not throw
 */
export function makeAlarm({ db, time, log }: Shell, call: (call: Call) => void): Alarm {
  const lasting = new Map(alarmsNow(db).map((each) => [each.trouble, each] as const));
  const unwritten: (() => void)[] = [];
  const calls = new Map<AlarmName, Pick<Call, 'since' | 'why'>>(
    [...lasting].map(([name, { beganAt, why }]) => [name, { since: beganAt, why }]),
  );

  const begin = ({ name, since, why }: Trouble): void => {
    calls.set(name, { since, why });
    log.error({ trouble: name, since, why }, 'something is wrong: somebody is called');
    const now = time.now();
    unwritten.push(() => raiseAlarm(db, { trouble: name, beganAt: since, why }, now));
    call({ trouble: name, state: 'began', since, why });
  };
  const end = (name: AlarmName, { since, why }: Pick<Call, 'since' | 'why'>): void => {
    calls.delete(name);
    log.info({ trouble: name, since }, 'what was wrong is over');
    const now = time.now();
    unwritten.push(() => endAlarm(db, name, now));
    call({ trouble: name, state: 'over', since, why });
  };
  /** @returns whether anything was written down */
  const write = (): boolean => {
    if (unwritten.length === 0) return false;
    try {
      transact(db, () => {
        for (const each of unwritten) each();
      });
      unwritten.length = 0;
      return true;
    } catch (error) {
      log.error({ error: String(error) }, 'an alarm cannot be written down');
      return false;
    }
  };

  return {
    take({ troubles, unknown }) {
      const known = new Set(calls.keys());
      for (const trouble of troubles) {
        if (trouble.calls && !known.has(trouble.name)) begin(trouble);
      }
      for (const [name, said] of [...calls]) {
        const goesOn = unknown.has(name) || troubles.some((each) => each.name === name);
        if (!goesOn) end(name, said);
      }
      return write();
    },
  };
}
