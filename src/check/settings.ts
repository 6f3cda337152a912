import { readFileSync } from 'node:fs';
import { goneVariables, VARIABLE_NAMES, variableMeant } from '../config.ts';
import { readersOf } from './disk.ts';
import { type Finding, findingsOf } from './finding.ts';
import { readableFindings } from './secret.ts';

const NAME = '.env';
const { warn, wrong } = findingsOf(NAME);

type Variables = Readonly<Record<string, string | undefined>>;

/**
 * Looks at what stands in `.env` and is no error, but hardly what was meant.
 *
 * @param path of the file
 * @param environment of the process, without what the file adds to it
 */
export function settingsFindings(path: string, environment: Variables): readonly Finding[] {
  const text = textOf(path);
  if (text === undefined) return meantInEnvironment(environment);
  return [
    ...(/^\s*(?:export\s+)?TURNPOST_\w*(?:URL|SECRET|TOKEN\w*|PASSWORD)\s*=\s*\S/m.test(text)
      ? readableFindings(NAME, path, readersOf(path))
      : []),
    ...linesFindings(text, environment),
    ...meantInEnvironment(environment),
  ];
}

function textOf(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    // That it cannot be read is said where the configuration is.
    return undefined;
  }
}

/** A line that sets a variable. */
const SETS = /^[ \t]*(?:export[ \t]+)?([\w.-]+)[ \t]*=[ \t]*(.*?)[ \t\r]*$/;

/** @param text of the file */
function linesFindings(text: string, environment: Variables): readonly Finding[] {
  const lines = text.split('\n').flatMap((line, at) => {
    const [, name, value = ''] = SETS.exec(line) ?? [];
    return name === undefined ? [] : [{ name, value, line: at + 1 }];
  });
  const ours = lines.filter(({ name }) => VARIABLE_NAMES.includes(name));
  const names = [...new Set(ours.map(({ name }) => name))];
  return [
    ...names.flatMap((name) => {
      const places = ours.filter((each) => each.name === name).map(({ line }) => line);
      return places.length < 2
        ? []
        : [
            warn(
              `${name} is set more than once, in the lines ${places.join(' and ')}: the last one counts.`,
              'Take the others out.',
            ),
          ];
    }),
    ...names.flatMap((name) => {
      const last = ours.findLast((each) => each.name === name)?.value ?? '';
      const here = environment[name];
      return here === undefined || here === unquoted(last)
        ? []
        : [
            warn(
              `${name} is set in the environment as well, to something else, and that counts.`,
              `Take it out of one of them (unset ${name}).`,
            ),
          ];
    }),
    ...lines.flatMap(({ name, line }) => nearlyOurs(name, `Line ${line} of ${NAME}`)),
    ...lines.flatMap(({ name }) =>
      VARIABLE_NAMES.includes(`TURNPOST_${name}`)
        ? [warn(`${name} is set, which is no variable of ours.`, `Write it as TURNPOST_${name}.`)]
        : [],
    ),
  ];
}

/** What is set and counts for nothing, because of what is not set, or any more. */
export const idleFindings = (env: Variables): readonly Finding[] => [
  ...(env['TURNPOST_AUTHSERV_HOPS'] && !env['TURNPOST_AUTHSERV_ID']
    ? [
        findingsOf('senders').warn(
          'TURNPOST_AUTHSERV_HOPS is set, and counts for nothing without TURNPOST_AUTHSERV_ID.',
          'Set both or none; see docs/operating.md.',
        ),
      ]
    : []),
  ...(env['TURNPOST_WELCOME_WORD'] && env['TURNPOST_PLUS'] === 'off'
    ? [
        warn(
          'TURNPOST_WELCOME_WORD is set, and TURNPOST_PLUS=off says that the mail host delivers no tagged address.',
          'Unset the word, or have the mail host deliver address+tag to the mailbox.',
        ),
      ]
    : []),
  ...goneVariables(env).map(({ name, instead }) =>
    findingsOf('copies').warn(`${name} has no use any more: ${instead}.`, 'Take it out.'),
  ),
];

const unquoted = (value: string): string => value.replace(/^(["'`])(.*)\1$/, '$2');

const meantInEnvironment = (environment: Variables): readonly Finding[] =>
  Object.keys(environment).flatMap((name) => nearlyOurs(name, 'The environment'));

/** A name that is nobody's, and nearly one of ours. Those that begin as ours are errors already. */
function nearlyOurs(name: string, where: string, meant = variableMeant(name)): readonly Finding[] {
  if (name.startsWith('TURNPOST_') || meant === undefined) return [];
  return [wrong(`${where} sets ${name}, which nobody reads.`, `Write it as ${meant}.`)];
}
