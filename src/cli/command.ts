import { readFileSync } from 'node:fs';
import { PACKAGE_ROOT } from '../package-root.ts';
import { err, ok, type Result } from '../result.ts';
import type { Face } from './line/face.ts';
import {
  type OptionError,
  type OptionTable,
  type OptionValues,
  readOptions,
  USUAL_OPTIONS,
} from './line/options.ts';
import { exits } from './sysexits.ts';

/** What a command has of the process that it runs in. */
export interface Terminal extends Face {
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
export interface CliCommand<Options extends OptionTable = OptionTable> {
  readonly name: string;
  /**
   * What stands behind the name, a word for each argument: one in lower case is written as it stands,
   * those in brackets may be left out (`[retry [ID...]]`), and the last may take all that follows.
   */
  readonly takes?: string;
  /** Its options. With `quiet` among them, what it prints is left out when all went well. */
  readonly options?: Options;
  /** Words behind the first that begin with a hyphen are the command's own business. */
  readonly takesOptions?: true;
  /** What it does, as the end of a sentence that its name begins. */
  readonly does: string;
  /** What else an operator has to know of it. */
  readonly more?: string;
  /** Lines to be copied, the plainest first; what stands behind `#` says what for. */
  readonly examples?: readonly string[];
  /** What its exit codes mean where that is more than they mean everywhere (`sysexits.ts`). */
  readonly exits?: Readonly<Record<number, string>>;
  /** What others call the same, so that whoever types it is shown the way. */
  readonly meant?: readonly string[];
  /** It is named by `turnpost` alone. */
  readonly often?: true;
  run(
    args: readonly string[],
    terminal: Terminal,
    options: OptionValues<Options>,
  ): Exit | Promise<Exit>;
}

/** A command whose `run` gets its options with the types that its table says. */
export const withOptions = <const Options extends OptionTable>(
  command: CliCommand<Options>,
): CliCommand => command;

/** What a command has to print, or why it could do nothing. */
export type Report = Result<string | readonly string[], string>;

/** The usual end, where a command does not say itself how it ends. */
export function exitOf(report: Report | Exit): Exit {
  if ('code' in report) return report;
  return report.ok
    ? { code: exits.ok, prints: [report.value].flat() }
    : { code: exits.failed, line: report.error };
}

/** The end of a command that finds that its arguments or options do not go together. */
export const misused = (says: string): Exit => ({ code: exits.usage, misused: says });

/** The end of a command that was not to go on. */
export const LEFT: Exit = { code: exits.failed, line: 'Nothing was done.' };

/** What a command was given. */
interface Given {
  readonly args: readonly string[];
  readonly options: OptionValues<OptionTable>;
}

/** Reads what stands behind the name of a command. `--` ends the options. */
export function readGiven(
  command: CliCommand,
  typed: readonly string[],
): Result<Given, OptionError> {
  const first = command.takesOptions ? typed.findIndex((word) => !word.startsWith('-')) : -1;
  const ours = first < 0 ? typed : typed.slice(0, first);
  const read = readOptions<OptionTable>(ours, { ...command.options, ...USUAL_OPTIONS });
  if (!read.ok) return read;
  const { options, words } = read.value;
  const args = [...words, ...typed.slice(ours.length)];
  const trouble = argumentTrouble(command, args);
  return trouble ? err(trouble) : ok({ args, options });
}

/** What is wrong with the arguments of a command, none of which is an option. */
function argumentTrouble(
  { name, takes = '' }: CliCommand,
  args: readonly string[],
): OptionError | undefined {
  const words = takes.split(' ').filter((word) => word !== '');
  for (const [index, word] of words.entries()) {
    const arg = args[index];
    if (arg === undefined && word.startsWith('[')) return undefined;
    const literal = word.replace(/[[\]]/g, '');
    if (!arg) return { says: `turnpost ${name} lacks: ${literal}` };
    if (literal === literal.toLowerCase() && arg !== literal) {
      const unknown = { written: arg, known: [literal] };
      return { says: `turnpost ${name} does not know: ${arg}`, unknown };
    }
  }
  const surplus = /\.\.\.\]*$/.test(takes) ? undefined : args[words.length];
  if (surplus === undefined) return undefined;
  return {
    says:
      words.length === 0
        ? `turnpost ${name} takes no arguments.`
        : `turnpost ${name} does not take that much: ${surplus}`,
  };
}

/** What `turnpost version` prints. */
export function version(): string {
  const file = readFileSync(`${PACKAGE_ROOT}package.json`, 'utf8');
  return (JSON.parse(file) as { version: string }).version;
}
