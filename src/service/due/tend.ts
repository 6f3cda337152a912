import type { Shell } from '../shell/shell.ts';
import { expire } from './expire.ts';
import { endLostProbes } from './probe.ts';
import { reportToAdmins } from './report.ts';
import { liftOldSuspensions } from './suspend.ts';

/** What is to be done from time to time, whether letters come or not; before composing. */
export function tend(shell: Shell): void {
  expire(shell);
  liftOldSuspensions(shell);
  endLostProbes(shell);
  reportToAdmins(shell);
}
