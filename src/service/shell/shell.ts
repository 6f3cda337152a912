import { createHmac } from 'node:crypto';
import type { Logger } from 'pino';
import type { Quota } from '../../budget/quota.ts';
import type { Meanings } from '../../command/meant/meanings.ts';
import type { TellingWords } from '../../command/text/subject.ts';
import type { Vocabularies } from '../../command/text/vocabulary.ts';
import type { Authserv } from '../../mail/authentication-results.ts';
import type { Secrets } from '../../mail/token.ts';
import { PACKAGE_ROOT } from '../../package-root.ts';
import type { MistakenFor } from '../../player/reserved-names.ts';
import type { CrashPoints, Random, Time } from '../../ports.ts';
import { type Database, isCorruption } from '../../store/file/database.ts';
import { type Loss, watchFiles } from '../../store/file/file-watch.ts';
import type { Lock } from '../../store/file/lock.ts';
import type { StoredLetter } from '../../store/letters/inbox.ts';
import { beginDecision, serverValue } from '../../store/server/conditions.ts';
import type { Parser } from '../thread/parser.ts';
import type { Writer } from '../thread/writer.ts';
import type { makePulse } from './pulse.ts';

/** Folders of the package, next to `src/` and `dist/`. */
export const MIGRATIONS = `${PACKAGE_ROOT}migrations`;
export const TEMPLATES = `${PACKAGE_ROOT}templates`;

/** The resources of every use case. */
export interface Shell {
  readonly db: Database;
  /** Checks that the database is still the file at its path. */
  readonly guard: Guard;
  readonly parser: Parser;
  readonly writer: Writer;
  /** The address of this server, without a tag. */
  readonly address: string;
  /** Addresses whose confirmed letters may use admin commands, as lookup keys. */
  readonly admins: ReadonlySet<string>;
  /** The host whose Authentication-Results are trusted. */
  readonly authserv: Authserv | undefined;
  /** The published address tag, in lower case. */
  readonly welcomeTag: string | undefined;
  /** Secrets that sign reply tokens. */
  readonly secrets: Secrets;
  /** Whether the mail host delivers `games+tag@host`. */
  readonly plus: boolean;
  /** Limits of the submission host. */
  readonly quota: Quota;
  /** Days off for a player in a year. */
  readonly vacationDays: number;
  /** What else a userid could mean on this server, if anything. */
  readonly mistakenFor: (userid: string) => MistakenFor | undefined;
  /** Phrases of players in place of commands, in every language. */
  readonly meanings: Meanings;
  /** Translated words of commands. */
  readonly vocabularies: Vocabularies;
  /** Words that show the language of a letter. */
  readonly tellingWords: TellingWords;
  /** For a letter, the time of its arrival. */
  readonly time: Time;
  /** The machine's time, if `time` differs from it. */
  readonly machine?: Time;
  readonly random: Random;
  /** Id of the machine's boot: changes at a restart. */
  readonly boot: string;
  readonly crash: CrashPoints;
  readonly log: Logger;
  /** Signs of life, for monitoring. */
  readonly pulse: Pulse;
}

type Guard = ReturnType<typeof makeGuard>;

/**
 * Detects that the database was deleted, replaced or overwritten, though it still accepts commits: the worker
 * must not tell mail servers about commits that are lost.
 *
 * @param lock of the worker, if any: it may be lost as well
 */
