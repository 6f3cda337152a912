import { readdirSync, readFileSync, statSync } from 'node:fs';

/** What Linux tells of another process (proc(5)). */
export interface Watched {
  /** In one line: its memory now and at most, its threads and open files, and the log. */
  state(): string;
  mostMebibytes(): number;
  /** Processor time that it has used so far, of all its threads. */
  usedMs(): number;
}

/** Linux counts processor time in hundredths of a second (`getconf CLK_TCK`). */
const TICK_MS = 10;

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
    usedMs() {
      // Behind the name, which may hold anything, the 12th and 13th fields: user and system time.
      const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
      const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
      return (Number(fields[11]) + Number(fields[12])) * TICK_MS;
    },
  };
}
