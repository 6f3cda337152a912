import type { CliCommand, Exit } from './command.ts';
import { type Paint, plain } from './line/face.ts';
import { suggestionsFor } from './line/first-position.ts';
import { type OptionError, type OptionTable, USUAL_OPTIONS } from './line/options.ts';
import { EXIT_CODES, exits } from './sysexits.ts';

/** The column in which all that the commands do is told. */
const INDENT = 12;
/** So many columns are left behind an option for the words that it takes. */
const VALUES_WIDTH = 50;
/** The page about exit codes, which is no command. */
const EXIT_CODES_PAGE = 'exit-codes';

/** What `turnpost help NAME` does; without a name it tells of all commands. */
export function helpOn(commands: readonly CliCommand[], name?: string, paint = plain): Exit {
  if (name === undefined) return { code: exits.ok, prints: usageOfAll(commands, paint) };
  if (name === EXIT_CODES_PAGE) return { code: exits.ok, prints: exitCodes(EXIT_CODES) };
  const command = commands.find((each) => each.name === name);
  return command
    ? { code: exits.ok, prints: usageOf(command, paint) }
    : wrongCommand(commands, name);
}

/** What is said to somebody who has typed no command. */
export const noCommand = (commands: readonly CliCommand[]): Exit => ({
  code: exits.usage,
  line: [
    'Turnpost is a server for board games that are played by letter.',
    '',
    'Usage: turnpost COMMAND, such as one of these:',
    ...rowsOf(commands.filter(({ often }) => often)),
    '',
    'All commands: turnpost help',
  ].join('\n'),
});

/** What is said to somebody who has typed something else. */
export function wrongCommand(commands: readonly CliCommand[], name: string): Exit {
  const kind = name.startsWith('-') ? 'option' : 'command';
  const word = name.toLowerCase();
  const others = commands.filter(({ meant }) => meant?.includes(word)).map((each) => each.name);
  const known = [...commands.map((each) => each.name), '--help', '--version', EXIT_CODES_PAGE];
  const near = suggestionsFor({ says: '', unknown: { written: name, known } });
  const meant = others.length > 0 ? others : near;
  const lines = [
    `There is no ${kind} ${name}.`,
    ...meant.map((each) => `Did you mean this: turnpost ${each}`),
    ...(kind === 'option' && meant.length === 0 ? ['Options stand behind the command.'] : []),
    '',
    'Usage: turnpost COMMAND',
    'All commands: turnpost help',
  ];
  return { code: exits.usage, line: lines.join('\n') };
}

/** What is said to somebody who has typed a command in a wrong way: what is wrong, and what is right. */
export function wrongUse(command: CliCommand, trouble: OptionError): Exit {
  const lines = [
    trouble.says,
    ...suggestionsFor(trouble).map((each) => `Did you mean this: ${each}`),
    '',
    ...indented(command.examples ?? []),
    ...(command.examples ? [''] : []),
    `Usage: turnpost ${wordsOf(command)}`,
    `More about it: turnpost help ${command.name}`,
  ];
  return { code: exits.usage, line: lines.join('\n') };
}

/** All commands, and what each of them knows. */
const usageOfAll = (commands: readonly CliCommand[], paint: Paint): readonly string[] => [
  'Usage: turnpost COMMAND',
  '',
  ...rowsOf(commands),
  '',
  paint('bold', 'With every command:'),
  ...optionRows(USUAL_OPTIONS),
  '',
  'More about one of them: turnpost help COMMAND',
  `What exit codes mean:   turnpost help ${EXIT_CODES_PAGE}`,
  'The configuration is read from TURNPOST_ variables and from .env.',
];

/** Each with a line of what it does. */
const rowsOf = (commands: readonly CliCommand[]): readonly string[] =>
  commands.flatMap(({ name, does }) => rowOf(name, does, INDENT - 2));

/** How one command is written, and what it does. */
export function usageOf(command: CliCommand, paint = plain): readonly string[] {
  const { does, more, examples, options } = command;
  const part = (title: string, lines: readonly string[]) =>
    lines.length === 0 ? [] : ['', paint('bold', `${title}:`), ...lines];
  return [
    `${paint('bold', 'Usage:')} turnpost ${wordsOf(command)}`,
    '',
    `It ${does}.`,
    ...(more === undefined ? [] : [more]),
    ...part('Examples', indented(examples ?? [])),
    ...part('Options', optionRows(options ?? {})),
    ...part('Exit codes', command.exits ? exitCodes(codesOf(command.exits)) : []),
  ];
}

/** Those of a command, with what they mean anywhere where it says nothing of them. */
const codesOf = (own: Readonly<Record<number, string>>): readonly (readonly [number, string])[] =>
  EXIT_CODES.flatMap(([code, says]) => {
    const isUsual = code === exits.ok || code === exits.usage;
    const told = own[code] ?? (isUsual ? says : undefined);
    return told === undefined ? [] : [[code, told] as const];
  });

const exitCodes = (codes: readonly (readonly [number, string])[]): readonly string[] =>
  codes.map(([code, says]) => `  ${String(code).padStart(2)}  ${says}`);

function optionRows(options: OptionTable): readonly string[] {
  const rows = Object.entries(options).map(([name, option]) => {
    const { takes } = option;
    const short = option.short === undefined ? '' : `-${option.short}, `;
    const head = `${short}--${name}${takes === undefined ? '' : ` ${takes}`}`;
    const does = option.oneOf ? `${option.does}:` : option.does;
    return { head, tells: [does, ...inLines(option.oneOf ?? [])] };
  });
  const width = Math.max(...rows.map(({ head }) => head.length)) + 2;
  return rows.flatMap(({ head, tells: [does = '', ...rest] }) => [
    ...rowOf(head, does, width),
    ...rest.map((line) => ' '.repeat(width + 2) + line),
  ]);
}

/** Words with commas between, in lines that fit behind an option. */
function inLines(words: readonly string[]): readonly string[] {
  const lines: string[] = [];
  for (const [at, word] of words.entries()) {
    const text = at < words.length - 1 ? `${word},` : word;
    const last = lines.at(-1);
    if (last === undefined || last.length + text.length >= VALUES_WIDTH) lines.push(text);
    else lines[lines.length - 1] = `${last} ${text}`;
  }
  return lines;
}

/** A row of two columns; what comes second has a line of its own where what comes first is long. */
function rowOf(head: string, tells: string, width: number): readonly string[] {
  return head.length < width
    ? [`  ${head.padEnd(width)}${tells}`]
    : [`  ${head}`, ' '.repeat(width + 2) + tells];
}

const indented = (lines: readonly string[]): readonly string[] => lines.map((line) => `  ${line}`);

const wordsOf = ({ name, takes, options }: CliCommand): string =>
  [name, ...(takes ? [takes] : []), ...(options ? ['[OPTIONS]'] : [])].join(' ');
