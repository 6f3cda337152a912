import { readFileSync } from 'node:fs';
import { goneVariables, VARIABLE_NAMES, variableMeant } from '../../config.ts';
import { readableFindings } from './disk.ts';
import { type Finding, finding } from './finding.ts';

const NAME = '.env';

type Variables = Readonly<Record<string, string | undefined>>;

/**
 * Finds settings that are valid but probably a mistake, in `.env` and the environment.
 *
 * @param path of `.env`
 * @param environment of the process, without the variables of `.env`
 */
export function settingsFindings(path: string, environment: Variables): readonly Finding[] {
  const text = textOf(path);
  const isSecret = /^\s*(?:export\s+)?TURNPOST_\w*(?:URL|SECRET|TOKEN\w*|PASSWORD)\s*=\s*\S/m.test(
    text,
  );
  return [
    ...(isSecret ? readableFindings(NAME, path) : []),
    ...linesFindings(text, environment),
    ...Object.keys(environment).flatMap((name) => misspelt(name, 'The environment')),
  ];
}

function textOf(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    // `allFindings` reports that it cannot be read.
    return '';
  }
}

/** A line that sets a variable. */
const ASSIGNMENT = /^[ \t]*(?:export[ \t]+)?([\w.-]+)[ \t]*=[ \t]*(.*?)[ \t\r]*$/;

/** @param text of the file */
function linesFindings(text: string, environment: Variables): readonly Finding[] {
  const lines = text.split('\n').flatMap((line, at) => {
    const [, name, value = ''] = ASSIGNMENT.exec(line) ?? [];
    return name === undefined ? [] : [{ name, value, line: at + 1 }];
  });
  const names = new Set(
    lines.map(({ name }) => name).filter((name) => VARIABLE_NAMES.includes(name)),
  );
  const ours = [...names].map((name) => ({
    name,
    set: lines.filter((each) => each.name === name),
  }));
  const twice = ours.filter(({ set }) => set.length > 1);
  const hidden = ours.filter(({ name, set }) => {
    const here = environment[name];
    return here !== undefined && here !== unquoted(set.at(-1)?.value ?? '');
  });
  return [
    ...twice.map(({ name, set }) =>
      finding('.env/twice', { name, lines: set.map(({ line }) => line).join(' and ') }),
    ),
    ...hidden.map(({ name }) => finding('.env/hidden', { name })),
    ...lines.flatMap(({ name, line }) => misspelt(name, `Line ${line} of ${NAME}`)),
    ...lines
      .filter(({ name }) => VARIABLE_NAMES.includes(`TURNPOST_${name}`))
      .map(({ name }) => finding('.env/no-prefix', { name })),
  ];
}

/** Variables without effect: they need another one that is missing, or are obsolete. */
export const idleFindings = (env: Variables): readonly Finding[] => [
  ...(env['TURNPOST_AUTHSERV_HOPS'] && !env['TURNPOST_AUTHSERV_ID']
    ? [finding('senders/hops', {})]
    : []),
  ...(env['TURNPOST_WELCOME_WORD'] && env['TURNPOST_PLUS'] === 'off'
    ? [finding('.env/word', {})]
    : []),
  ...goneVariables(env).map((gone) => finding('copies/gone', gone)),
];

const unquoted = (value: string): string => value.replace(/^(["'`])(.*)\1$/, '$2');

/** A misspelt variable. Unknown names with our prefix are errors already. */
function misspelt(name: string, where: string, meant = variableMeant(name)): readonly Finding[] {
  if (name.startsWith('TURNPOST_') || meant === undefined) return [];
  return [finding('.env/nearly', { where, name, meant })];
}
