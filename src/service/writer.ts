import type { Message } from '../intent.ts';
import { writeMsMax } from '../limits.ts';
import { composeLetter, type Outgoing } from '../mail/compose.ts';
import { type Reader, type Rendered, renderLetter } from '../render/letter.ts';
import type { Templates } from '../render/templates.ts';
import { err, ok, type Result } from '../result.ts';
import { threadFile } from './thread-file.ts';
import { makeThreadQueue } from './thread-queue.ts';

/** Everything that the bytes of a letter are made from. */
export interface Sheet {
  readonly message: Message;
  readonly reader: Reader;
  readonly head: Omit<Outgoing, keyof Rendered>;
}

/** Writes letters: words, markup and MIME. */
export interface Writer {
  /**
   * @returns the whole raw letter, or why it cannot be written, for the operator
   * @throws Error when the thread has died of it, or was ended by `stop`
   */
  write(sheet: Sheet): Promise<Result<Uint8Array, string>>;
  /** Gets ready for the first letter, so that it need not wait for that. */
  warm?(): void;
  stop(): Promise<void>;
}

/** Writes one letter. A template that fails, or facts that are damaged, are the letter's error. */
export function writeSheet(
  { message, reader, head }: Sheet,
  templates: Templates,
): Result<Uint8Array, string> {
  try {
    return ok(composeLetter({ ...head, ...renderLetter(message, reader, templates) }));
  } catch (error) {
    return err(String(error));
  }
}

/**
 * Writes letters in a thread of its own: it is the longest of all the work that a turn makes, and a
 * template of the operator's may never come to its end.
 *
 * @param files the templates, by their paths
 */
export function makeThreadWriter(
  files: ReadonlyMap<string, string>,
  deadlineMs = writeMsMax,
): Writer {
  const queue = makeThreadQueue<Sheet, Result<Uint8Array, string>>({
    file: threadFile('writer-thread'),
    name: 'writer',
    data: files,
    deadlineMs,
    late: () => err('writing took too long'),
  });
  return { write: queue.ask, warm: queue.warm, stop: queue.stop };
}
