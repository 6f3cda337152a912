import { anyOf } from '../../any-of.ts';
import type { Game } from '../../engine/shape/game.ts';
import { commandLineCharsMax } from '../../limits.ts';
import { isFirstGuess } from '../../player/first-guesses.ts';
import { parsePassword } from '../../player/password.ts';
import { parseUserid } from '../../player/userid.ts';
import { GIVEN, isMailbox } from '../account/signup.ts';
import { nearest } from '../shape/nearest.ts';
import type { GameOn, Place, Words } from '../shape/types.ts';
import { gameAt, joinWords, parseNumber } from '../shape/words.ts';
import { CLASSIC_HEADS, fromClassic } from './classic.ts';
import { firstLine } from './greeting.ts';
import { readLine } from './line.ts';
import { takeLine } from './our-words.ts';
import { isMove, wantsMove } from './password-move.ts';
import {
  isCalledPassword,
  looksSecret,
  maybeSecrets,
  secretsBeside,
  secretsInShortLine,
} from './password-talk.ts';
import type { Text } from './read.ts';
import { findCommand, nearestInAny } from './registry.ts';
import { bareSubject, NOWHERE, OUR_SUBJECT, subjectCommand, withoutStanding } from './subject.ts';
import { commandLine, withoutCourtesyInFront } from './undecorated.ts';
import type { Vocabulary } from './vocabulary.ts';

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
 * Takes the passwords out of a letter: `password NEWWORD` becomes `password ...`, `signup carol secret`
 * `signup carol ***`, and the classic `forms move 12 alice secret e4e2` the plain `forms move 12
 * e4e2`. Where the same word stands once more, as it does when a line is repeated below, dots take
 * its place, so that it gets into no comment.
 *
 * @param gameOn what is played at each board; without it, moves there are cells
 * @returns undefined when there is none
 */
export function takePasswords(
  text: Text,
  vocabulary: Vocabulary,
  gameOn?: GameOn,
): Taken | undefined {
  const place = { ...NOWHERE, gameOn };
  const written = subjectLine(text.subject);
  const subject = isOurs(written) ? undefined : takeFrom(written, place, vocabulary);
  const inSubject = subject !== undefined;
  const command = subjectCommand(subject?.line ?? text.subject, vocabulary, place);
  const lines = takeFromEach(text.lines, command, place, vocabulary);
  const all = [subject, ...lines.map(({ found }) => found)].filter((found) => found !== undefined);
  const spoken = [text.subject, ...text.lines].flatMap(secretsBeside);
  const words = [...new Set([...all.flatMap((found) => found.words), ...spoken])];
  if (words.length === 0) return undefined;
  const dots = dotsFor(words);
  const claims = new Map<string, Claim>();
  for (const { claim } of all) if (claim) claims.set(keyOf(claim), claim);
  return {
    text: {
      subject: subject?.line ?? dots(text.subject),
      lines: lines.map(({ line, found }) => found?.line ?? dots(line)),
    },
    inSubject,
    claims: [...claims.values()],
    newPassword: all.find(({ newPassword }) => newPassword !== undefined)?.newPassword,
    words,
  };
}

/**
 * What is taken out of each line. Below the commands stands what the writer has to say: nothing is
 * claimed by it, and only what looks like a password is taken for one, so that "Move 12 was brilliant"
 * stays a comment.
 */
function takeFromEach(
  lines: readonly string[],
  subject: ReturnType<typeof subjectCommand>,
  place: Place,
  vocabulary: Vocabulary,
): readonly { readonly line: string; readonly found: Found | undefined }[] {
  let isTalk = subject.kind === 'command' && subject.line.kind === 'command';
  const first = firstLine(lines, vocabulary);
  return lines.map((line, at) => {
    const found = takeFrom(line, place, vocabulary);
    if (isTalk) return { line, found: found && asTalk(found) };
    if (line.trim() !== '' && at >= first) {
      const read = readLine(found?.line ?? line, place, vocabulary);
      isTalk = read.kind === 'prose' || (read.kind === 'command' && read.ready.wantsText === true);
    }
    return { line, found };
  });
}

