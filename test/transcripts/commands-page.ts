import { basename } from 'node:path';
import type { Command } from '../../src/command/shape/types.ts';
import { CLASSIC_LINES } from '../../src/command/text/classic-lines.ts';
import { COMMANDS } from '../../src/command/text/registry.ts';

/** A transcript and the commands that are carried out in it. */
interface Shows {
  /** Its path below the folder of transcripts. */
  readonly file: string;
  readonly title: string;
  readonly commands: ReadonlySet<string>;
}

const NEEDS: Readonly<Record<Command['need'], string>> = {
  nothing: 'nothing: the answer goes to the registered address',
  'proof-to-read': 'a proof, because the answer is long or takes long',
  move: 'a proof: an answer to a letter of ours, a verified sender, or a yes',
  'proof-as-shown':
    'a proof, and a board that has not changed since the letter that is answered; or a yes',
  proof: 'a proof: an answer to a letter of ours, a verified sender, or a yes',
  confirmation: 'a yes from the registered address, whatever else was shown',
};
const ASKS: Readonly<Record<Command['need'], string>> = {
  nothing: 'never',
  'proof-to-read': 'never',
  move: 'without a proof',
  'proof-as-shown': 'without a proof, and where the board has changed',
  proof: 'without a proof',
  confirmation: 'always',
};

/** What is said of the commands: the transcripts, and how the answers to their examples begin. */
interface Told {
  readonly transcripts: readonly Shows[];
  readonly answers: Readonly<Record<string, string>>;
}

/** Where the admins' transcripts are. */
const isOfAdmins = ({ file }: Shows): boolean => file.startsWith('admin/');

/** `docs/commands.md`, for players: made from what the commands say of themselves, and what they do. */
export function commandsPage({ transcripts, answers }: Told): string {
  const told = { transcripts: transcripts.filter((each) => !isOfAdmins(each)), answers };
  const [newcomers, players] = [commandsFor('anyone'), commandsFor('player')];
  const others = told.transcripts.filter(({ commands }) => commands.size === 0);
  return pageOf(
    INTRODUCTION,
    tableOf([...newcomers, ...players]),
    '## Without an account',
    ...newcomers.map((command) => entry(command, told)),
    '## With an account',
    ...players.map((command) => entry(command, told)),
    CLASSIC,
    '## What is not carried out',
    links(others),
  );
}

/** `docs/admin-commands.md`, made in the same way for admins. */
export function adminCommandsPage(told: Told): string {
  const commands = commandsFor('admin');
  return pageOf(
    ADMINS,
    tableOf(commands),
    ...commands.map((command) => entry(command, told).replace(/^#/, '')),
  );
}

const commandsFor = (audience: Command['audience']): readonly Command[] =>
  COMMANDS.filter((command) => command.audience === audience);

const pageOf = (...parts: readonly string[]): string => `${parts.join('\n\n')}\n`;

const INTRODUCTION = `# Commands

What a player can write to a Turnpost server: one command to a line, in
the text of a letter or in its subject. In an answer to a board the move
alone is enough, \`accept\` in an answer to a challenge. Capitals stand for
what you put there, \`N\` for the number of a board or a challenge, and
what is in brackets may be left out. German names of all of this are in
[what people write](words.md).

What changes something is carried out at once when your letter proves that
it is yours: best by answering a letter of ours. Where nothing does, a
letter asks you first, and you answer \`yes\`.

Made by \`npm run docs\` from the commands' own files and from the
transcripts in [test/transcripts](../test/transcripts/README.md), which
are played by the tests; not to be edited. Those of admins are on
[a page of their own](admin-commands.md).`;

const ADMINS = `# Commands for admins

What an admin can write to a Turnpost server, from one of the addresses in
\`TURNPOST_ADMINS\`, beside the [commands for players](commands.md).
[Being an admin](operating.md#being-an-admin) says more about them; at the
terminal each is a command of \`npx turnpost\`. \`N\` is the number of a
board, and what is in brackets may be left out.

Made by \`npm run docs\` from the commands' own files and from the
transcripts in [test/transcripts](../test/transcripts/README.md), which
are played by the tests; not to be edited.`;

/** What players of the classic server have in their fingers, and what it is here. */
const CLASSIC = `## Lines of the classic server

In capitals stands what the writer puts there. \`USERID PASSWORD\` may be
left out: no password is needed, and the word in its place is passed over.
Where nothing here does the same, the answer names the line to write instead.

| there | here |
|---|---|
${CLASSIC_LINES.map((row) =>
  'here' in row
    ? `| \`${row.line}\` | \`${row.here}\` |`
    : `| \`${row.line}\` | nothing; the answer names \`${row.instead}\` |`,
).join('\n')}`;

/** Commands at a glance, each with a link to its entry. */
const tableOf = (commands: readonly Command[]): string =>
  [
    '| command | what it does | asks for a yes |',
    '|---|---|---|',
    ...commands.map(({ name, usage, summary, need }) => {
      const asks = ASKS[need];
      const link = `#${name.replaceAll(' ', '-')}`;
      return `| [${name}](${link}): \`${usage.replaceAll('|', '\\|')}\` | ${summary} | ${asks} |`;
    }),
  ].join('\n');

function entry(command: Command, { transcripts, answers }: Told): string {
  const { name, aliases = [], usage, summary, example, need, options = [] } = command;
  const facts = [
    `- Write: \`${usage}\``,
    ...(aliases.length > 0 ? [`- Also: ${aliases.map((alias) => `\`${alias}\``).join(', ')}`] : []),
    ...(options.length > 0
      ? [`- Options: ${options.map((option) => `\`-${option}=\``).join(', ')}`]
      : []),
    `- Needs: ${need === 'nothing' && command.audience === 'anyone' ? 'nothing' : NEEDS[need]}`,
    `- Example: \`${example}\``,
  ];
  const begins = ['```', answers[name] ?? '', '```'].join('\n');
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
