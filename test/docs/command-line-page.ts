import type { CliCommand } from '../../src/cli/command.ts';
import { helpOn, usageOf } from '../../src/cli/usage.ts';

/** `docs/command-line.md`: what `turnpost help` says, of every command. */
export function commandLinePage(commands: readonly CliCommand[]): string {
  const exitCodes = helpOn(commands, 'exit-codes').prints ?? [];
  return [
    INTRO,
    '| command | what it does |',
    '|---|---|',
    ...commands.map(({ name, does }) => `| [${name}](#${name}) | ${does} |`),
    '',
    ...commands.flatMap((command) => [`## ${command.name}`, '', ...block(usageOf(command)), '']),
    '## Exit codes',
    '',
    ...block(exitCodes),
    '',
  ].join('\n');
}

const block = (lines: readonly string[]): readonly string[] =>
  lines.flatMap((line) => line.split('\n')).map((line) => (line === '' ? '' : `    ${line}`));

const INTRO = `# The command line

Made by \`npm run docs\` from what the commands say of themselves; not to be
edited. \`turnpost help\` tells the same, \`turnpost help status\` and
\`turnpost status --help\` of one command. Before \`turnpost\` stands \`npx\`
where it was not installed with \`-g\`. When and what for each is used is
in [operating.md](operating.md).

A result goes to standard output, and a complaint, a question and how far
something has come to standard error. Colours, questions and that are for
a terminal alone: a script or a pipe meets none of it. \`--no-color\`, or
\`NO_COLOR\` in the environment, leaves the colours out. What begins with a
hyphen and is no option comes behind \`--\`.

With \`--json\` a list is one array with a row in each line. Times are like
\`2026-11-21T09:00:00.000Z\`, and what is not known is \`null\`. A later
version may add names to a row; none goes away.
`;
