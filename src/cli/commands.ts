import { systemRandom, systemTime } from '../ports.ts';
import { ok } from '../result.ts';
import { solverLimits } from '../solo-limits.ts';
import type { Database } from '../store/file/database.ts';
import {
  type CliCommand,
  type Exit,
  exitOf,
  exits,
  NOTHING_DONE,
  type Report,
  version,
  withOptions,
} from './command.ts';
import type * as configured from './configured.ts';
import { LIST_COMMANDS } from './look/list-commands.ts';
import { INIT_OPTIONS, JSON_OPTION, QUIET_OPTION, YES_OPTION } from './options.ts';
import { readStandardInput } from './tty.ts';

/** Printed at a terminal, where the program would wait for input. */
const NO_LETTER = `turnpost receive reads an e-mail from a file or a pipe:

  turnpost receive < letter.eml`;

/** Runs a command with the configuration of a server, or with its database. */
const withWorker: typeof configured.withWorker = async (work) =>
  (await import('./configured.ts')).withWorker(work);
const withDatabase = async (work: (db: Database) => Report): Promise<Exit> =>
  exitOf((await import('./configured.ts')).withDatabase(work));

/**
 * Every command of `turnpost`, in the order of `help`. Modules are loaded on demand: a mail server that pipes
 * a letter in would wait for the whole program.
 */
