import { parseMsMax } from '../../limits.ts';
import type { Letter, LetterError } from '../../mail/letter.ts';
import { err, type Result } from '../../result.ts';
import type { PackedBytes } from '../../store/letters/packed.ts';
import { makeThreadQueue, threadFile } from './thread-queue.ts';

/** Why a letter could not be parsed, for the operator. */
export type ParseFailure = LetterError | 'reading took too long';

/** A parsed letter, and its compressed bytes. */
export interface Opened {
  readonly letter: Letter;
  readonly small: PackedBytes;
}

/** Parses raw letters, and survives malicious ones. */
export interface Parser {
  /**
   * @param ownAddress the address of this server
   * @throws Error if the thread died of the letter, or was ended by `stop`
   */
  parse(raw: Uint8Array, ownAddress: string): Promise<Result<Opened, ParseFailure>>;
  /** Starts the thread before the first letter. */
  warm?(): void;
  stop(): Promise<void>;
}

/** A letter for the thread. */
export interface ParserQuestion {
  readonly raw: Uint8Array;
  readonly ownAddress: string;
}

/** @param file run by the thread, with the protocol of `parser-thread.ts` */
export function makeThreadParser(
  file = threadFile('parser-thread'),
  deadlineMs = parseMsMax,
  startMsMax?: number,
): Parser {
  const queue = makeThreadQueue<ParserQuestion, Result<Opened, ParseFailure>>({
    file,
    name: 'parser',
    data: undefined,
    deadlineMs,
    late: () => err('reading took too long'),
    dead: () => undefined,
    ...(startMsMax !== undefined && { startMsMax }),
  });
  return {
    parse: (raw, ownAddress) => queue.ask({ raw, ownAddress }),
    warm: queue.warm,
    stop: queue.stop,
  };
}
