import { oneLine } from '../service/shell/one-line.ts';
import { argumentTrouble, type Exit, type Terminal } from './command.ts';
import { COMMANDS } from './commands.ts';
import { exits } from './sysexits.ts';
import { helpOn, usageOf } from './usage.ts';

/** Other names of commands, as programs usually have them. */
const ALIASES: ReadonlyMap<string, string> = new Map([
  ['--version', 'version'],
  ['--help', 'help'],
  ['-h', 'help'],
]);

/**
 * Does what a command line says. One that is wrong does nothing.
 *
 * @returns the exit code
 * @throws a bug, with its stack
 */
export async function turnpost(argv: readonly string[], terminal: Terminal): Promise<number> {
  const [first = 'start', ...args] = argv;
  try {
    const { code, prints = [], line } = await exitOf(ALIASES.get(first) ?? first, args, terminal);
    if (line !== undefined) terminal.complain(line);
    for (const each of prints) if (!(await terminal.print(each))) break;
    return code;
  } catch (error) {
    terminal.complain(oneLine(error));
    return exits.failed;
  }
}

async function exitOf(name: string, typed: readonly string[], terminal: Terminal): Promise<Exit> {
  const command = COMMANDS.find((each) => each.name === name);
  const asksForHelp = typed.some((arg) => arg === '--help' || arg === '-h');
  if (!command || asksForHelp) return helpOn(COMMANDS, name);
  const { options = [] } = command;
  const args = typed.filter((arg) => !options.includes(arg));
  // One that stands before the first word cannot belong to what that word begins.
  const ours = command.takesOptions ? args.slice(0, command.takesOptions === 'all' ? 0 : 1) : args;
  const option = ours.find((arg) => arg.startsWith('-'));
  const trouble =
    option === undefined
      ? argumentTrouble(command, args)
      : `There is no option ${option.replace(/=.*/s, '')}.`;
  const exit =
    trouble === undefined ? await command.run(args, terminal, new Set(typed)) : undefined;
  const misused = trouble ?? exit?.misused;
  if (exit && misused === undefined) return exit;
  return {
    code: command.wrongUse ?? exits.failed,
    line: [misused, '', ...usageOf(command)].join('\n'),
  };
}
