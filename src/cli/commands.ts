import { solveAtTerminalNodesMax, solveMemoryMib } from '../limits.ts';
import { systemRandom, systemTime } from '../ports.ts';
import { ok } from '../result.ts';
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
import { INIT_OPTIONS } from './init/options.ts';
import { LIST_COMMANDS } from './look/table.ts';
import { JSON_OPTION, QUIET_OPTION, YES_OPTION } from './options.ts';
import { readStandardInput } from './tty.ts';

/** Printed at a terminal, where the program would wait for input. */
const NO_LETTER = `It takes a letter from a file or a pipe, such as:

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
    does: 'runs the server, or the sandbox when no mail account is set',
    more:
      'It runs until it gets SIGINT (Ctrl-C) or SIGTERM. It does not begin where\n' +
      'the database is lost, or older than a copy of it: see turnpost recover.',
    options: { new: { does: 'begins all the same, with what is there or a new database' } },
    examples: [
      'turnpost start',
      'TURNPOST_SANDBOX_PORT=8030 turnpost start   # the sandbox, at another port',
    ],
    exits: { 0: 'it was told to stop', 1: 'it could not start, or not go on' },
    synonyms: ['run', 'serve', 'server', 'daemon', 'sandbox'],
    isCommon: true,
    run: async (_, terminal, { new: startsAnyway = false }) =>
      (await import('./start.ts')).start(terminal, startsAnyway),
  }),
  withOptions({
    name: 'init',
    does: 'asks for what a server needs, tries it, and writes .env here',
    more:
      'Without a terminal, or with --yes, it asks nothing and takes its options and\n' +
      'the TURNPOST_ variables of the environment.',
    options: INIT_OPTIONS,
    examples: [
      'turnpost init',
      'turnpost init --yes --address games@example.org --password-stdin < password',
      'turnpost init --provider gmail --unit',
    ],
    exits: { 0: '.env is written', 1: 'something is wrong; nothing was written' },
    synonyms: ['setup', 'configure', 'install', 'new'],
    isCommon: true,
    run: async (_, terminal, options) =>
      (await import('./init/command.ts')).init(options, terminal),
  }),
  withOptions({
    name: 'check',
    does: 'opens all that the configuration names, and says what is wrong',
    more:
      'It logs in to the mail servers and sends letters to itself. Where something is\n' +
      'wrong it says what to do. Warnings alone leave the exit code 0.',
    options: {
      offline: { does: 'looks at this machine alone' },
      'no-letter': { does: 'logs in to the mail servers, and sends no letters' },
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
    does: 'gives this server the mailbox that another one reads',
    more: 'The other one stops at its next look into the mailbox. Start this one then.',
    examples: ['turnpost takeover'],
    run: () =>
      withWorker(async (config) => (await import('../service/process/fence.ts')).takeOver(config)),
  },
  {
    name: 'receive',
    does: "takes one letter from standard input, for a mail server's pipe",
    more: 'Its exit codes are those of sysexits.h.',
    examples: ['turnpost receive < letter.eml'],
    exits: {
      0: 'the letter is safe',
      65: 'the letter is empty or too large: the mail server sends it back',
      75: 'not now: the mail server keeps it and tries again',
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
    takesOptions: true,
    does: 'does what an admin may, at once and without a letter',
    more:
      'COMMAND is what a letter says behind the word admin: suspend bob REASON.\n' +
      'For a list: turnpost admin help\n' +
      'The text of broadcast is read from standard input.',
    examples: [
      'turnpost admin help',
      'turnpost admin suspend bob after two warnings',
      'turnpost admin start forms alice bob -size=8x8',
      'turnpost admin broadcast < text.txt',
    ],
    exits: {
      0: 'it is done',
      1: 'it cannot be done',
      64: 'it is not understood, and nothing was done',
      65: 'the text is too long',
      75: 'not now: try again',
    },
    synonyms: ['suspend', 'restore', 'broadcast', 'end', 'undo', 'resign', 'address'],
    run: async (words, terminal) => {
      const { adminAct } = await import('./admin.ts');
      return withWorker((config) => adminAct(config, words, readStandardInput(terminal)));
    },
  },
  {
    name: 'replay',
    takes: 'ID...',
    does: 'has letters that were put aside read again',
    options: { quiet: QUIET_OPTION },
    examples: ['turnpost letters   # which there are', 'turnpost replay 17 18'],
    synonyms: ['reread', 'again'],
    run: async (ids) => {
      const { replayLetters } = await import('./look/retry.ts');
      return withDatabase((db) => replayLetters(db, ids));
    },
  },
  {
    name: 'backup',
    takes: 'FILE',
    does: 'copies the database and its secret, also while the server runs',
    more:
      'The copy is read to its end before it gets its name. The secret is in\n' + 'FILE.secret.',
    examples: ['turnpost backup /var/backups/turnpost.sqlite'],
    run: async ([file = '']) => {
      const { backupReport } = await import('./recover.ts');
      return withWorker((config) => backupReport(config, file, systemTime));
    },
  },
  withOptions({
    name: 'recover',
    takes: '[COPY]',
    does: 'brings a lost database back from its newest copy',
    more:
      'Stop the server first. Without COPY it takes the newest copy that is whole, and\n' +
      'reads what came in since, by the mailbox or the pipe. What is in the place of\n' +
      'the database is laid aside. Whoever plays on a board that has changed since the\n' +
      'copy gets it at the next start. It may be run again at any time.',
    options: {
      at: { takes: 'TIME', does: 'brings it back as it was then, such as 2026-11-22T13:30Z' },
      try: { does: 'only tries whether the newest copy can be put back' },
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
    does: 'puts exported matches into a server that has none',
    more: 'The server must not run. When one match is wrong, nothing is imported.',
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
    does: 'makes a new secret for the reply tokens',
    more: 'The answers to older letters count for 60 days more.',
    options: { yes: YES_OPTION, quiet: QUIET_OPTION },
    examples: ['turnpost secret rotate', 'turnpost secret rotate --yes   # in a script'],
    synonyms: ['rotate', 'key', 'keys'],
    run: async (_, { confirm }, { yes }) => {
      const { rotateReport } = await import('./secret.ts');
      return withWorker(async (config) => {
        const isConfirmed =
          yes || (await confirm('Make a new secret, and sign new letters with it?'));
        return isConfirmed ? rotateReport(config, systemTime, systemRandom) : NOTHING_DONE;
      });
    },
  }),
  {
    name: 'ratings',
    does: 'computes all ratings anew from the matches, and says what differed',
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
    more: 'Each line has a depth, the positions, and the seconds that took.',
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
    does: 'tells the outcome of a position, a winning move, and others',
    more:
      'The other winning moves are those that are found soon after the first one; with\n' +
      '--all it goes on until every move is known. With more memory it has to look at\n' +
      'fewer positions twice.',
    options: {
      nodes: {
        does: `positions to look at, else ${solveAtTerminalNodesMax}`,
        takes: 'NUMBER',
      },
      memory: { does: `MiB for what is found, else ${solveMemoryMib}`, takes: 'MIB' },
      all: { does: 'looks at every move, however long that takes' },
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
      'FILE is compressed when its name ends with .gz. What stands in it is described\n' +
      'in docs/values.md, with the values that are known.',
    options: {
      nodes: {
        does: `positions to look at, else ${solveAtTerminalNodesMax}`,
        takes: 'NUMBER',
      },
    },
    examples: ['turnpost prove forms 4x4 forms-4x4.txt', 'turnpost prove forms 4x6 forms-4x6.gz'],
    exits: {
      0: 'the file is written',
      1: 'it is a draw, or not found within so many positions, or cannot be written',
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
    does: 'checks a strategy, by the rules of the game alone',
    more: 'The first fault is named with its line.',
    examples: ['turnpost verify forms-4x4.txt', 'turnpost verify forms-4x6.gz'],
    exits: { 0: 'it wins', 1: 'the file cannot be read', 65: 'it does not win, or is no strategy' },
    run: async ([file = ''], terminal) => {
      const { verifyFile } = await import('../../tools/verify.ts');
      return verifyFile(file, terminal.progress);
    },
  },
  {
    name: 'gallery',
    takes: 'FOLDER [LANGUAGE]',
    does: 'writes every kind of letter to a folder, to be looked at',
    more: 'Your own templates are used where TURNPOST_TEMPLATES names them.',
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
    does: 'prints what bash needs to complete command lines of turnpost',
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
    does: 'tells of all commands, or how one of them is written',
    examples: ['turnpost help', 'turnpost help status', 'turnpost help exit-codes'],
    isCommon: true,
    run: async ([name], { paint }) => {
      const { helpOn } = await import('./usage.ts');
      return helpOn(CLI_COMMANDS, name, paint);
    },
  },
];
