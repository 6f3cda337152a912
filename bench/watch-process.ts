import { readdirSync, readFileSync, statSync } from 'node:fs';

/** What Linux tells of another process (proc(5)). */
export interface Watched {
  /** In one line: its memory now and at most, its threads and open files, and the log. */
  state(): string;
  mostMebibytes(): number;
}

/**
 * @param database whose write-ahead log is looked at
 * @returns functions that throw an Error when the process has ended
 */
export function watchProcess(pid: number, database: string): Watched {
  /** A line such as `VmRSS:	  123456 kB`. */
  const status = (name: string): number => {
    const text = readFileSync(`/proc/${pid}/status`, 'utf8');
    return Number(new RegExp(`^${name}:\\s*(\\d+)`, 'm').exec(text)?.[1]);
  };
  const mebibytes = (name: string): number => Math.round(status(name) / 1024);
  return {
    state() {
      const files = readdirSync(`/proc/${pid}/fd`).length;
      const log = statSync(`${database}-wal`).size / 2 ** 20;
      return [
        `memory ${mebibytes('VmRSS')} MiB (most ${mebibytes('VmHWM')})`,
        `of its own ${mebibytes('RssAnon')} MiB`,
        `${status('Threads')} threads`,
        `${files} open files`,
        `log ${log.toFixed(0)} MiB`,
      ].join(', ');
    },
    mostMebibytes: () => mebibytes('VmHWM'),
  };
}
