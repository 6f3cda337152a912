import { oneLine } from '../service/shell/one-line.ts';
import { type Exit, readGiven, type Terminal } from './command.ts';
import { COMMANDS } from './commands.ts';
import { plain } from './line/face.ts';
import { exits } from './sysexits.ts';

/** Other names of commands, as programs usually have them. */
const ALIASES: ReadonlyMap<string, string> = new Map([
  ['--version', 'version'],
  ['-V', 'version'],
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
  try {
    const { code, prints = [], line } = await exitOf(argv, terminal);
    terminal.progress('');
    if (line !== undefined) terminal.complain(line);
    for (const each of prints) if (!(await terminal.print(each))) break;
    return code;
  } catch (error) {
    terminal.complain(oneLine(error));
    return exits.failed;
  }
}

async function exitOf(argv: readonly string[], terminal: Terminal): Promise<Exit> {
  const [first, ...typed] = argv;
  if (first === '--no-color') return exitOf(typed, { ...terminal, paint: plain });
  const name = first && (ALIASES.get(first) ?? first);
  const command = COMMANDS.find((each) => each.name === name);
  if (!command) {
    const { noCommand, wrongCommand } = await usage();
    return name === undefined ? noCommand(COMMANDS) : wrongCommand(COMMANDS, name);
  }
  if (asksForHelp(typed)) return (await usage()).helpOn(COMMANDS, command.name, terminal.paint);
  const given = readGiven(command, typed);
  if (!given.ok) return (await usage()).wrongUse(command, given.error);
  const { args, options } = given.value;
  const face = options['no-color'] ? { ...terminal, paint: plain } : terminal;
  const exit = await command.run(args, face, options);
  const { misused } = exit;
  if (misused !== undefined) return (await usage()).wrongUse(command, { says: misused });
  return options['quiet'] && exit.code === exits.ok ? { ...exit, prints: [] } : exit;
}

/** Loaded only when it is said: a mail server starts this program for each letter. */
const usage = () => import('./usage.ts');

/** Asked for in any place, help is all that is given. */
function asksForHelp(typed: readonly string[]): boolean {
  const end = typed.indexOf('--');
  const options = end < 0 ? typed : typed.slice(0, end);
  return options.some((word) => word === '--help' || word === '-h');
}
