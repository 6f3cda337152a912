import { oneLine } from '../service/shell/log.ts';
import { type Exit, exits, parseArguments, type Terminal } from './command.ts';
import { CLI_COMMANDS } from './commands.ts';
import { unstyled } from './tty.ts';

const ALIASES: ReadonlyMap<string, string> = new Map([
  ['--version', 'version'],
  ['-V', 'version'],
  ['--help', 'help'],
  ['-h', 'help'],
]);

/** Runs a command line. A wrong one changes nothing. */
export async function turnpost(argv: readonly string[], terminal: Terminal): Promise<number> {
  try {
    const { code, prints = [], line } = await runCommand(argv, terminal);
    terminal.progress('');
    if (line !== undefined) terminal.printError(line);
    for (const each of prints) if (!(await terminal.print(each))) break;
    return code;
  } catch (error) {
    terminal.printError(oneLine(error));
    return exits.failed;
  }
}

async function runCommand(argv: readonly string[], terminal: Terminal): Promise<Exit> {
  const [first, ...typed] = argv;
  if (first === NO_COLOR) return runCommand(typed, { ...terminal, paint: unstyled });
  const name = first && (ALIASES.get(first) ?? first);
  const command = CLI_COMMANDS.find((each) => each.name === name);
  if (!command) {
    const { noCommand, wrongCommand } = await usage();
    return name === undefined ? noCommand(CLI_COMMANDS) : wrongCommand(CLI_COMMANDS, name);
  }
  const options = optionsIn(typed);
  const outputTerminal = options.includes(NO_COLOR) ? { ...terminal, paint: unstyled } : terminal;
  // `--help` anywhere overrides all else.
  if (options.includes('--help') || options.includes('-h')) {
    return (await usage()).helpOn(CLI_COMMANDS, command.name, outputTerminal.paint);
  }
  const parsed = parseArguments(command, typed);
  if (!parsed.ok) return (await usage()).wrongUse(command, parsed.error);
  const exit = await command.run(parsed.value.args, outputTerminal, parsed.value.options);
  const { usageFault } = exit;
  if (usageFault !== undefined) return (await usage()).wrongUse(command, { message: usageFault });
  return parsed.value.options['quiet'] && exit.code === exits.ok ? { ...exit, prints: [] } : exit;
}

const NO_COLOR = '--no-color';

/** Loaded on demand: a mail server starts this program for each letter. */
const usage = () => import('./usage.ts');

function optionsIn(typed: readonly string[]): readonly string[] {
  const end = typed.indexOf('--');
  return end < 0 ? typed : typed.slice(0, end);
}