/** The same in a comment: words of a language are none of a password there. */
function asTalk({ claim, ...found }: Found): Found | undefined {
  return !claim || looksSecret(claim.password) ? found : undefined;
}

/**
 * All in a line, also of a subject, that may be a password and is not kept; empty when there is
 * nothing. In what is read, less is taken for one.
 */
export function passwordIn(line: string, vocabulary: Vocabulary): readonly string[] {
  const written = subjectLine(line);
  if (isOurs(written)) return [];
  const claimed = takeFrom(written, NOWHERE, vocabulary)?.words ?? [];
  return [...claimed, ...maybeSecrets(bareSubject(line), vocabulary)].filter(isSecret);
}

const isSecret = (word: string): boolean => word.length >= SECRET_CHARS_MIN;

/** Our own classic subject ends like this, with nothing written behind it but perhaps a mark. */
const isOurs = (subject: string): boolean => /^move \d+ \S+ moves(?: \*+)*$/i.test(subject);

const keyOf = ({ userid, password }: Claim): string => `${userid.toLowerCase()} ${password}`;

/** The words of a letter's text that may be somebody's password, though no line says so, each once. */
export const guessesIn = ({ subject, lines }: Text): readonly string[] => [
  ...new Set([bareSubject(subject), ...lines].flatMap(secretsInShortLine)),
];

/** A text with dots for these words. */
export function withDots({ subject, lines }: Text, words: readonly string[]): Text {
  const dots = dotsFor(words);
  return { subject: dots(subject), lines: lines.map(dots) };
}

/** Gives any text with dots for these words. */
export function dotsFor(words: readonly string[]): (text: string) => string {
  const secret = anyOf(words.filter(isSecret));
  return (text) => (secret ? text.replace(secret, DOTS) : text);
}

/**
 * A subject as a line of commands. Ours, with something written behind it, is the classic way to
 * move: `Re: Forms Board 12 (alice vs bob) alice secret e4e2`.
 */
const subjectLine = (subject: string): string =>
  withoutStanding(bareSubject(subject))
    // The name of a game may have words in brackets, too, and goes first.
    .replace(OUR_SUBJECT, 'move ')
    .replace(/ \([^()]{0,200}\)(?= |$)/, ' ');

function takeFrom(line: string, place: Place, vocabulary: Vocabulary): Found | undefined {
  if (line.length > commandLineCharsMax) return undefined;
  const written = commandLine(line, vocabulary);
  const bare = withoutCourtesyInFront(written, vocabulary);
  const found = takeFromBare(bare, place, vocabulary);
  if (!found) return undefined;
  // A "please" in front may make it something else than a command, so that stays.
  const kind = written.split(/\s+/).slice(0, -bare.split(/\s+/).length);
  return {
    ...found,
    line: [...kind, found.line].join(' '),
    words: [...found.words, ...inOtherLetters(line, found.words)],
  };
}

/** The same words as they were written, where that was in fullwidth letters or the like. */
const inOtherLetters = (line: string, words: readonly string[]): readonly string[] =>
  line.split(/\s+/).filter((written) => {
    const plain = written.normalize('NFKC');
    return plain !== written && words.some((word) => plain.includes(word));
  });

function takeFromBare(line: string, answered: Place, vocabulary: Vocabulary): Found | undefined {
  const { game, words: whole } = takeLine(line, vocabulary);
  const [first = '', ...rest] = whole.words;
  if (isPassword(first, rest)) return newPassword(first, rest);
  if (isChangePassword(first, rest)) return changePassword(rest.slice(1));
  if (isSignup(first, rest)) return signup(first, rest);
  if (isSignUp(first, rest)) return signup('signup', rest.slice(1));
  if (isUserid(first, rest)) return signup('signup', rest);
  const words = { ...whole, words: whole.words.filter((word) => word !== GIVEN) };
  const front = game ? [game.rules] : [];
  const place = game ? { ...answered, gameOn: () => game } : answered;
  return (
    onBoard(words, front, place, vocabulary) ??
    (game ? challenge(words, front, vocabulary) : undefined) ??
    onAccount(words, game, front, vocabulary)
  );
}

