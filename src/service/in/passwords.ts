import {
  type Claim,
  guessesIn,
  takePasswords,
  withDots,
} from '../../command/text/password-line.ts';
import type { Text } from '../../command/text/read.ts';
import {
  guessedPasswordsMax,
  oneDayMs,
  oneHourMs,
  oneMinuteMs,
  passwordPlaceMs,
  wrongPasswordsPerHourMax,
  wrongPasswordsPerUseridPerDayMax,
} from '../../limits.ts';
import type { Letter } from '../../mail/letter.ts';
import { parsePassword } from '../../player/password.ts';
import type { Player } from '../../player/types.ts';
import { parseUserid } from '../../player/userid.ts';
import { err, ok, type Result } from '../../result.ts';
import { type Sentence, say } from '../../sentence.ts';
import type { Database } from '../../store/file/database.ts';
import { lately } from '../../store/file/lately.ts';
import {
  dropPlaces,
  dropWrongPasswords,
  isPlace,
  lastTryFor,
  lastTryFrom,
  notePlace,
  noteWrongPassword,
  passwordHashOf,
  renewHash,
  type Tried,
} from '../../store/people/passwords.ts';
import { playerByAddress, playerByUserid } from '../../store/people/players.ts';
import { gameOn } from '../../store/play/matches.ts';
import { LANGUAGE_BY_DEFAULT } from '../do/sender.ts';
import type { Shell } from '../shell/shell.ts';

/** The passwords of a letter, as far as they matter once they are taken out of it. */
export interface Passwords {
  /** What the letter claims: `several` when its lines differ, `nobodys` when it can be no password. */
  readonly claim: Checked | 'several' | 'nobodys' | undefined;
  /** The subject was the command. */
  readonly inSubject: boolean;
  /** Of the word that `password NEWWORD` is to set. */
  readonly newHash: string | undefined;
  /** The words themselves, for the redacted copy only. */
  readonly words: readonly string[];
}

interface Checked {
  readonly userid: string;
  /** Undefined when the password was not looked at. */
  readonly compared:
    | {
        /** Undefined when there is no such player, or none with a password. */
        readonly hash: string | undefined;
        readonly fits: boolean;
        /** The same password at today's cost, where it fits an older hash. */
        readonly renewed: string | undefined;
      }
    | undefined;
}

/** A letter without its passwords; `passwords` is undefined when it held none. */
export interface Opened {
  readonly letter: Letter;
  readonly passwords: Passwords | undefined;
}

/**
 * Takes the passwords out of a letter and does, before its transaction, the work that takes time: at
 * most one new hash, and a comparison or two a letter. Nothing is decided here and nothing written.
 */
export async function takeOut(shell: Shell, letter: Letter): Promise<Opened> {
  const writer = letter.sender.ok ? playerByAddress(shell.db, letter.sender.value) : undefined;
  const language = writer?.language ?? LANGUAGE_BY_DEFAULT;
  const games = (board: number) => gameOn(shell.db, board);
  const taken = takePasswords(letter, shell.vocabularies(language), games);
  const known = await knownWords(shell, letter, taken?.text ?? letter);
  if (!taken && known.length === 0) return { letter, passwords: undefined };
  const { sender } = letter;
  const { claims, inSubject, newPassword, words } = taken ?? NOTHING_TAKEN;
  const [claim, ...more] = claims;
  const one = sender.ok && claim && more.length === 0;
  return {
    letter: { ...letter, ...withDots(taken?.text ?? letter, known) },
    passwords: {
      claim: one ? await check(shell, claim, sender.value) : claim && 'several',
      inSubject,
      newHash: newPassword && (await shell.scrypt.hash(newPassword)),
      words: [...words, ...known],
    },
  };
}

const NOTHING_TAKEN = { claims: [], inSubject: false, newPassword: undefined, words: [] };

/**
 * The words that are the password of the player whom the letter is from, or, where it is from nobody
 * here, of somebody whom it names, in a line that no command has: `games alice secret`. They may stand
 * in a comment, so nothing but the hash itself may call them a password; and as that is dear, only so
 * many are looked at. What a player writes about another one is not: who sees whether a word has become
 * dots in a comment could guess for ever.
 */
async function knownWords({ db, scrypt }: Shell, letter: Letter, text: Text): Promise<string[]> {
  const guesses = guessesIn(text);
  if (guesses.length === 0) return [];
  const { sender } = letter;
  const writer = sender.ok ? playerByAddress(db, sender.value) : undefined;
  const players = writer ? [writer] : namedIn(db, text);
  const ids = [...new Set(players.map(({ id }) => id))];
  const hashes = ids.flatMap((id) => passwordHashOf(db, id) ?? []);
  const pairs = guesses.flatMap((word) => hashes.map((hash) => ({ word, hash })));
  const known: string[] = [];
  for (const { word, hash } of pairs.slice(0, guessedPasswordsMax)) {
    if (await scrypt.fits(word, hash)) known.push(word);
  }
  return known;
}

