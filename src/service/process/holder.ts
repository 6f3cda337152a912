import { minuteText } from '../../ports.ts';
import type { Holder } from '../../store/file/lock.ts';

/** Who works on a database: `process 123 on mars since 2026-11-21 09:00 UTC`. */
export function holderText(holder: Holder | undefined): string {
  if (!holder) return 'it has not said yet which process it is';
  const { pid, host, since } = holder;
  return `process ${pid} on ${host} since ${minuteText(since)}`;
}
