import { readFileSync } from 'node:fs';
import { PACKAGE_ROOT } from '../package-root.ts';
import { err, ok, type Result } from '../result.ts';
import {
  COMMON_OPTIONS,
  type OptionError,
  type OptionTable,
  type OptionValues,
  readOptions,
} from './options.ts';
import type { Tty } from './tty.ts';

/** The terminal and the streams of a command. */
export interface Terminal extends Tty {
  readonly input: AsyncIterable<Uint8Array>;
  /**
   * Writes a line to the standard output.
   *
   * @returns whether anybody still reads there
   */
  print(line: string): Promise<boolean>;
  /** Writes a line to the standard error. */
  printError(line: string): void;
  /** Resolves when the process gets SIGINT or SIGTERM. */
  stopSignal(): Promise<void>;
  /** Handles a signal, from now on. */
  onSignal?(signal: 'SIGHUP' | 'SIGUSR1', then: () => void): void;
}

/** Exit codes: those of sysexits.h, which a mail transfer agent understands, and two of our own. */
export const exits = {
  ok: 0,
  /** The request could not be carried out. */
  failed: 1,
  /** No worker runs, as in `status` of an init script (LSB). */
  notRunning: 3,
  /** The command line is wrong. */
  usage: 64,
  /** The input is wrong; in `receive`, the mail transfer agent sends the letter back. */
  data: 65,
  /** A temporary failure; in `receive`, the mail transfer agent keeps the letter and tries again. */
  later: 75,
  /** The configuration is wrong. */
  config: 78,
} as const;

export interface Exit {
  readonly code: number;
  readonly prints?: readonly string[];
  readonly line?: string;
  /** The error in the command line, if the command itself found it. */
  readonly usageFault?: string;
}

/** A command of `turnpost`: its help and its action. */
export interface CliCommand<Options extends OptionTable = OptionTable> {
  readonly name: string;
  /**
   * The arguments after the name, a word each: one in lower case is literal, those in brackets are optional
   * (`[retry [ID...]]`), and the last may take all that follow.
   */
  readonly takes?: string;
  /** The options of the command. With `quiet`, nothing is printed on success. */
  readonly options?: Options;
  /** All words from the first argument on are passed on unparsed, even with a hyphen. */
  readonly passesRestUnparsed?: true;
  /** The effect, as the end of a sentence that the command's name begins. */
  readonly does: string;
  /** More that an operator has to know. */
  readonly more?: string;
  /** Lines to copy, the plainest first; a comment after `#` gives the purpose. */
  readonly examples?: readonly string[];
  /** The exit codes with a meaning of their own (the rest: `usage.ts`). */
  readonly exits?: Readonly<Record<number, string>>;
  /** Synonyms of its name, for suggestions. */
  readonly synonyms?: readonly string[];
  /** Listed by `turnpost` without arguments. */
  readonly isCommon?: true;
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

/** The output of a command, or an error. */
export type Report = Result<string | readonly string[], string>;

/** Turns a report into an exit: its lines with code 0, or its error with code 1. */
export function exitOf(report: Report | Exit): Exit {
  if ('code' in report) return report;
  return report.ok
    ? { code: exits.ok, prints: [report.value].flat() }
    : { code: exits.failed, line: report.error };
}

/** The exit for arguments or options that do not go together. */
export const usageError = (message: string): Exit => ({ code: exits.usage, usageFault: message });

/** The exit of a command that was declined. */
export const NOTHING_DONE: Exit = { code: exits.failed, line: 'Nothing was done.' };

/** Parses the arguments and options of a command. `--` ends the options. */
export function parseArguments(
  command: CliCommand,
  typed: readonly string[],
): Result<
  { readonly args: readonly string[]; readonly options: OptionValues<OptionTable> },
  OptionError
> {
  const first = command.passesRestUnparsed ? typed.findIndex((word) => !word.startsWith('-')) : -1;
  const parsedWords = first < 0 ? typed : typed.slice(0, first);
  const read = readOptions<OptionTable>(parsedWords, { ...command.options, ...COMMON_OPTIONS });
  if (!read.ok) return read;
  const { options, words } = read.value;
  const args = [...words, ...typed.slice(parsedWords.length)];
  const trouble = argumentTrouble(command, args);
  return trouble ? err(trouble) : ok({ args, options });
}

/** The error in the arguments of a command; options are parsed before. */
function argumentTrouble(
  { name, takes = '' }: CliCommand,
  args: readonly string[],
): OptionError | undefined {
  const words = takes.split(' ').filter((word) => word !== '');
  for (const [index, word] of words.entries()) {
    const arg = args[index];
    if (arg === undefined && word.startsWith('[')) return undefined;
    const literal = word.replace(/[[\]]/g, '');
    if (!arg) return { message: `turnpost ${name} requires: ${literal}` };
    if (literal === literal.toLowerCase() && arg !== literal) {
      const unknown = { word: arg, known: [literal] };
      return { message: `turnpost ${name} does not accept: ${arg}`, unknown };
    }
  }
  const surplus = /\.\.\.\]*$/.test(takes) ? undefined : args[words.length];
  if (surplus === undefined) return undefined;
  return {
    message:
      words.length === 0
        ? `turnpost ${name} takes no arguments.`
        : `turnpost ${name} takes no further argument: ${surplus}`,
  };
}

export function version(): string {
  const file = readFileSync(`${PACKAGE_ROOT}package.json`, 'utf8');
  return (JSON.parse(file) as { version: string }).version;
}
