import { parseEnv } from 'node:util';
import { err, ok, type Result } from '../../result.ts';

/** Variables and their values, as `.env` has them. */
export type Settings = Readonly<Record<string, string>>;

/**
 * The text of a file `.env`.
 *
 * @param head what stands at its beginning
 * @returns an error that names the variable whose value cannot be written there
 */
export function envText(head: readonly string[], settings: Settings): Result<string, string> {
  const lines: string[] = [];
  for (const [name, value] of Object.entries(settings)) {
    const line = ['', "'", '"', '`']
      .map((quote) => `${name}=${quote}${value}${quote}`)
      // What is read is what counts.
      .find((each) => !value.includes('\n') && parseEnv(`${each}\n`)[name] === value);
    if (line === undefined) return err(`${name} has signs that cannot stand together in .env`);
    lines.push(line);
  }
  return ok([...head.map((line) => `# ${line}`.trimEnd()), ...lines, ''].join('\n'));
}
