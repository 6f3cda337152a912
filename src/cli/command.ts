import type { Result } from '../result.ts';
import { exits } from './sysexits.ts';

/** What a command has of the process that it runs in. */
export interface Terminal {
  /** The standard input. */
  readonly input: AsyncIterable<Uint8Array>;
  /**
   * Writes a line to the standard output.
   *
   * @returns whether anybody still reads there
   */
  print(line: string): Promise<boolean>;
  /** Writes a line to the standard error. */
  complain(line: string): void;
  /** Resolves when the process is told to stop. */
  toldToStop(): Promise<void>;
  /** Has something done at a signal, from now on. */
  hear?(signal: 'SIGHUP' | 'SIGUSR1', then: () => void): void;
}

/** How a command ends. */
export interface Exit {
  readonly code: number;
  /** What it prints. */
  readonly prints?: readonly string[];
  /** What it complains of. */
  readonly line?: string;
  /** What was wrong with the command line, where the command itself has found that. */
  readonly misused?: string;
}

/** One command of `turnpost`: what it says of itself, and what it does. */
export interface CliCommand {
  readonly name: string;
  /**
   * What stands behind the name, a word for each argument: one in lower case is written as it stands,
   * one in brackets may be left out, and the last may take all that follows (`POSITION...`).
   */
  readonly takes?: string;
  /** Words that begin with a hyphen are the command's own business: all, or all but the first. */
  readonly takesOptions?: true | 'all';
  /** Its options, none of which takes a value: `--json`. */
  readonly options?: readonly string[];
  /** What it does, as the end of a sentence that its name begins. */
  readonly does: string;
  /** What else an operator has to know of it. */
  readonly more?: string;
  /** The exit code for a wrong command line, where it is not 1. */
  readonly wrongUse?: number;
  readonly run: (
    args: readonly string[],
    terminal: Terminal,
    options: ReadonlySet<string>,
  ) => Exit | Promise<Exit>;
}

/** The usual end: what a command has to print, or why it could do nothing. */
export const exitOf = (report: Result<string | readonly string[], string>): Exit =>
  report.ok
    ? { code: exits.ok, prints: [report.value].flat() }
    : { code: exits.failed, line: report.error };

/** What is wrong with the arguments of a command, none of which is an option. */
export function argumentTrouble(
  { name, takes = '' }: CliCommand,
  args: readonly string[],
): string | undefined {
  const words = takes.split(' ').filter((word) => word !== '');
  for (const [index, word] of words.entries()) {
    const arg = args[index];
    if (!arg && !word.startsWith('[')) return `turnpost ${name} lacks: ${word}`;
    const isLiteral = word === word.toLowerCase() && !word.startsWith('[');
    if (isLiteral && arg !== word) return `turnpost ${name} does not know: ${arg}`;
  }
  const surplus = takes.endsWith('...') ? undefined : args[words.length];
  if (surplus === undefined) return undefined;
  return words.length === 0
    ? `turnpost ${name} takes no arguments.`
    : `turnpost ${name} does not take that much: ${surplus}`;
}
