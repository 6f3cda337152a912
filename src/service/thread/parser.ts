import { parseMsMax } from '../../limits.ts';
import type { Letter, LetterError } from '../../mail/letter.ts';
import { err, type Result } from '../../result.ts';
import type { PackedBytes } from '../../store/letters/packed.ts';
import { makeThreadQueue, threadFile } from './thread-queue.ts';

/** Why a letter could not be taken apart, for the operator. */
export type ParseFailure = LetterError | 'reading took too long';

/** A letter that has been taken apart, and its bytes made small. */
export interface Opened {
  readonly letter: Letter;
  readonly small: PackedBytes;
}

/** Takes raw letters apart, and survives those that are made to hurt. */
export interface Parser {
  /**
   * @param own the address of this server
   * @throws Error when the thread has died of the letter, or was ended by `stop`
   */
  parse(raw: Uint8Array, own: string): Promise<Result<Opened, ParseFailure>>;
  /** Gets ready for the first letter, so that it need not wait for that. */
  warm?(): void;
  stop(): Promise<void>;
}

/** A letter on its way into the thread. */
export interface ParserQuestion {
  readonly raw: Uint8Array;
  readonly own: string;
}

/** @param file what the thread runs; it must speak as `parser-thread.ts` does */
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
    parse: (raw, own) => queue.ask({ raw, own }),
    warm: queue.warm,
    stop: queue.stop,
  };
}
