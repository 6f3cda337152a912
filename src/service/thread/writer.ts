import { offeredRules } from '../../engine/registry.ts';
import type { RulesId } from '../../engine/shape/ground.ts';
import type { Message } from '../../intent.ts';
import type { Outgoing } from '../../mail/compose.ts';
import type { Traces } from '../../mail/quote/own-lines.ts';
import type { Reader, Rendered } from '../../render/letter.ts';
import { firstLineOfError, type TemplateFiles } from '../../render/operator-templates.ts';
import { err, ok, type Result } from '../../result.ts';
import { threadLimits } from '../../server-limits.ts';
import type { PackedBytes } from '../../store/letters/packed.ts';
import { makeThreadQueue, threadFile } from './thread-queue.ts';

/** Everything that a letter is rendered from. */
export interface Sheet {
  readonly message: Message;
  readonly reader: Reader;
  readonly head: Omit<Outgoing, keyof Rendered>;
}

/** A rendered letter. */
export interface WrittenLetter {
  readonly raw: Uint8Array;
  /** Compressed, for storage. */
  readonly compressed: PackedBytes;
  /** Traces of its words, to recognize quotations. */
  readonly traces: Traces;
  /** Why the operator's template was not used. */
  readonly trouble?: string;
  /** Why it has no picture, though its reader wants one. */
  readonly noPicture?: string;
}

/** Renders letters: words, markup and MIME. */
export interface Writer {
  /**
   * @returns the raw letter, or why it cannot be rendered, for the operator
   * @throws Error if the thread died of it, or was ended by `stop`
   */
  write(sheet: Sheet): Promise<Result<WrittenLetter, string>>;
  /** Starts the thread before the first letter. */
  warm?(): void;
  stop(): Promise<void>;
}

/** The built-in templates, and the operator's own, which take precedence. */
export interface TemplateFolders {
  readonly builtIn: TemplateFiles;
  readonly fromOperator: TemplateFiles;
}

/** What the thread starts with: it offers the games of the process. */
export interface WriterData {
  readonly folders: TemplateFolders;
  readonly games: readonly RulesId[];
}

/** A letter for the thread. */
export interface WriteRequest {
  readonly sheet: Sheet;
  /** Whether the operator's templates may be used. */
  readonly mayUseOwn: boolean;
}

/**
 * Renders letters in a thread: it is the slowest part of answering a letter, and an operator's template may
 * loop for ever. If such a template fails, the letter is rendered with ours.
 */
export function makeThreadWriter(
  folders: TemplateFolders,
  deadlineMs = threadLimits.writeMs,
): Writer {
  const queue = makeThreadQueue<WriteRequest, Result<WrittenLetter, string>>({
    file: threadFile('writer-thread'),
    name: 'writer',
    data: { folders, games: offeredRules() } satisfies WriterData,
    deadlineMs,
    late: () => err('writing took too long'),
  });
  const hasOwn = folders.fromOperator.size > 0;
  return {
    async write(sheet) {
      if (!hasOwn) return queue.ask({ sheet, mayUseOwn: false });
      const written = await queue
        .ask({ sheet, mayUseOwn: true })
        .catch((error) => err(firstLineOfError(error)));
      if (written.ok) return written;
      const fallback = await queue.ask({ sheet, mayUseOwn: false });
      return fallback.ok ? ok({ ...fallback.value, trouble: written.error }) : fallback;
    },
    warm: queue.warm,
    stop: queue.stop,
  };
}