/** Also mistyped, or with a word too many; but "passwords are a nuisance" is talk. */
const isPassword = (first: string, { length }: readonly string[]): boolean =>
  (length > 0 && first.toLowerCase() === 'password') ||
  (length === 1 && nearest(first, ['password']) !== undefined);

/** The classic `change password USERID OLD NEW`, and what stands there without the first two. */
const isChangePassword = (first: string, [second = '', ...rest]: readonly string[]) =>
  `${first} ${second}`.toLowerCase() === 'change password' &&
  (rest.length === 1 || (rest.length > 1 && parseUserid(rest[0] ?? '').ok));

/** The old one proves nothing that a yes does not. */
const changePassword = (words: readonly string[]): Found =>
  words.length === 1
    ? newPassword('password', words)
    : newPassword('password', words.slice(2), words.slice(1));

/** @param words the new password; `secret` has every word that is one */
function newPassword(
  command: string,
  words: readonly string[],
  secret: readonly string[] = words,
): Found {
  const [word = ''] = words;
  const wanted = words.length === 1 && !isFirstGuess(word) ? parsePassword(word) : undefined;
  return {
    line: `${command} ${DOTS}`,
    words: secret,
    ...(wanted?.ok && { newPassword: wanted.value }),
  };
}

/** `signup USERID PASSWORD [ADDRESS...]`; mistyped, only where it is this short. */
const isSignup = (first: string, { length }: readonly string[]): boolean =>
  (length > 1 && first.toLowerCase() === 'signup') ||
  (length === 2 && nearest(first, ['signup']) !== undefined);

/** In two words, with one behind the userid; what is longer is talk: "sign up for a game of chess". */
const isSignUp = (first: string, [second = '', , ...rest]: readonly string[]): boolean =>
  `${first} ${second}`.toLowerCase() === 'sign up' &&
  rest.filter((word) => !isMailbox(word)).length === 1;

/** The classic `userid carol secret`; but "userid and password" is talk. */
function isUserid(first: string, [userid = '', ...rest]: readonly string[]): boolean {
  const [word, ...more] = rest.filter((each) => !isMailbox(each));
  const isOne = word !== undefined && more.length === 0 && parsePassword(word).ok;
  return (
    first.toLowerCase() === 'userid' && parseUserid(userid).ok && isOne && !isCalledPassword(word)
  );
}

/**
 * Whatever stands behind the userid and is no address is taken for a password. None is set by it,
 * because the letter proves nothing; the stars say that one was there, twice when it could be none.
 */
function signup(command: string, [userid = '', ...rest]: readonly string[]): Found | undefined {
  const words = rest.filter((word) => !isMailbox(word) && word !== GIVEN);
  if (words.length === 0) return undefined;
  const fits = words.length === 1 && words.every((word) => parsePassword(word).ok);
  const stars = fits ? [GIVEN] : [GIVEN, GIVEN];
  return { line: [command, userid, ...stars, ...rest.filter(isMailbox)].join(' '), words };
}

/**
 * Recognised by its shape: behind the number a userid and a password, then what the command wants.
 * So the line reads as a command without these two words, and does not with them, nor with the first
 * of them alone.
 */
function onBoard(
  line: Words,
  front: readonly string[],
  place: Place,
  vocabulary: Vocabulary,
): Found | undefined {
  const [command = '', number, userid = '', password = '', ...rest] = line.words;
  if (parseNumber(number) === undefined || password === '' || !parseUserid(userid).ok) {
    return undefined;
  }
  const near = () => findCommand([nearestInAny(command, vocabulary) ?? '']);
  const found = findCommand([command]) ?? near();
  const name = found?.command.name;
  if (name === undefined) return undefined;
  const without = (...words: readonly string[]) => ({ ...line, words });
  const isWhole = (...words: readonly string[]) => {
    const read = without(name, number ?? '', ...words);
    // An option that is wrong there makes the line wrong, and no less one with a password.
    const bare = { ...read, options: new Map() };
    return isCommand(read, vocabulary, place) || isCommand(bare, vocabulary, place);
  };
  const game = gameAt(place, parseNumber(number));
  const isMeant = looksSecret(password) && wantsMove(name, line.words, game);
  const fits = isMeant || isWhole(...rest);
  if (!fits || isWhole(userid, password, ...rest) || isWhole(userid)) return undefined;
  if (isMove(game, password) && !parsePassword(password).ok) return undefined;
  return {
    line: joinWords(without(...front, command, number ?? '', ...rest)),
    words: [password],
    claim: { userid, password },
  };
}

