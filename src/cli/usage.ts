import { nearest } from '../command/shape/words.ts';
import { type CliCommand, type Exit, exits } from './command.ts';
import { COMMON_OPTIONS, type OptionError, type OptionTable } from './options.ts';
import { type Paint, unstyled } from './tty.ts';

/** The meaning of each exit code, for `turnpost help exit-codes`. A command may have meanings of its own. */
const EXIT_CODES: readonly (readonly [number, string])[] = [
  [exits.ok, 'done'],
  [exits.failed, 'it could not be done, or something is wrong; a line says what'],
  [exits.notRunning, 'no server is running (status)'],
  [exits.usage, 'the command line is wrong; nothing was done'],
  [exits.data, 'the input is wrong (receive, admin, verify)'],
  [exits.later, 'temporary failure: try again (receive, admin)'],
  [exits.config, 'the configuration is wrong (receive)'],
];

const NAMES_WIDTH = 12;
const VALUES_WIDTH = 50;
const EXIT_CODES_PAGE = 'exit-codes';

/** Runs `turnpost help NAME`; without a name it lists all commands. */
export function helpOn(commands: readonly CliCommand[], name?: string, paint = unstyled): Exit {
  if (name === undefined) return { code: exits.ok, prints: usageOfAll(commands, paint) };
  if (name === EXIT_CODES_PAGE) return { code: exits.ok, prints: exitCodes(EXIT_CODES) };
  const command = commands.find((each) => each.name === name);
  return command
    ? { code: exits.ok, prints: usageOf(command, paint) }
    : wrongCommand(commands, name);
}

export const noCommand = (commands: readonly CliCommand[]): Exit => ({
  code: exits.usage,
  line: [
    'Turnpost is a server for board games by e-mail.',
    '',
    'Usage: turnpost COMMAND. Common commands:',
    ...rowsOf(commands.filter(({ isCommon: often }) => often)),
    '',
    'All commands: turnpost help',
  ].join('\n'),
});

/** The exit for an unknown command, with suggestions. */
export function wrongCommand(commands: readonly CliCommand[], name: string): Exit {
  const kind = name.startsWith('-') ? 'option' : 'command';
  const word = name.toLowerCase();
  const others = commands
    .filter(({ synonyms: suggestions }) => suggestions?.includes(word))
    .map((each) => each.name);
  const known = [...commands.map((each) => each.name), '--help', '--version', EXIT_CODES_PAGE];
  const near = suggestionsFor({ message: '', unknown: { word: name, known } });
  const suggestions = others.length > 0 ? others : near;
  const lines = [
    `There is no ${kind} ${name}.`,
    ...suggestions.map((each) => `Did you mean this: turnpost ${each}`),
    ...(kind === 'option' && suggestions.length === 0 ? ['Options follow the command.'] : []),
    '',
    'Usage: turnpost COMMAND',
    'All commands: turnpost help',
  ];
  return { code: exits.usage, line: lines.join('\n') };
}

/** The exit for wrong use of a command: the error, and the correct use. */
export function wrongUse(command: CliCommand, trouble: OptionError): Exit {
  const lines = [
    trouble.message,
    ...suggestionsFor(trouble).map((each) => `Did you mean this: ${each}`),
    '',
    ...indented(command.examples ?? []),
    ...(command.examples ? [''] : []),
    `Usage: turnpost ${wordsOf(command)}`,
    `Help: turnpost help ${command.name}`,
  ];
  return { code: exits.usage, line: lines.join('\n') };
}

const GUESSES_MAX = 3;

/** The known words that an unknown one may mean: those that begin with it, or else the nearest. */
export function suggestionsFor({ unknown }: OptionError): readonly string[] {
  if (!unknown) return [];
  const word = unknown.word.toLowerCase();
  const withPrefix = unknown.known.filter((each) => each.toLowerCase().startsWith(word));
  if (/\w\w/.test(word) && withPrefix.length > 0 && withPrefix.length <= GUESSES_MAX)
    return withPrefix;
  const near = nearest(word, unknown.known);
  return near === undefined ? [] : [near];
}

