import { basename } from 'node:path';
import type { Command, Need } from '../../src/command/shape/types.ts';
import { CLASSIC_LINES } from '../../src/command/text/classic-lines.ts';
import { COMMANDS } from '../../src/command/text/registry.ts';

/** A transcript and the commands that are carried out in it. */
export interface Shows {
  /** Its path below the folder of transcripts. */
  readonly file: string;
  readonly title: string;
  readonly commands: ReadonlySet<string>;
}

const NEEDS: Readonly<Record<Need, string>> = {
  nothing: 'nothing: the answer goes to the registered address',
  'proof-to-read': 'a proof, because the answer is long or takes long',
  proof: 'a proof: an answer to a letter of ours, a password, a verified sender, or a yes',
  confirmation: 'a yes from the registered address, whatever else was shown',
};
const ASKS: Readonly<Record<Need, string>> = {
  nothing: 'never',
  'proof-to-read': 'never',
  proof: 'without a proof',
  confirmation: 'always',
};
const TITLES = { anyone: 'For everybody', player: 'For players', admin: 'For admins' } as const;

/** `docs/commands.md`, made from what the commands say of themselves and from the transcripts. */
export function commandsPage(
  transcripts: readonly Shows[],
  answers: Readonly<Record<string, string>>,
): string {
  const parts = (['anyone', 'player', 'admin'] as const).flatMap((audience) => [
    `## ${TITLES[audience]}`,
    ...COMMANDS.filter((command) => command.audience === audience).map((command) =>
      entry(command, transcripts, answers[command.name] ?? ''),
    ),
  ]);
  const others = transcripts.filter(({ commands }) => commands.size === 0);
  return `${[INTRODUCTION, TABLE, ...parts, CLASSIC, '## What is not carried out', links(others)].join('\n\n')}\n`;
}

const INTRODUCTION = `# Commands

Made by \`npm run docs\` from the commands' own files and from the
transcripts in [test/transcripts](../test/transcripts/README.md), which
are played by the tests; not to be edited. \`N\` is the number of a board
or a challenge.`;

/** What players of the classic server have in their fingers, and what it is here. */
const CLASSIC = `## Lines of the classic server

In capitals stands what the writer puts there. \`USERID PASSWORD\` may be
left out where the letter shows in another way who wrote it. Where nothing
here does the same, the answer names the line to write instead.

| there | here |
|---|---|
${CLASSIC_LINES.map((row) =>
  'here' in row
    ? `| \`${row.line}\` | \`${row.here}\` |`
    : `| \`${row.line}\` | nothing; the answer names \`${row.instead}\` |`,
).join('\n')}`;

/** All of them at a glance, each with a link to its entry. */
const TABLE = [
  '| command | what it does | asks for a yes |',
  '|---|---|---|',
  ...COMMANDS.map(({ name, usage, summary, need }) => {
    const asks = ASKS[need];
    const link = `#${name.replaceAll(' ', '-')}`;
    return `| [${name}](${link}): \`${usage.replaceAll('|', '\\|')}\` | ${summary} | ${asks} |`;
  }),
].join('\n');

function entry(command: Command, transcripts: readonly Shows[], answer: string): string {
  const { name, aliases, usage, summary, example, need, options } = command;
  const facts = [
    `- Write: \`${usage}\``,
    ...(aliases.length > 0 ? [`- Also: ${aliases.map((alias) => `\`${alias}\``).join(', ')}`] : []),
    ...(options.length > 0
      ? [`- Options: ${options.map((option) => `\`-${option}=\``).join(', ')}`]
      : []),
    `- Needs: ${need === 'nothing' && command.audience === 'anyone' ? 'nothing' : NEEDS[need]}`,
    `- Example: \`${example}\``,
  ];
  const begins = ['```', answer, '```'].join('\n');
  const shown = inOrder(name, transcripts);
  return [`### ${name}`, `${capital(summary)}.`, facts.join('\n'), begins, links(shown)].join(
    '\n\n',
  );
}

/** The transcripts about a command first, then those in which it happens to be used. */
function inOrder(name: string, transcripts: readonly Shows[]): readonly Shows[] {
  const own = name.replaceAll(' ', '-');
  const shown = transcripts.filter(({ commands }) => commands.has(name));
  const about = shown.filter(({ file }) => basename(file) === `${own}.md`);
  const near = shown.filter(({ file }) => basename(file).startsWith(`${own}-`));
  return [...new Set([...about, ...near, ...shown])];
}

const links = (transcripts: readonly Shows[]): string =>
  transcripts.map(({ file, title }) => `- [${title}](../test/transcripts/${file})`).join('\n');

const capital = (text: string): string => text.slice(0, 1).toUpperCase() + text.slice(1);
