import { solveAtTerminalNodesMax } from '../limits.ts';
import { systemRandom, systemTime } from '../ports.ts';
import { err, ok } from '../result.ts';
import { type CliCommand, exitOf } from './command.ts';
import { exits } from './sysexits.ts';
import { helpOn } from './usage.ts';
import { version } from './version.ts';

/**
 * Every command of `turnpost`, in the order in which `help` tells of them. What a command needs is
 * loaded when it is run: a mail server that pipes a letter in waits for the whole program otherwise.
 */
export const COMMANDS: readonly CliCommand[] = [
  {
    name: 'start',
    does: 'runs the server, or the sandbox when no mail account is set',
    run: async (_, terminal) => (await import('./start.ts')).start(terminal),
  },
  {
    name: 'check',
    does: 'says what is wrong with the configuration, the database or its secret',
    run: async () => {
      const { configured } = await import('./configured.ts');
      const { checkReport } = await import('./check.ts');
      const config = configured();
      return exitOf(config.ok ? checkReport(config.value, systemTime) : config);
    },
  },
  {
    name: 'receive',
    does: "takes one letter from standard input, for a mail server's pipe",
    more: 'Its exit codes are those of sysexits.h; 0 means that the letter is safe.',
    wrongUse: exits.usage,
    run: async (_, { input }) => {
      const { receiveLetter } = await import('./receive.ts');
      const { configure } = await import('../config.ts');
      return receiveLetter(configure, input);
    },
  },
  {
    name: 'status',
    does: 'says who is at work, what there is, and what waits',
    more: 'Exit code 0: a worker runs. 1: this cannot be told. 3: no worker runs.',
    run: async () => {
      const { beside } = await import('./configured.ts');
      const { statusReport } = await import('./status.ts');
      const { findHolder } = await import('../store/file/lock.ts');
      let code: number = exits.ok;
      const report = beside((db, path) => {
        const holder = findHolder(path);
        if (!holder) code = exits.notRunning;
        return ok(statusReport(db, holder));
      });
      return report.ok ? { code, prints: report.value } : exitOf(report);
    },
  },
  {
    name: 'letters',
    does: 'lists the letters that were put aside',
    run: async () => {
      const { beside } = await import('./configured.ts');
      const { lettersReport } = await import('./letters.ts');
      return exitOf(beside((db) => ok(lettersReport(db))));
    },
  },
  {
    name: 'admin',
    takes: 'COMMAND...',
    takesOptions: true,
    does: 'does what an admin may, at once and without a letter',
    more:
      'COMMAND is what a letter says behind the word admin: suspend bob REASON.\n' +
      'For a list: turnpost admin help\n' +
      'The text of broadcast is read from standard input.\n' +
      'Exit code 1: it cannot be done. 64: it is not understood. 75: not now.',
    wrongUse: exits.usage,
    run: async (words, { input }) => {
      const { configuredWorker } = await import('./configured.ts');
      const { adminAct } = await import('./admin.ts');
      const config = configuredWorker();
      return config.ok ? adminAct(config.value, words, input) : exitOf(config);
    },
  },
  {
    name: 'replay',
    takes: 'ID',
    does: 'has a letter that was put aside read again',
    run: async ([id = '']) => {
      const { beside } = await import('./configured.ts');
      const { replayLetter } = await import('./replay.ts');
      return exitOf(beside((db) => replayLetter(db, id)));
    },
  },
  {
    name: 'backup',
    takes: 'FILE',
    does: 'copies the database and its secret, also while the server runs',
    more: 'The copy is read to its end before it gets its name. The secret is in FILE.secret.',
    run: async ([file = '']) => {
      const { configuredWorker } = await import('./configured.ts');
      const { backupReport } = await import('./backup.ts');
      const config = configuredWorker();
      return exitOf(config.ok ? await backupReport(config.value, file, systemTime) : config);
    },
  },
  {
    name: 'recover',
    takes: 'BACKUP [--no-boards]',
    takesOptions: true,
    does: 'puts a backup back, and reads again what came since',
    more:
      'Stop the server first. What came since is read from the mailbox, and from the\n' +
      'journal beside the backups. What was in the place of the database is laid aside.\n' +
      'At the next start each player gets the boards that go on; not with --no-boards.',
    run: async ([backup = '', ...options]) => {
      const wrong = options.find((option) => option !== '--no-boards');
      if (wrong !== undefined) return exitOf(err(`turnpost recover does not know: ${wrong}`));
      const { configuredWorker } = await import('./configured.ts');
      const { recoverReport } = await import('./recover.ts');
      const config = configuredWorker();
      if (!config.ok) return exitOf(config);
      return exitOf(await recoverReport(config.value, backup, options.length > 0, systemTime));
    },
  },
  {
    name: 'export',
    takes: 'FOLDER',
    does: 'writes the finished matches to a folder, month by month',
    run: async ([folder = '']) => {
      const { beside } = await import('./configured.ts');
      const { exportTo } = await import('./export.ts');
      return exitOf(beside((db) => exportTo(db, folder)));
    },
  },
  {
    name: 'import',
    takes: 'FOLDER',
    does: 'puts exported matches into a server that has none',
    run: async ([folder = '']) => {
      const { configuredWorker } = await import('./configured.ts');
      const { importFrom } = await import('./import.ts');
      const config = configuredWorker();
      return exitOf(config.ok ? importFrom(config.value, folder, systemTime) : config);
    },
  },
  {
    name: 'secret',
    takes: 'rotate',
    does: 'makes a new secret for the reply tokens',
    run: async () => {
      const { configuredWorker } = await import('./configured.ts');
      const { rotateReport } = await import('./secret.ts');
      const config = configuredWorker();
      return exitOf(config.ok ? rotateReport(config.value, systemTime, systemRandom) : config);
    },
  },
  {
    name: 'ratings',
    does: 'computes all ratings anew from the matches, and says what differed',
    run: async () => {
      const { beside } = await import('./configured.ts');
      const { ratingsReport } = await import('./ratings.ts');
      return exitOf(beside((db) => ok(ratingsReport(db))));
    },
  },
  {
    name: 'perft',
    takes: 'RULES COLSxROWS DEPTH',
    does: 'counts the positions of a game, depth by depth',
    run: async ([rules = '', size = '', depth = ''], terminal) => {
      const { perftLines } = await import('./perft.ts');
      const lines = perftLines(rules, size, depth, systemTime.now);
      if (!lines.ok) return exitOf(lines);
      for (const line of lines.value) if (!(await terminal.print(line))) break;
      return { code: exits.ok };
    },
  },
  {
    name: 'solve',
    takes: 'POSITION...',
    does: 'tells the outcome of a position, and every winning move',
    run: async (words, terminal) => {
      const { solveReport } = await import('./solve.ts');
      return exitOf(
        solveReport(words.join(' '), solveAtTerminalNodesMax, (nodes) => {
          // To the side, so that the outcome can be piped on.
          terminal.complain(`${nodes} positions so far`);
        }),
      );
    },
  },
  {
    name: 'gallery',
    takes: 'FOLDER [LANGUAGE]',
    does: 'writes every kind of letter to a folder, to be looked at',
    run: async ([folder = '', language]) => {
      const { configured } = await import('./configured.ts');
      const config = configured();
      if (!config.ok) return exitOf(config);
      const { writeGallery } = await import('./gallery.ts');
      const own = config.value.mode === 'worker' ? config.value.templates : undefined;
      return exitOf(await writeGallery(folder, own, language));
    },
  },
  { name: 'version', does: 'prints the version', run: () => exitOf(ok(version())) },
  {
    name: 'help',
    takes: '[COMMAND]',
    does: 'tells of all commands, or how one of them is written',
    run: ([name]) => helpOn(COMMANDS, name),
  },
];