const usageOfAll = (commands: readonly CliCommand[], paint: Paint): readonly string[] => [
  'Usage: turnpost COMMAND',
  '',
  ...rowsOf(commands),
  '',
  paint('bold', 'Options of every command:'),
  ...optionRows(COMMON_OPTIONS),
  '',
  'Help on a command: turnpost help COMMAND',
  `Exit codes:        turnpost help ${EXIT_CODES_PAGE}`,
  'The configuration is read from TURNPOST_ variables and from .env.',
];

const rowsOf = (commands: readonly CliCommand[]): readonly string[] =>
  commands.flatMap(({ name, does }) => rowOf(name, does, NAMES_WIDTH - 2));

export function usageOf(command: CliCommand, paint = unstyled): readonly string[] {
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

/** The exit codes of a command; 0 and 64 have default meanings. */
const codesOf = (own: Readonly<Record<number, string>>): readonly (readonly [number, string])[] =>
  EXIT_CODES.flatMap(([code, says]) => {
    const isUsual = code === exits.ok || code === exits.usage;
    const meaning = own[code] ?? (isUsual ? says : undefined);
    return meaning === undefined ? [] : [[code, meaning] as const];
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

/** Words joined with commas, in lines that fit after an option. */
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

/** A row of two columns; after a long head the text gets a line of its own. */
function rowOf(head: string, text: string, width: number): readonly string[] {
  return head.length < width
    ? [`  ${head.padEnd(width)}${text}`]
    : [`  ${head}`, ' '.repeat(width + 2) + text];
}

const indented = (lines: readonly string[]): readonly string[] => lines.map((line) => `  ${line}`);

const wordsOf = ({ name, takes, options }: CliCommand): string =>
  [name, ...(takes ? [takes] : []), ...(options ? ['[OPTIONS]'] : [])].join(' ');

/** The bash script that completes command lines of `turnpost`. */
export const bashCompletion = (commands: readonly CliCommand[]): string => `\
# Completes the command lines of turnpost. For ~/.bashrc:
#   eval "$(turnpost completion bash)"
_turnpost() {
  local words=
  local word=\${COMP_WORDS[COMP_CWORD]}
  if [ "$COMP_CWORD" = 1 ]; then
    words='${namesOf(commands)}'
  else
    case "\${COMP_WORDS[1]} \${COMP_WORDS[COMP_CWORD - 1]} $word" in
${commands.flatMap((command) => casesOf(command, commands)).join('\n')}
    esac
  fi
  COMPREPLY=($(compgen -W "$words" -- "$word"))
}
complete -o default -F _turnpost turnpost`;

const namesOf = (commands: readonly CliCommand[]): string =>
  commands.map(({ name }) => name).join(' ');

/** The possible next words: values of an option, options, or literals. Else bash offers files. */
function casesOf(
  { name, takes = '', options = {} }: CliCommand,
  commands: readonly CliCommand[],
): readonly string[] {
  const values = Object.entries(options).flatMap(([option, { takes: value, oneOf = [] }]) =>
    value === undefined ? [] : [caseOf(`${name} --${option} *`, oneOf.join(' '))],
  );
  const switches = Object.keys({ ...options, ...COMMON_OPTIONS }).map((option) => `--${option}`);
  const literals = takes.replace(/[[\]]/g, '').match(/(?<!\S)[a-z]+(?!\S)/g) ?? [];
  return [
    ...values,
    caseOf(`${name} * -*`, switches.join(' ')),
    caseOf(`${name} *`, takes === '[COMMAND]' ? namesOf(commands) : literals.join(' ')),
  ];
}

const caseOf = (pattern: string, words: string): string =>
  `      ${pattern.replaceAll(' ', '\\ ')}) words='${words}' ;;`;
