import { spawnSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { CLI_COMMANDS } from '../../src/cli/commands.ts';
import { bashCompletion } from '../../src/cli/usage.ts';
import { present } from '../support/run/present.ts';

const hasBash = present('bash', spawnSync('bash', ['--version']).status === 0);

const LINES: readonly (readonly [line: string, offered: readonly string[]])[] = [
  ['turnpost stat', ['status']],
  ['turnpost re', ['receive', 'replay', 'recover']],
  ['turnpost status --js', ['--json']],
  ['turnpost status --no', ['--no-color']],
  ['turnpost outbox re', ['retry']],
  ['turnpost outbox retry 12 --d', ['--domain', '--dry-run']],
  ['turnpost outbox --state w', ['waiting', 'withheld']],
  ['turnpost letters --state p', ['put-aside']],
  ['turnpost outbox --domain ', []],
  ['turnpost secret ', ['rotate']],
  ['turnpost export ', []],
  ['turnpost help per', ['perft']],
  ['turnpost nothing ', []],
];

describe.skipIf(!hasBash)('what bash offers', () => {
  // One bash for all of them.
  const script = [
    bashCompletion(CLI_COMMANDS),
    ...LINES.flatMap(([line]) => [
      `COMP_WORDS=(${line.trim()}${line.endsWith(' ') ? " ''" : ''})`,
      `COMP_CWORD=$((\${#COMP_WORDS[@]} - 1)); _turnpost; echo "\${COMPREPLY[*]}"`,
    ]),
  ].join('\n');
  const { stdout, stderr } = spawnSync('bash', ['--norc', '-c', script], { encoding: 'utf8' });
  const offered = stdout.split('\n');

  it.each(LINES.map(([line, words], at) => [line, words, at] as const))('%j', (_, words, at) => {
    expect(stderr).toBe('');
    expect(offered[at]).toBe(words.join(' '));
  });
});
