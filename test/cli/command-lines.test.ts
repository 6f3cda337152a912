import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { parseArguments, type Terminal } from '../../src/cli/command.ts';
import { CLI_COMMANDS } from '../../src/cli/commands.ts';
import { readOptions } from '../../src/cli/options.ts';
import { turnpost } from '../../src/cli/turnpost.ts';
import { collectingTerminal } from '../support/run/collecting-terminal.ts';
import { wordsOfLine } from '../support/run/shell-words.ts';

/** What `turnpost` says to every command line that it need not carry out. */

async function run(...args: readonly string[]) {
  const { terminal, printed, complaints } = collectingTerminal();
  const code = await turnpost(args, terminal);
  return { code, out: printed.join('\n'), error: complaints.join('\n') };
}

const NAMES = CLI_COMMANDS.map(({ name }) => name);

/** Rooms with which a start takes twice the time. */
const HEAVY = new Set(['check', 'engine', 'mail', 'match', 'oauth', 'post', 'render', 'store']);

it('a command line is read with little of the program; the rest is loaded by the command', () => {
  const read = [new URL('../../src/cli/turnpost.ts', import.meta.url).href];
  for (const file of read) {
    const source = readFileSync(new URL(file), 'utf8');
    // What is imported as a type alone is not loaded.
    for (const [, to = ''] of source.matchAll(/^import (?!type )[^;]*? from '(\.[^']+)';$/gm)) {
      const { href } = new URL(to, file);
      if (!read.includes(href)) read.push(href);
    }
  }
  const rooms = read.map((file) => /\/src\/(\w+)\//.exec(file)?.[1]);
  expect(rooms.length).toBeGreaterThan(10);
  expect(rooms.filter((room) => HEAVY.has(room ?? ''))).toEqual([]);
});

it('has all these commands', () => {
  expect(NAMES.join(' ')).toBe(
    'start init check takeover receive status letters outbox players matches admin replay backup ' +
      'recover export import secret ratings perft solve prove verify gallery completion version help',
  );
});

describe('the help', () => {
  it.each(NAMES)(
    'on %s begins with its usage, and has examples, as wide as a terminal',
    async (name) => {
      const asked = [
        [name, '--help'],
        [name, '-h'],
        ['help', name],
        [name, 'x', '--help', '--x'],
      ];
      for (const args of asked) {
        const { code, out, error } = await run(...args);
        expect({ code, error }).toEqual({ code: 0, error: '' });
        expect(out).toMatch(new RegExp(`^Usage: turnpost ${name}( |\n)`));
        expect(out).toContain('\nExamples:\n  ');
        expect(out.split('\n').filter((line) => line.length > 80)).toEqual([]);
      }
    },
  );

  it('tells of every command and of what all of them know', async () => {
    const { code, out } = await run('help');
    expect(code).toBe(0);
    for (const name of NAMES) expect(out).toMatch(new RegExp(`^  ${name}\\b`, 'm'));
    for (const option of ['-h, --help', '--no-color']) expect(out).toContain(option);
    expect(out.split('\n').filter((line) => line.length > 80)).toEqual([]);
    for (const args of [['--help'], ['-h'], ['--no-color', 'help']]) {
      expect(await run(...args)).toEqual({ code: 0, out, error: '' });
    }
  });

  it('is plain with --no-color, wherever that stands', async () => {
    const paint: Terminal['paint'] = (style, text) => `<${style}>${text}`;
    const help = async (line: string) => {
      const { terminal, printed } = collectingTerminal({ paint });
      await turnpost(line.split(' '), terminal);
      return printed.join('\n');
    };
    expect(await help('help status')).toContain('<bold>');
    expect(await help('status -h')).toContain('<bold>');
    for (const line of [
      '--no-color help status',
      'help status --no-color',
      'status -h --no-color',
    ]) {
      expect(await help(line)).not.toContain('<');
    }
  });

  it('tells what exit codes mean', async () => {
    const { code, out } = await run('help', 'exit-codes');
    expect(code).toBe(0);
    for (const each of [0, 1, 3, 64, 65, 75, 78]) {
      expect(out).toMatch(new RegExp(`^ +${each}  \\w`, 'm'));
    }
    expect(out.split('\n').filter((line) => line.length > 80)).toEqual([]);
  });
});

describe('an example', () => {
  const EXAMPLES = CLI_COMMANDS.flatMap(({ name, examples = [] }) =>
    examples.map((line) => [line, name] as const),
  );
  it.each(EXAMPLES)('is a command line that can be copied: %s', (line) => {
    const [name, ...args] = wordsOfLine(line) ?? [];
    const command = CLI_COMMANDS.find((each) => each.name === name);
    expect(command && parseArguments(command, args).ok).toBe(true);
  });

  it('is there for every command', () => {
    expect(CLI_COMMANDS.filter(({ examples = [] }) => examples.length === 0)).toEqual([]);
  });
});

