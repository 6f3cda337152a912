import { readFileSync } from 'node:fs';
import { parseEnv } from 'node:util';
import { err, ok, type Result } from './result.ts';

/** What is in the way of reading a file until somebody changes it, and not for the moment. */
const LASTING = new Set(['EACCES', 'EPERM', 'EISDIR', 'ELOOP', 'ENOTDIR']);

/**
 * A value that may go over several lines because it is quoted, any other line that names a variable,
 * or a comment. What else stands in a line would be passed over without a word.
 */
const UNDERSTOOD =
  /^[ \t]*(?:(?:export[ \t]+)?[\w.-]+[ \t]*=(?:[ \t]*("|'|`)[\s\S]*?\1[^\n]*|[^\n]*)|#[^\n]*)$/gm;

/**
 * Reads a file of `NAME=value` lines.
 *
 * @returns nothing set where there is no file, or what is wrong with it, of which no value is repeated
 * @throws Error of the file system, for what may be gone the next time
 */
export function readEnvFile(path: string): Result<NodeJS.Dict<string>, readonly string[]> {
  let text: string;
  try {
    // Some editors put a mark in front that says no more than that it is Unicode.
    text = readFileSync(path, 'utf8').replace(/^\uFEFF/, '');
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT') return ok({});
    if (LASTING.has(code)) return err([`${path} cannot be read (${code})`]);
    throw error;
  }
  const rest = text.replace(UNDERSTOOD, (line) => line.replace(/[^\n]+/g, ''));
  const wrong = rest.split('\n').flatMap((line, index) => (line.trim() === '' ? [] : [index + 1]));
  return wrong.length === 0
    ? ok(parseEnv(text))
    : err(wrong.map((line) => `line ${line} of ${path} is not like NAME=value`));
}
