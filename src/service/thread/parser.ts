import type { AllWords } from '../../command/text/vocabulary.ts';
import { parseMsMax } from '../../limits.ts';
import type { Letter, LetterError } from '../../mail/letter.ts';
import { err, type Result } from '../../result.ts';
import { REDACTED, type Redacted } from './redact-unread.ts';
import { threadFile } from './thread-file.ts';
import { makeThreadQueue } from './thread-queue.ts';

/** Why a letter could not be taken apart, for the operator. */
export type ParseFailure = LetterError | 'reading took too long';

/** Takes raw letters apart, and survives those that are made to hurt. */
export interface Parser {
  /**
   * @param own the address of this server
   * @throws Error when the thread has died of the letter, or was ended by `stop`
   */
  parse(raw: Uint8Array, own: string): Promise<Result<Letter, ParseFailure>>;
  /**
   * Looks for passwords in the bytes of a letter, wherever they stand in it.
   *
   * @returns what may be kept of it; no more than our mark when the search took too long or the thread
   *   has died of it
   * @throws Error when the thread does not start, or was ended by `stop`
   */
  redact(raw: Uint8Array): Promise<Redacted>;
  /** Gets ready for the first letter, so that it need not wait for that. */
  warm?(): void;
  stop(): Promise<void>;
}

/** A letter on its way into the thread: to be taken apart, or to be redacted. */
export type ParserQuestion =
  | { readonly raw: Uint8Array; readonly own: string }
  | { readonly redact: Uint8Array };

type Parsed = Result<Letter, ParseFailure>;
const NOTHING_KEPT: Redacted = { left: Buffer.from(REDACTED) };

/**
 * @param words of all languages, in which a password may stand
 * @param file what the thread runs; it must speak as `parser-thread.ts` does
 */
export function makeThreadParser(
  words: AllWords,
  file = threadFile('parser-thread'),
  deadlineMs = parseMsMax,
  startMsMax?: number,
): Parser {
  const queue = makeThreadQueue<ParserQuestion, Parsed | Redacted>({
    file,
    name: 'parser',
    data: words,
    deadlineMs,
    late: (question) => ('redact' in question ? NOTHING_KEPT : err('reading took too long')),
    dead: (question) => ('redact' in question ? NOTHING_KEPT : undefined),
    ...(startMsMax !== undefined && { startMsMax }),
  });
  return {
    parse: async (raw, own) => (await queue.ask({ raw, own })) as Parsed,
    redact: async (raw) => (await queue.ask({ redact: raw })) as Redacted,
    warm: queue.warm,
    stop: queue.stop,
  };
}
