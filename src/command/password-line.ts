import { ENGINES, findEngine } from '../engine/registry.ts';
import { commandLineCharsMax } from '../limits.ts';
import { parsePassword } from '../player/password.ts';
import { parseUserid } from '../player/userid.ts';
import { readLine } from './line.ts';
import { nearest } from './nearest.ts';
import type { Text } from './read.ts';
import { findCommand, nearestCommand } from './registry.ts';
import { bareSubject, NOWHERE } from './subject.ts';
import { parseNumber, plainLine, splitWords } from './words.ts';

/** A userid and a password that a line names, as in the classic. */
export interface Claim {
  readonly userid: string;
  readonly password: string;
}

/** A text without its passwords. */
export interface Taken {
  /** Reads as the same commands. */
  readonly text: Text;
  /** The subject was a line with a password, so it is the letter's command. */
  readonly inSubject: boolean;
  /** Those that differ, each once. */
  readonly claims: readonly Claim[];
  /** The word of the first `password NEWWORD`, when it can be one. */
  readonly newPassword: string | undefined;
  /** Every word that was taken out. */
  readonly words: readonly string[];
}

interface Found {
  readonly line: string;
  readonly words: readonly string[];
  readonly claim?: Claim;
  readonly newPassword?: string;
}

/** What stands in place of a password. */
const DOTS = '...';
/** A word that is shorter is no secret, and taking it out everywhere would spoil the text. */
const SECRET_CHARS_MIN = 4;

/**
 * Takes the passwords out of a letter: `password NEWWORD` becomes `password ...`, and the classic
 * `forms move 12 alice secret e4e2` the plain `move 12 e4e2`. Where the same word stands once more,
 * as it does when a line is repeated below, dots take its place, so that it gets into no comment.
 *
 * @returns undefined when there is none
 */
export function takePasswords(text: Text): Taken | undefined {
  const written = subjectLine(text.subject);
  // Our own classic subject ends like this, with nothing written behind it.
  const subject = /^move \d+ \S+ moves$/i.test(written) ? undefined : takeFrom(written);
  const lines = text.lines.map((line) => ({ line, found: takeFrom(line) }));
  const all = [subject, ...lines.map(({ found }) => found)].filter((found) => found !== undefined);
  if (all.length === 0) return undefined;
  const words = [...new Set(all.flatMap((found) => found.words))];
  const claims = new Map<string, Claim>();
  for (const { claim } of all) if (claim) claims.set(keyOf(claim), claim);
  return {
    text: {
      subject: subject?.line ?? without(text.subject, words),
      lines: lines.map(({ line, found }) => found?.line ?? without(line, words)),
    },
    inSubject: subject !== undefined,
    claims: [...claims.values()],
    newPassword: all.find(({ newPassword }) => newPassword !== undefined)?.newPassword,
    words,
  };
}

const keyOf = ({ userid, password }: Claim): string => `${userid.toLowerCase()} ${password}`;

/** The same text with dots for these words. */
export const without = (text: string, words: readonly string[]): string =>
  words
    .filter((word) => word.length >= SECRET_CHARS_MIN)
    .reduce((rest, word) => rest.replaceAll(word, DOTS), text);

/**
 * A subject as a line of commands. Ours, with something written behind it, is the classic way to
 * move: `Re: Forms Board 12 (alice vs bob) alice secret e4e2`.
 */
const subjectLine = (subject: string): string =>
  bareSubject(subject)
    .replace(/\([^()]{0,200}\)/, ' ')
    .replace(/^\S{1,30}(?: \S{1,30})? Board (?=[1-9])/, 'move ');

function takeFrom(line: string): Found | undefined {
  if (line.length > commandLineCharsMax) return undefined;
  const [first = '', ...rest] = splitWords(plainLine(line)).words;
  if (isPassword(first, rest)) return newPassword(first, rest);
  return findEngine(first.toLowerCase()) ? classic(rest) : classic([first, ...rest]);
}

/** Also mistyped, or with a word too many; but "passwords are a nuisance" is talk. */
const isPassword = (first: string, { length }: readonly string[]): boolean =>
  (length > 0 && first.toLowerCase() === 'password') ||
  (length === 1 && nearest(first, ['password']) !== undefined);

function newPassword(command: string, words: readonly string[]): Found {
  const [word = ''] = words;
  const wanted = words.length === 1 ? parsePassword(word) : undefined;
  return { line: `${command} ${DOTS}`, words, ...(wanted?.ok && { newPassword: wanted.value }) };
}

/**
 * Recognised by its shape: behind the number a userid and a password, then what the command wants.
 * So the line reads as a command without these two words, and does not with them.
 */
function classic(line: readonly string[]): Found | undefined {
  const [command = '', number, userid = '', password = '', ...rest] = line;
  if (parseNumber(number) === undefined || password === '' || !parseUserid(userid).ok) {
    return undefined;
  }
  const name = findCommand([command])?.command.name ?? nearestCommand(command);
  if (name === undefined) return undefined;
  const isCommand = (...words: readonly string[]) =>
    readLine([name, number, ...words].join(' '), NOWHERE).kind === 'command';
  const fits = isCommand(...rest) || (MOVES.has(name) && wantsMove(userid, password, rest));
  if (!fits || isCommand(userid, password, ...rest)) return undefined;
  return {
    line: [command, number, ...rest].join(' '),
    words: [password],
    claim: { userid, password },
  };
}

const MOVES: ReadonlySet<string> = new Set(['move', 'submit']);
const CELL = /^[a-z]\d{1,2}$/i;

/** A move may be mistyped or forgotten; but `move 12 e4 x e5` is one, and so was `move 12 bob e4e2`. */
function wantsMove(userid: string, password: string, rest: readonly string[]): boolean {
  const isMove = (...words: readonly string[]) => {
    const [text = ''] = words.join(' ').split('#');
    return ENGINES.some((engine) => engine.looksLikeMove(text.trim()));
  };
  if (CELL.test(userid) || isMove(userid, password, ...rest)) return false;
  const [behind = ''] = rest.join(' ').split('#');
  return behind.trim() !== '' || !isMove(password);
}
