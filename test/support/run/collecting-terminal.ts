import type { Terminal } from '../../../src/cli/command.ts';
import { unstyled } from '../../../src/cli/tty.ts';

/** What a command prints and complains of, as a pipe gets it. */
export interface Collected {
  readonly terminal: Terminal;
  readonly printed: string[];
  readonly complaints: string[];
  readonly progress: string[];
}

/** A terminal that keeps what it is told; `own` stands in the place of its parts. */
export function collectingTerminal(own: Partial<Terminal> = {}): Collected {
  const printed: string[] = [];
  const complaints: string[] = [];
  const progress: string[] = [];
  const terminal: Terminal = {
    input: (async function* () {})(),
    isInteractive: false,
    paint: unstyled,
    progress: (line) => progress.push(line),
    confirm: async () => true,
    print: async (line) => Boolean(printed.push(line)),
    printError: (line) => complaints.push(line),
    stopSignal: async () => undefined,
    ...own,
  };
  return { terminal, printed, complaints, progress };
}
