import { COMMANDS } from '../command/text/registry.ts';
import type { WorkerConfig } from '../config.ts';
import type { Section } from '../intent.ts';
import { newTextLimits } from '../limits.ts';
import { systemTime } from '../ports.ts';
import { renderLetter } from '../render/letter.ts';
import type { TemplateFiles } from '../render/operator-templates.ts';
import { makeTemplates } from '../render/templates.ts';
import { ok } from '../result.ts';
import { copyDatabaseNow } from '../service/backup/make.ts';
import { DEFAULT_LANGUAGE } from '../service/do/sender.ts';
import { type AdminOrder, actAtTerminal, readTyped } from '../service/process/at-terminal.ts';
import { openForCommand } from '../service/process/before-start.ts';
import { readTemplateFolder } from '../service/process/languages.ts';
import { commandShell } from '../service/process/open.ts';
import { oneLine } from '../service/shell/log.ts';
import { TEMPLATES } from '../service/shell/shell.ts';
import { isMachineFault } from '../store/file/database.ts';
import { findHolder } from '../store/file/lock.ts';
import { type Exit, exits } from './command.ts';
import { notCopiedWarning } from './recover.ts';
import { suggestionsFor } from './usage.ts';

/**
 * Runs `turnpost admin`: carries out an admin's command, whether or not a server is running. The letters that
 * it causes are sent as soon as a server runs.
 *
 * @param input standard input, read only by a command that takes a text
 */
export async function runAdminCommand(
  config: WorkerConfig,
  words: readonly string[],
  input: AsyncIterable<Uint8Array>,
): Promise<Exit> {
  const files = readTemplateFolder(TEMPLATES);
  const order = readTyped(words);
  if (!order.ok) {
    const why = order.error && sectionText({ understood: undefined, says: [order.error] }, files);
    const lines = why === undefined ? unknown(words) : [why];
    return {
      code: exits.usage,
      line: [...lines, 'All admin commands: turnpost admin help'].join('\n'),
    };
  }
  const text = order.value.takesComment ? await readText(input) : '';
  if (text.length > newTextLimits.commentChars) {
    return {
      code: exits.data,
      line: `The text is longer than ${newTextLimits.commentChars} characters.`,
    };
  }
  try {
    const acted = await act(config, order.value, text);
    if (acted === 'lost') return { code: exits.later, line: `${config.database}${LOST}` };
    return acted.ok
      ? { code: exits.ok, prints: [sectionText(acted.value.said, files), ...acted.value.warnings] }
      : { code: exits.failed, line: sectionText(acted.error, files) };
  } catch (error) {
    const code = isMachineFault(error) ? exits.later : exits.failed;
    return { code, line: `${config.database}: ${oneLine(error)}` };
  }
}

function unknown(words: readonly string[]): readonly string[] {
  const [word = '', ...rest] = words;
  const message = `turnpost admin does not accept: ${words.join(' ')}`;
  const known = COMMANDS.flatMap(({ name }) => /^admin (.+)/.exec(name)?.[1] ?? []);
  const suggestions = suggestionsFor({ message, unknown: { word, known } });
  return [
    message,
    ...suggestions.map(
      (each) => `Did you mean this: ${['turnpost admin', each, ...rest].join(' ')}`,
    ),
  ];
}

/** @returns `lost` if the database is not the one that the server works on */
async function act(config: WorkerConfig, order: AdminOrder, text: string) {
  const db = openForCommand(config.database);
  try {
    const holder = findHolder(config.database);
    const since = holder === 'unknown' ? systemTime.now() : holder?.since;
    const shell = commandShell(config, db, since);
    const { guard } = shell;
    if (!guard.isIntact()) return 'lost' as const;
    const acted = actAtTerminal(shell, order, text);
    if (!guard.isIntact()) return 'lost' as const;
    if (!acted.ok) return acted;
    const { said, changed } = acted.value;
    return ok({
      said,
      warnings: changed ? notCopiedWarning(await copyDatabaseNow(config, db)) : [],
    });
  } finally {
    db.close();
  }
}

const LOST = ' was moved or deleted; the change may be lost';

async function readText(input: AsyncIterable<Uint8Array>): Promise<string> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of input) chunks.push(chunk);
  return Buffer.concat(chunks).toString('utf8').trim();
}

/** A section as plain text. */
function sectionText(section: Section, files: TemplateFiles): string {
  const heading = { ...section, understood: undefined };
  const reader = {
    userid: undefined,
    language: DEFAULT_LANGUAGE,
    replyTo: '',
    links: false,
  };
  const message = {
    kind: 'answer',
    facts: { sections: [heading], choices: { mail: 'text' } },
  } as const;
  return renderLetter(message, reader, makeTemplates(files)).text.trim();
}