export const CLI_COMMANDS: readonly CliCommand[] = [
  withOptions({
    name: 'start',
    does: 'runs the server, or the sandbox if no mail account is set',
    more:
      'It runs until it gets SIGINT (Ctrl-C) or SIGTERM. It does not start if\n' +
      'the database is lost, or older than one of its copies: see turnpost recover.',
    options: { new: { does: 'starts anyway, with the existing database or a new one' } },
    examples: [
      'turnpost start',
      'TURNPOST_SANDBOX_PORT=8030 turnpost start   # the sandbox, at another port',
    ],
    exits: { 0: 'a signal stopped it', 1: 'it could not start, or could not continue' },
    synonyms: ['run', 'serve', 'server', 'daemon', 'sandbox'],
    isCommon: true,
    run: async (_, terminal, { new: startsAnyway = false }) =>
      (await import('./start.ts')).start(terminal, startsAnyway),
  }),
  withOptions({
    name: 'init',
    does: 'asks for the settings of a server, tests them, and writes .env here',
    more:
      'Without a terminal, or with --yes, it asks nothing and uses its options and\n' +
      'the TURNPOST_ variables of the environment.',
    options: INIT_OPTIONS,
    examples: [
      'turnpost init',
      'turnpost init --yes --address games@example.org --password-stdin < password',
      'turnpost init --provider gmail --unit',
    ],
    exits: { 0: '.env was written', 1: 'something is wrong; nothing was written' },
    synonyms: ['setup', 'configure', 'install', 'new'],
    isCommon: true,
    run: async (_, terminal, options) =>
      (await import('./init/command.ts')).init(options, terminal),
  }),
  withOptions({
    name: 'check',
    does: 'tests everything in the configuration, and says what is wrong',
    more:
      'It logs in to the mail servers and sends e-mails to itself. For each problem it\n' +
      'prints the remedy. With warnings alone the exit code is 0.',
    options: {
      offline: { does: 'checks this machine only' },
      'no-letter': { does: 'logs in to the mail servers, but sends no e-mail' },
      json: JSON_OPTION,
    },
    examples: [
      'turnpost check',
      'turnpost check --offline   # while there is no network',
      'turnpost check --json | jq .ok',
    ],
    exits: { 0: 'nothing is wrong', 1: 'something is wrong' },
    synonyms: ['doctor', 'test', 'config', 'diagnose'],
    isCommon: true,
    run: async (_, terminal, { offline, 'no-letter': noLetter, json = false }) => {
      const { check } = await import('./check/check.ts');
      const reach = offline ? 'machine' : noLetter ? 'servers' : 'letters';
      return check(reach, json, terminal);
    },
  }),
  {
    name: 'takeover',
    does: 'takes the mailbox over from another server',
    more: 'The other server stops when it next reads the mailbox. Then start this one.',
    examples: ['turnpost takeover'],
    run: () =>
      withWorker(async (config) => (await import('../service/process/fence.ts')).takeOver(config)),
  },
  {
    name: 'receive',
    does: "reads one e-mail from standard input, for a mail server's pipe",
    more: 'Its exit codes are those of sysexits.h.',
    examples: ['turnpost receive < letter.eml'],
    exits: {
      0: 'the e-mail is stored',
      65: 'the e-mail is empty or too large: the mail server sends it back',
      75: 'temporary failure: the mail server keeps the e-mail and tries again',
      78: 'the configuration is wrong',
    },
    synonyms: ['deliver', 'pipe'],
    run: async (_, { input, isInteractive }) => {
      if (isInteractive) return { code: exits.usage, line: NO_LETTER };
      const { receiveLetter } = await import('./receive.ts');
      const { configure } = await import('../environment.ts');
      return receiveLetter(configure, input);
    },
  },
  ...LIST_COMMANDS,
  {
    name: 'admin',
    takes: 'COMMAND...',
    passesRestUnparsed: true,
    does: 'runs an admin command at once, without an e-mail',
    more:
      'COMMAND is what follows the word admin in an e-mail: suspend bob REASON.\n' +
      'For a list: turnpost admin help\n' +
      'The text of broadcast is read from standard input.',
    examples: [
      'turnpost admin help',
      'turnpost admin suspend bob after two warnings',
      'turnpost admin start forms alice bob -size=8x8',
      'turnpost admin broadcast < text.txt',
    ],
    exits: {
      0: 'done',
      1: 'it cannot be done',
      64: 'the command is not understood; nothing was done',
      65: 'the text is too long',
      75: 'temporary failure: try again',
    },
    synonyms: ['suspend', 'restore', 'broadcast', 'end', 'undo', 'resign', 'address'],
    run: async (words, terminal) => {
      const { runAdminCommand } = await import('./admin.ts');
      return withWorker((config) => runAdminCommand(config, words, readStandardInput(terminal)));
    },
  },
  {
    name: 'replay',
    takes: 'ID...',
    does: 'rereads e-mail that was put aside',
    options: { quiet: QUIET_OPTION },
    examples: ['turnpost letters   # lists them', 'turnpost replay 17 18'],
    synonyms: ['reread', 'again'],
    run: async (ids) => {
      const { replayLetters } = await import('./look/retry.ts');
      return withDatabase((db) => replayLetters(db, ids));
    },
  },
  {
    name: 'backup',
    takes: 'FILE',
    does: 'copies the database and its secret, even while the server runs',
    more:
      'The copy is read completely before it gets its name. The secret is written to\n' +
      'FILE.secret.',
    examples: ['turnpost backup /var/backups/turnpost.sqlite'],
    run: async ([file = '']) => {
      const { backupReport } = await import('./recover.ts');
      return withWorker((config) => backupReport(config, file, systemTime));
    },
  },
  withOptions({
    name: 'recover',
    takes: '[COPY]',
    does: 'restores a lost database from its newest copy',
    more:
      'Stop the server first. Without COPY it uses the newest intact copy. Then it\n' +
      'reads the e-mails received since, from the mailbox or the pipe. The old file is\n' +
      'kept under another name. At the next start, players get each board that has\n' +
      'changed since the copy. It may be run again at any time.',
    options: {
      at: { takes: 'TIME', does: 'restores the state at this time, such as 2026-11-22T13:30Z' },
      try: { does: 'only tests whether the newest copy can be restored' },
    },
    examples: [
      'turnpost recover',
      'turnpost recover --try',
      'turnpost recover --at 2026-11-22T13:30Z',
      'turnpost recover /mnt/other/turnpost-20261122T043000Z.sqlite',
    ],
    synonyms: ['restore', 'rescue', 'undelete'],
    run: async ([copy], terminal, { at, try: triesOnly = false }) => {
      const { recoverReport, tryReport } = await import('./recover.ts');
      return withWorker((config) =>
        triesOnly ? tryReport(config, copy) : recoverReport(config, copy, at, terminal, systemTime),
      );
    },
  }),
  {
    name: 'export',
    takes: 'FOLDER',
    does: 'writes the finished matches to a folder, month by month',
    options: { quiet: QUIET_OPTION },
    examples: ['turnpost export archive'],
    synonyms: ['archive', 'dump'],
    run: async ([folder = '']) => {
      const { exportTo } = await import('./matches.ts');
      return withDatabase((db) => exportTo(db, folder));
    },
  },
  {
    name: 'import',
    takes: 'FOLDER',
    does: 'imports exported matches into a server that has none',
    more: 'The server must not be running. If one match is wrong, nothing is imported.',
    options: { quiet: QUIET_OPTION },
    examples: ['turnpost import archive'],
    synonyms: ['load'],
    run: async ([folder = '']) => {
      const { importFrom } = await import('./matches.ts');
      return withWorker((config) => importFrom(config, folder, systemTime));
    },
  },
  withOptions({
    name: 'secret',
    takes: 'rotate',
    does: 'creates a new secret for the reply tokens',
    more: 'Replies to older e-mail count for 60 more days.',
    options: { yes: YES_OPTION, quiet: QUIET_OPTION },
    examples: ['turnpost secret rotate', 'turnpost secret rotate --yes   # in a script'],
    synonyms: ['rotate', 'key', 'keys'],
    run: async (_, { confirm }, { yes }) => {
      const { runSecretRotate } = await import('./secret.ts');
      return withWorker(async (config) => {
        const isConfirmed =
          yes || (await confirm('Create a new secret, and sign new e-mails with it?'));
        return isConfirmed ? runSecretRotate(config, systemTime, systemRandom) : NOTHING_DONE;
      });
    },
  }),
  {
    name: 'ratings',
    does: 'recomputes all ratings from the matches, and lists the differences',
    examples: ['turnpost ratings'],
    synonyms: ['rating', 'standings'],
    run: async () => {
      const { ratingsReport } = await import('./matches.ts');
      return withDatabase((db) => ok(ratingsReport(db)));
    },
  },
  {
    name: 'perft',
    takes: 'RULES COLSxROWS DEPTH',
    does: 'counts the positions of a game, depth by depth',
    more: 'Each line has the depth, the number of positions, and the seconds it took.',
    examples: ['turnpost perft forms 4x4 3'],
    run: async ([rules = '', size = '', depth = ''], terminal) => {
      const { perftLines } = await import('./solve.ts');
      const lines = perftLines(rules, size, depth, systemTime.now);
      if (!lines.ok) return exitOf(lines);
      for (const line of lines.value) if (!(await terminal.print(line))) break;
      return { code: exits.ok };
    },
  },
  withOptions({
    name: 'solve',
    takes: 'POSITION...',
    does: 'prints the outcome of a position, a winning move, and others',
    more:
      'The other winning moves are those found soon after the first one. With --all it\n' +
      'continues until every move is known. With more memory it examines fewer\n' +
      'positions twice.',
    options: {
      nodes: {
        does: `positions to examine, else ${solverLimits.terminalNodes}`,
        takes: 'NUMBER',
      },
      memory: { does: `MiB for the results, else ${solverLimits.memoryMib}`, takes: 'MIB' },
      all: { does: 'examines every move, however long that takes' },
    },
    examples: [
      'turnpost solve forms 4x4 4/.xx./.ww./4 x',
      'turnpost solve --nodes 2000000000 --memory 1024 forms 4x4 4/.xx./.ww./4 x',
    ],
    synonyms: ['analyse', 'analyze'],
    run: async (words, terminal, options) => {
      const { solvePosition } = await import('./solve.ts');
      return solvePosition(
        words.join(' '),
        options,
        (looked) => terminal.progress(`${looked} positions so far`),
        (line) => void terminal.print(line),
      );
    },
  }),
  withOptions({
    name: 'prove',
    takes: 'RULES COLSxROWS FILE',
    does: 'writes a strategy file: a winning reply to every defence',
    more:
      'FILE is compressed if its name ends with .gz. Its format is described in\n' +
      'docs/values.md, with the known values.',
    options: {
      nodes: {
        does: `positions to examine, else ${solverLimits.terminalNodes}`,
        takes: 'NUMBER',
      },
    },
    examples: ['turnpost prove forms 4x4 forms-4x4.txt', 'turnpost prove forms 4x6 forms-4x6.gz'],
    exits: {
      0: 'the file was written',
      1: 'a draw, or not solved within so many positions, or FILE cannot be written',
    },
    synonyms: ['proof', 'strategy', 'weakly-solve'],
    run: async ([rules = '', size = '', file = ''], terminal, { nodes }) => {
      const { proveTo } = await import('../../tools/prove.ts');
      return proveTo({ rules, size, file, nodes }, terminal.progress);
    },
  }),
  {
    name: 'verify',
    takes: 'FILE',
    does: 'checks a strategy file by the rules of the game alone',
    more: 'The first error is reported with its line.',
    examples: ['turnpost verify forms-4x4.txt', 'turnpost verify forms-4x6.gz'],
    exits: {
      0: 'it wins',
      1: 'the file cannot be read',
      65: 'it does not win, or is not a strategy',
    },
    run: async ([file = ''], terminal) => {
      const { verifyFile } = await import('../../tools/verify.ts');
      return verifyFile(file, terminal.progress);
    },
  },
  {
    name: 'gallery',
    takes: 'FOLDER [LANGUAGE]',
    does: 'writes a sample of every kind of e-mail to a folder',
    more: 'Your own templates are used if TURNPOST_TEMPLATES is set.',
    options: { quiet: QUIET_OPTION },
    examples: ['turnpost gallery letters', 'turnpost gallery briefe de'],
    synonyms: ['preview', 'templates', 'samples'],
    run: async ([folder = '', language]) => {
      const { configured } = await import('./configured.ts');
      const config = configured();
      if (!config.ok) return exitOf(config);
      const { writeGallery } = await import('./gallery.ts');
      const own = config.value.mode === 'worker' ? config.value.templates : undefined;
      return exitOf(await writeGallery(folder, own, language));
    },
  },
  {
    name: 'completion',
    takes: 'bash',
    does: 'prints the bash script that completes turnpost command lines',
    more: 'A line for ~/.bashrc: eval "$(turnpost completion bash)"',
    examples: ['turnpost completion bash'],
    synonyms: ['complete', 'completions', 'bash'],
    run: async () => {
      const { bashCompletion } = await import('./usage.ts');
      return exitOf(ok(bashCompletion(CLI_COMMANDS)));
    },
  },
  {
    name: 'version',
    does: 'prints the version',
    examples: ['turnpost version'],
    run: () => exitOf(ok(version())),
  },
  {
    name: 'help',
    takes: '[COMMAND]',
    does: 'lists all commands, or explains one of them',
    examples: ['turnpost help', 'turnpost help status', 'turnpost help exit-codes'],
    isCommon: true,
    run: async ([name], { paint }) => {
      const { helpOn } = await import('./usage.ts');
      return helpOn(CLI_COMMANDS, name, paint);
    },
  },
];
