import type { CliCommand, Exit } from './command.ts';
import { exits } from './sysexits.ts';

/** The column in which all that the commands do is told. */
const INDENT = 12;

/** What `turnpost help NAME` does; without a name it tells of all commands. */
export function helpOn(commands: readonly CliCommand[], name?: string): Exit {
  if (name === undefined) return { code: exits.ok, prints: usageOfAll(commands) };
  const command = commands.find((each) => each.name === name);
  if (command) return { code: exits.ok, prints: usageOf(command) };
  const kind = name.startsWith('-') ? 'option' : 'command';
  const lines = [`There is no ${kind} ${name}.`, '', ...usageOfAll(commands)];
  return { code: exits.failed, line: lines.join('\n') };
}

/** Every command with a line of what it does. */
const usageOfAll = (commands: readonly CliCommand[]): readonly string[] => [
  'Usage: turnpost [COMMAND]',
  '',
  ...commands.flatMap((command) => {
    const { does } = command;
    const head = `  ${wordsOf(command)}`;
    return head.length < INDENT ? [head.padEnd(INDENT) + does] : [head, ' '.repeat(INDENT) + does];
  }),
  '',
  'More about one of them: turnpost help COMMAND',
  'The configuration is read from TURNPOST_ variables and from .env.',
];

/** How one command is written, and what it does. */
export const usageOf = (command: CliCommand): readonly string[] => [
  `Usage: turnpost ${wordsOf(command)}`,
  '',
  `It ${command.does}.`,
  ...(command.more === undefined ? [] : [command.more]),
];

const wordsOf = ({ name, takes }: CliCommand): string => (takes ? `${name} ${takes}` : name);