/** The players whose userids stand in a text. */
function namedIn(db: Database, { subject, lines }: Text): readonly Player[] {
  const words = new Set([subject, ...lines].flatMap((line) => line.split(/[^\w.-]+/)));
  return [...words].flatMap((word) =>
    parseUserid(word).ok ? (playerByUserid(db, word) ?? []) : [],
  );
}

/** One comparison, also for a userid that nobody has; none while there are no tries left. */
async function check(shell: Shell, claim: Claim, address: string): Promise<Checked | 'nobodys'> {
  const { userid, password } = claim;
  if (!parsePassword(password).ok) return 'nobodys';
  if (waitMs(shell, userid, address) > 0) return { userid, compared: undefined };
  const player = playerByUserid(shell.db, userid);
  const hash = player && passwordHashOf(shell.db, player.id);
  const fits = await shell.scrypt.fits(password, hash);
  const isOld = fits && hash !== undefined && !shell.scrypt.isOfToday(hash);
  const renewed = isOld ? await shell.scrypt.hash(password) : undefined;
  return { userid, compared: { hash, fits, renewed } };
}

/**
 * Decides about the claim of a letter, within its transaction. A wrong password is counted; when
 * there have been too many, for the userid or from the address, the right one is no better.
 *
 * @param address the one in From
 * @returns whose letter it is, or what to say, the same whether there is such a player or not
 * @throws Error when what was compared counts no more, because of a letter of the same group: then
 *   this one is read again, alone
 */
export function checkClaim(
  shell: Shell,
  claim: NonNullable<Passwords['claim']>,
  address: string,
): Result<Player, Sentence> {
  const { db, time } = shell;
  if (claim === 'several') return err(say('passwords-disagree'));
  // A word of a sentence, in the place of a password, is no guess at one.
  if (claim === 'nobodys') return err(say('password-wrong'));
  const { userid, compared } = claim;
  const wait = waitMs(shell, userid, address);
  if (wait > 0) return err(say('password-wait', { minutes: Math.ceil(wait / oneMinuteMs) }));
  const player = playerByUserid(db, userid);
  const hash = player && passwordHashOf(db, player.id);
  if (!compared || compared.hash !== hash) throw new Error('the password was compared too early');
  if (player && compared.fits) {
    if (compared.renewed) renewHash(db, player.id, compared.renewed);
    rememberPlace(shell, player, address);
    return ok(player);
  }
  dropWrongPasswords(db, time.now() - oneDayMs);
  noteWrongPassword(db, triedBy(shell, userid, address), time.now());
  return err(say('password-wrong'));
}

/** Whether the userid that a letter claims is that of the player it comes from. */
export const isOwnClaim = (claim: Passwords['claim'], player: Player | undefined): boolean =>
  typeof claim === 'object' && claim.userid.toLowerCase() === player?.userid.toLowerCase();

/** Guesses at a player's password from there, by others, no longer lock the player out. */
function rememberPlace({ db, time }: Shell, { id }: Player, address: string): void {
  const now = time.now();
  if (playerByAddress(db, address)?.id === id) return;
  dropPlaces(db, now - passwordPlaceMs);
  notePlace(db, id, address, now);
}

function triedBy({ db, time }: Shell, userid: string, address: string): Tried {
  const player = playerByUserid(db, userid);
  const known =
    player !== undefined &&
    (playerByAddress(db, address)?.id === player.id ||
      isPlace(db, player.id, address, time.now() - passwordPlaceMs));
  return { userid, address, known };
}

/**
 * How long no password is looked at, for this userid from this address; 0 when one is. A guess counts
 * against the address that it comes from, and against the userid only where it is from anywhere: so
 * what others write keeps nobody from writing at home, or where the password was right before.
 */
function waitMs(shell: Shell, userid: string, address: string): number {
  const { db, time } = shell;
  const now = time.now();
  const tried = triedBy(shell, userid, address);
  const from = lastTryFrom(db, tried, lately(now, oneHourMs), wrongPasswordsPerHourMax);
  const all = tried.known
    ? undefined
    : lastTryFor(db, userid, lately(now, oneDayMs), wrongPasswordsPerUseridPerDayMax);
  return Math.max(
    0,
    from === undefined ? 0 : from + oneHourMs - now,
    all === undefined ? 0 : all + oneDayMs - now,
  );
}