/**
 * `forms challenge alice secret bob`: the classic has no password here, but people write it as
 * everywhere else. Only behind a game's name: "challenge accepted my friend" is talk.
 */
function challenge(
  line: Words,
  front: readonly string[],
  vocabulary: Vocabulary,
): Found | undefined {
  const [command = '', userid = '', password = '', other, ...rest] = line.words;
  if (findCommand([command])?.command.name !== 'challenge' || other === undefined) return undefined;
  const plain = { ...line, words: [...front, command, userid, other, ...rest] };
  const whole = { ...line, words: [...front, ...line.words] };
  if (!isCommand(plain, vocabulary) || isCommand(whole, vocabulary)) return undefined;
  return { line: joinWords(plain), words: [password], claim: { userid, password } };
}

/** Our own commands about no board, to which players of the classic add who they are. */
const ON_ACCOUNT: ReadonlySet<string> = new Set(['address', 'limit', 'set', 'vacation']);

/**
 * `signoff alice secret`, `message alice secret bob`, `change address alice secret NEW`: the line is
 * a command without these two words, and is none with them, nor do they make one by themselves, as
 * in `set zone Europe/Berlin notify daily`. What can be no password is talk, and so is "vacation
 * until wednesday".
 */
function onAccount(
  line: Words,
  game: Game | undefined,
  front: readonly string[],
  vocabulary: Vocabulary,
): Found | undefined {
  const head = headOf(line.words);
  if (!head) return undefined;
  const [userid = '', password = '', ...rest] = line.words.slice(head.length);
  if (!parseUserid(userid).ok) return undefined;
  if (!parsePassword(password).ok && !isCalledPassword(password)) return undefined;
  const lineOf = (...words: readonly string[]) => ({ ...line, words: [...front, ...words] });
  const plain = lineOf(...head.words, ...rest);
  const isWhole = [lineOf(...line.words), lineOf(...head.words, userid, password)].some((each) =>
    isCommand(each, vocabulary),
  );
  if (isWhole) {
    return undefined;
  }
  const isAlone = rest.length === 0;
  const looksSure = game !== undefined || looksSecret(password) || isCalledPassword(password);
  const isSure = head.ends !== undefined && (looksSure || (isAlone && head.ends));
  const { kind } = readLine(joinWords(plain), NOWHERE, vocabulary);
  if (isSure ? kind === 'prose' : isAlone || kind !== 'command') return undefined;
  const words = { ...line, words: [...head.words, ...rest] };
  const here = front.length === 0 ? fromClassic(words) : undefined;
  return {
    line: joinWords(here?.kind === 'here' ? here.words : plain),
    words: [password],
    claim: { userid, password },
  };
}

/**
 * The words in front of a userid and a password: how many, in our own spelling, and whether a line of
 * the classic ends behind these two; undefined where it has none such.
 */
function headOf(words: readonly string[]) {
  for (const length of [2, 1]) {
    const written = words.slice(0, length).map((word) => word.toLowerCase());
    const ends = CLASSIC_HEADS.get(written.join(' '));
    if (ends !== undefined) return { length, words: written, ends };
  }
  const found = findCommand(words);
  if (!found) return undefined;
  const { name } = found.command;
  const ends = CLASSIC_HEADS.get(name);
  return ends !== undefined || ON_ACCOUNT.has(name)
    ? { length: words.length - found.rest.length, words: [name], ends }
    : undefined;
}

/** Whether all words of a line are understood, also where the classic alone has such a command. */
function isCommand(words: Words, vocabulary: Vocabulary, place = NOWHERE): boolean {
  const read = readLine(joinWords(words), place, vocabulary);
  return read.kind === 'command' || (read.kind === 'trouble' && read.whole === true);
}
