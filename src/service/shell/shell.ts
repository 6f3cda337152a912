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
import type { Database } from '../../store/file/database.ts';
import type { Parser } from '../thread/parser.ts';
import type { Writer } from '../thread/writer.ts';
import type { Guard } from './guard.ts';
import type { Pulse } from './pulse.ts';

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
  readonly word: string | undefined;
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