describe('a wrong command line', () => {
  it('of nothing at all names what is used most', async () => {
    const { code, out, error } = await run();
    expect({ code, out }).toEqual({ code: 64, out: '' });
    for (const name of ['start', 'check', 'status', 'help']) {
      expect(error).toContain(`\n  ${name} `);
    }
    expect(error.split('\n').length).toBeLessThan(15);
    expect(error.split('\n').filter((line) => line.length > 80)).toEqual([]);
  });

  it.each([
    ['strat', 'There is no command strat.\nDid you mean this: turnpost start\n'],
    ['Status', 'There is no command Status.\nDid you mean this: turnpost status\n'],
    ['stat', 'There is no command stat.\nDid you mean this: turnpost status\n'],
    ['run', 'There is no command run.\nDid you mean this: turnpost start\n'],
    ['--hlep', 'There is no option --hlep.\nDid you mean this: turnpost --help\n'],
    ['constructor', 'There is no command constructor.\n\n'],
    ['', 'There is no command .\n\n'],
    ['--json', 'There is no option --json.\nOptions follow the command.\n'],
  ])('with a command that is none: %j', async (name, begins) => {
    const { code, out, error } = await run(name);
    expect({ code, out }).toEqual({ code: 64, out: '' });
    expect(error.slice(0, begins.length)).toBe(begins);
    expect(error).toContain('All commands: turnpost help');
  });

  it.each([
    ['export', 'turnpost export requires: FOLDER\n'],
    ['export one two', 'turnpost export takes no further argument: two\n'],
    ['status now', 'turnpost status takes no arguments.\n'],
    ['secret rotat', 'turnpost secret does not accept: rotat\nDid you mean this: rotate\n'],
    ['export --quite x', 'There is no option --quite.\nDid you mean this: --quiet\n'],
    ['export --qui x', 'There is no option --qui.\nDid you mean this: --quiet\n'],
    ['export --quiet=yes x', '--quiet takes no value.\n'],
    ['export -x x', 'There is no option -x.\n'],
    ['export --__proto__ x', 'There is no option --__proto__.\n'],
  ])('of a command says what is right: %s', async (line, begins) => {
    const [name = '', ...args] = line.split(' ');
    const { code, out, error } = await run(name, ...args);
    expect({ code, out }).toEqual({ code: 64, out: '' });
    expect(error.slice(0, begins.length)).toBe(begins);
    expect(error).toContain(`\n  turnpost ${name}`);
    expect(error).toContain(`\nUsage: turnpost ${name}`);
    expect(error).toContain(`\nHelp: turnpost help ${name}`);
  });

  it('with a game that is none names those that there are', async () => {
    const { code, error } = await run('perft', 'fomrs', '4x4', '1');
    expect(code).toBe(1);
    expect(error).toMatch(/^There is no game fomrs\.\nDid you mean this: forms\nGames: .*forms/);
  });

  it('is none behind two hyphens, which end the options', () => {
    const command = CLI_COMMANDS.find(({ name }) => name === 'export');
    expect(command && parseArguments(command, ['-q', '--', '--out'])).toEqual({
      ok: true,
      value: { args: ['--out'], options: { quiet: true } },
    });
  });
});

describe('options', () => {
  const TABLE = {
    json: { does: 'x' },
    domain: { does: 'x', takes: 'DOMAIN', short: 'd' },
    state: { does: 'x', takes: 'STATE', oneOf: ['waiting', 'failed'] },
  } as const;

  it.each([
    [['--json', 'a', '--domain', 'x.test', 'b'], { json: true, domain: 'x.test' }, ['a', 'b']],
    [['--domain=x', '--domain=y'], { domain: 'y' }, []],
    [['-dx.test'], { domain: 'x.test' }, []],
    [['--domain=-x'], { domain: '-x' }, []],
    [['--state', 'failed', '-'], { state: 'failed' }, ['-']],
    [[], {}, []],
  ])('are read: %j', (args, options, words) => {
    expect(readOptions(args, TABLE)).toEqual({ ok: true, value: { options, words } });
  });

  it.each([
    [['--domain'], '--domain requires: DOMAIN'],
    [['--domain', '--json'], '--domain requires: DOMAIN'],
    [['--domain='], '--domain requires: DOMAIN'],
    [['-d'], '-d requires: DOMAIN'],
    [['--state', 'faild'], '--state does not accept: faild\nAllowed: waiting, failed'],
    [['--no-json'], 'There is no option --no-json.'],
  ])('are refused: %j', (args, message) => {
    expect(readOptions(args, TABLE)).toMatchObject({ ok: false, error: { message } });
  });
});
