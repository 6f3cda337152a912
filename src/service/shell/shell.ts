import type { Logger } from 'pino';
import type { Quota } from '../../budget/quota.ts';
import type { Meanings } from '../../command/meant/meanings.ts';
import type { TellingWords } from '../../command/text/subject.ts';
import type { Vocabularies } from '../../command/text/vocabulary.ts';
import type { Authserv } from '../../mail/authentication-results.ts';
import type { Secrets } from '../../mail/token.ts';
import { PACKAGE_ROOT } from '../../package-root.ts';
import type { Mistaken } from '../../player/reserved-names.ts';
import type { CrashPoints, Random, Time } from '../../ports.ts';
import type { Database } from '../../store/file/database.ts';
import type { Parser } from '../thread/parser.ts';
import type { Writer } from '../thread/writer.ts';
import type { Guard } from './guard.ts';
import type { Pulse } from './pulse.ts';

/** What comes with the program, beside `src/` and `dist/`. */
export const MIGRATIONS = `${PACKAGE_ROOT}migrations`;
export const TEMPLATES = `${PACKAGE_ROOT}templates`;

/** What every use case works with. */
export interface Shell {
  readonly db: Database;
  /** Looks whether that is still the database at its path. */
  readonly guard: Guard;
  readonly parser: Parser;
  readonly writer: Writer;
  /** The address of this server, without a tag. */
  readonly address: string;
  /** Addresses whose confirmed letters may use admin commands, as lookup keys. */
  readonly admins: ReadonlySet<string>;
  /** Whose Authentication-Results are believed. */
  readonly authserv: Authserv | undefined;
  /** The tag of the address that the operator publishes, in lower case. */
  readonly word: string | undefined;
  /** Sign reply tokens. */
  readonly secrets: Secrets;
  /** Whether the mail host delivers `games+tag@host`. */
  readonly plus: boolean;
  /** How many letters the submission host takes. */
  readonly quota: Quota;
  /** How many days off a player may take in a year. */
  readonly vacationDays: number;
  /** For what else than a player a userid could be taken on this server. */
  readonly mistakenFor: (userid: string) => Mistaken | undefined;
  /** What players say instead of a command, in every language. */
  readonly meanings: Meanings;
  /** What people write in the place of our own words. */
  readonly vocabularies: Vocabularies;
  /** Words that tell in which language a letter is written. */
  readonly tellingWords: TellingWords;
  /** For a letter it stands at the moment when that came in. */
  readonly time: Time;
  /** What the machine has then; undefined where that is the same. */
  readonly machine?: Time;
  readonly random: Random;
  /** The machine's present life: another one has begun when this is different. */
  readonly boot: string;
  readonly crash: CrashPoints;
  readonly log: Logger;
  /** Signs of life, for whoever watches over the server. */
  readonly pulse: Pulse;
}
