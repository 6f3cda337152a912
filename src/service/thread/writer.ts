import type { Message } from '../../intent.ts';
import { writeMsMax } from '../../limits.ts';
import type { Outgoing } from '../../mail/compose.ts';
import type { Traces } from '../../mail/quote/own-lines.ts';
import type { Reader, Rendered } from '../../render/letter.ts';
import { firstLineOfError, type TemplateFiles } from '../../render/own-templates.ts';
import { err, ok, type Result } from '../../result.ts';
import type { PackedBytes } from '../../store/letters/packed.ts';
import { makeThreadQueue, threadFile } from './thread-queue.ts';

/** Everything that the bytes of a letter are made from. */
export interface Sheet {
  readonly message: Message;
  readonly reader: Reader;
  readonly head: Omit<Outgoing, keyof Rendered>;
}

/** A letter as it goes out. */
export interface WrittenLetter {
  readonly raw: Uint8Array;
  /** The same as it is kept. */
  readonly kept: PackedBytes;
  /** What is kept of its words, to know them again where they are quoted. */
  readonly traces: Traces;
  /** Why the operator's own template was not used, where there is one. */
  readonly trouble?: string;
  /** Why it has no picture, though its reader wants one. */
  readonly noPicture?: string;
}

/** Writes letters: words, markup and MIME. */
export interface Writer {
  /**
   * @returns the whole raw letter, or why it cannot be written, for the operator
   * @throws Error when the thread has died of it, or was ended by `stop`
   */
  write(sheet: Sheet): Promise<Result<WrittenLetter, string>>;
  /** Gets ready for the first letter, so that it need not wait for that. */
  warm?(): void;
  stop(): Promise<void>;
}

/** The templates that come with the program, and the operator's own, which go first. */
export interface TemplateFolders {
  readonly ours: TemplateFiles;
  readonly own: TemplateFiles;
}

/** A letter on its way into the thread. */
export interface WriteQuestion {
  readonly sheet: Sheet;
  /** Whether the operator's own templates may be used for it. */
  readonly own: boolean;
}

/**
 * Writes letters in a thread of its own: it is the longest of all the work that a turn makes, and a
 * template of the operator's may never come to its end. A letter that such a template fails is
 * written with ours.
 */
export function makeThreadWriter(folders: TemplateFolders, deadlineMs = writeMsMax): Writer {
  const queue = makeThreadQueue<WriteQuestion, Result<WrittenLetter, string>>({
    file: threadFile('writer-thread'),
    name: 'writer',
    data: folders,
    deadlineMs,
    late: () => err('writing took too long'),
  });
  const hasOwn = folders.own.size > 0;
  return {
    async write(sheet) {
      if (!hasOwn) return queue.ask({ sheet, own: false });
      const written = await queue
        .ask({ sheet, own: true })
        .catch((error) => err(firstLineOfError(error)));
      if (written.ok) return written;
      const again = await queue.ask({ sheet, own: false });
      return again.ok ? ok({ ...again.value, trouble: written.error }) : again;
    },
    warm: queue.warm,
    stop: queue.stop,
  };
}