export function makeGuard(
  db: Database,
  path: string,
  { random, log, lock }: { random: Random; log: Logger; lock: Lock | undefined },
) {
  const watch = watchFiles(db, path, { random, tell: (files) => lock?.recordFiles(files) });
  const lost = new AbortController();
  let how: Loss | undefined;

  const lose = (what: string): void => {
    const sentence = `${path}${what}. ${WHAT_TO_DO}`;
    log.fatal({ database: path }, sentence);
    lost.abort(sentence);
  };
  const isIntact = (): boolean => {
    if (lost.signal.aborted) return false;
    how = lookAt(() => watch.look());
    if (how) lose(LOSS_TEXTS[how]);
    else if (lock && !lock.isHeld())
      lose('.lock was removed or replaced, so another may have begun');
    return !lost.signal.aborted;
  };
  return {
    /**
     * Checks whether the database is still the file at its path. Call before any irreversible act outside:
     * before letters are filed or handed over.
     *
     * @throws Error if it cannot be checked now
     */
    isIntact,
    /** Whether an error comes from a lost database, whose loss is already logged. */
    isFromLostDatabase(error: unknown): boolean {
      try {
        // An overwritten file is damaged, too, and must not be written to.
        if (!isIntact()) return true;
      } catch {
        // The next step fails the same way, and reports it.
      }
      if (!isCorruption(error)) return false;
      how = 'damaged';
      lose(LOSS_TEXTS.damaged);
      return true;
    },
    /** Aborted for good, with one sentence for the operator, once the database is lost. */
    lost: lost.signal,
    /** Closes the database. */
    close: (): void => watch.close(how),
  };
}

function lookAt(look: () => Loss | undefined): Loss | undefined {
  try {
    return look();
  } catch (error) {
    if (isCorruption(error)) return 'damaged';
    throw error;
  }
}

const LOSS_TEXTS: Readonly<Record<Loss, string>> = {
  gone: ' is gone',
  replaced: ' was replaced by another file',
  emptied: ' was emptied',
  overwritten: ' was overwritten by something else than the server',
  log: ' has lost its log: -wal or -shm was removed, replaced or cut',
  rows: ' has lost rows that the server never deletes',
  damaged: ' is damaged',
};

const WHAT_TO_DO =
  'The server stops and files and sends nothing more; e-mails that are not filed are safe in the ' +
  'mailbox. Put the file back, or run turnpost recover, and start the server again.';

/**
 * The shell for the decision of a letter, within its transaction. Its time is the arrival, so that the result
 * does not depend on when the letter is read; but not before the last decision or the last complete read of
 * the mailbox, which would have seen it.
 */
export function shellFor(shell: Shell, { arrivedAt, hash }: StoredLetter): Shell {
  const { at, seed } = beginDecision(shell.db, arrivedAt, shell.time.now());
  return withClockAt(shell, at, hash, () => seed);
}

/**
 * The shell for one decision: its clock stands still, and its random numbers are derived from the origin and
 * the stored seed, or from the secret if there is no seed.
 *
 * @param origin the hash of a letter, or the name of an act
 * @param seedOf reads the seed
 */
export const withClockAt = (
  shell: Shell,
  at: number,
  origin: Uint8Array | string,
  seedOf = () => serverValue(shell.db, 'seed'),
): Shell => ({
  ...shell,
  time: { now: () => at },
  machine: shell.machine ?? shell.time,
  random: seededRandom(() => seedOf() ?? shell.secrets[0], origin),
});

/** The real time. Deadlines for the recipient of a letter run from it. */
export const wallClock = ({ machine, time }: Pick<Shell, 'machine' | 'time'>): number =>
  (machine ?? time).now();

/**
 * Random numbers that cannot be predicted without the secret, and are the same at every reading of a letter,
 * also after the loss of the database.
 *
 * @param origin the hash of a letter, or the name of an act
 */
function seededRandom(secretOf: () => Uint8Array, origin: Uint8Array | string): Random {
  const drawn = new Map<string, number>();
  let secret: Uint8Array | undefined;
  return {
    bytes(count, use = '') {
      const before = drawn.get(use) ?? 0;
      drawn.set(use, before + 1);
      // Most decisions draw nothing.
      secret ??= secretOf();
      return createHmac('sha256', secret)
        .update(`turnpost chance ${use} ${before} `)
        .update(origin)
        .digest()
        .subarray(0, count);
    },
  };
}

type Pulse = ReturnType<typeof makePulse>;
