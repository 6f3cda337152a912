import type { Letter, LetterError } from '../../mail/letter.ts';
import type { Secrets } from '../../mail/token.ts';
import { err, type Result } from '../../result.ts';
import { threadLimits } from '../../server-limits.ts';
import type { PackedBytes } from '../../store/letters/packed.ts';
import { makeThreadQueue, threadFile } from './thread-queue.ts';

/** Why a letter could not be parsed, for the operator. */
export type ParseFailure = LetterError | 'reading took too long';

/** A parsed letter, and its compressed bytes. */
export interface OpenedLetter {
  readonly letter: Letter;
  readonly packed: PackedBytes;
}

/** Parses raw letters, and survives malicious ones. */
export interface Parser {
  /**
   * @param ownAddress the address of this server
   * @throws Error if the thread died of the letter, or was ended by `stop`
   */
  parse(raw: Uint8Array, ownAddress: string): Promise<Result<OpenedLetter, ParseFailure>>;
  /**
   * The lines above the first that holds a reply token.
   *
   * @throws Error as above
   */
  search(lines: readonly string[], secrets: Secrets): Promise<Result<Lines, ParseFailure>>;
  /** Starts the thread before the first letter. */
  warm?(): void;
  stop(): Promise<void>;
}

type Lines = readonly string[];

/** A letter for the thread, or lines to search. */
export type ParserRequest =
  | { readonly raw: Uint8Array; readonly ownAddress: string }
  | { readonly lines: Lines; readonly secrets: Secrets };

/** @param file run by the thread, with the protocol of `parser-thread.ts` */
export function makeThreadParser(
  file = threadFile('parser-thread'),
  deadlineMs = threadLimits.parseMs,
  startMsMax?: number,
): Parser {
  const queue = makeThreadQueue<ParserRequest, Result<OpenedLetter | Lines, ParseFailure>>({
    file,
    name: 'parser',
    data: undefined,
    deadlineMs,
    late: () => err('reading took too long'),
    dead: () => undefined,
    ...(startMsMax !== undefined && { startMsMax }),
  });
  return {
    parse: async (raw, ownAddress) =>
      (await queue.ask({ raw, ownAddress })) as Result<OpenedLetter, ParseFailure>,
    search: async (lines, secrets) =>
      (await queue.ask({ lines, secrets })) as Result<Lines, ParseFailure>,
    warm: queue.warm,
    stop: queue.stop,
  };
}
