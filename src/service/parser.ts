import { Worker } from 'node:worker_threads';
import { parseMsMax, parserMebibytesMax, parserStartMsMax } from '../limits.ts';
import type { Letter, LetterError } from '../mail/letter.ts';
import { err, type Result } from '../result.ts';
import { threadFile } from './thread-file.ts';

/** Why a letter could not be taken apart, for the operator. */
export type ParseFailure = LetterError | 'reading took too long';

/** Takes raw letters apart, and survives those that are made to hurt. */
export interface Parser {
  /**
   * @param own the address of this server
   * @throws Error when the thread has died of the letter, or was ended by `stop`
   */
  parse(raw: Uint8Array, own: string): Promise<Result<Letter, ParseFailure>>;
  /** Gets ready for the first letter, so that it need not wait for that. */
  warm?(): void;
  stop(): Promise<void>;
}

/** A letter on its way into the thread. */
export interface ParseQuestion {
  readonly raw: Uint8Array;
  readonly own: string;
}

/** What the thread says: that it has loaded, then one answer for each question, in their order. */
export type ParseReply = 'ready' | Result<Letter, ParseFailure>;

interface Job {
  readonly question: ParseQuestion;
  readonly resolve: (letter: Result<Letter, ParseFailure>) => void;
  readonly reject: (error: Error) => void;
}

/**
 * One thread that takes letters apart, one after the other, and is started at the first. When a
 * letter takes too long, or the thread dies of it, a new thread goes on with those behind it. The
 * time counts from the moment the letter is begun, not while it waits for others.
 *
 * @param file what the thread runs; it must speak as `parser-thread.ts` does
 */
export function makeThreadParser(
  file = threadFile('parser-thread'),
  deadlineMs = parseMsMax,
  startMsMax = parserStartMsMax,
): Parser {
  /** Handed to the thread and not answered yet; it is at work on the first. */
  const jobs: Job[] = [];
  let thread: Thread | undefined;
  let ready = false;
  let timer: NodeJS.Timeout | undefined;
  let stopped = false;

  const start = (): void => {
    ready = false;
    thread = startThread(file, startMsMax, {
      ready() {
        ready = true;
        watch();
      },
      answered(letter) {
        jobs.shift()?.resolve(letter);
        watch();
      },
      lost: (error) => replace()?.reject(error),
    });
    for (const { question } of jobs) thread.ask(question);
  };

  /** Begins to count for the letter that the thread is at now. */
  const watch = (): void => {
    clearTimeout(timer);
    const [job] = jobs;
    if (!job) thread?.rest();
    if (!job || !ready) return;
    const late = () => {
      if (job === jobs[0]) replace()?.resolve(err('reading took too long'));
    };
    // Where it was this thread that was busy, an answer may lie there already: it is taken first.
    timer = setTimeout(() => setImmediate(late), deadlineMs);
  };

  /** Gives up the thread and the letter it is at; the letters behind it go to a new one. */
  const replace = (): Job | undefined => {
    clearTimeout(timer);
    void thread?.end();
    thread = undefined;
    const job = jobs.shift();
    if (jobs.length > 0) start();
    return job;
  };

  return {
    warm() {
      if (!thread && !stopped) start();
    },
    parse: (raw, own) =>
      new Promise((resolve, reject) => {
        if (stopped) return reject(new Error('the parser has been stopped'));
        const question = { raw, own };
        jobs.push({ question, resolve, reject });
        if (!thread) return start();
        thread.ask(question);
        if (jobs.length === 1) watch();
      }),
    async stop() {
      stopped = true;
      clearTimeout(timer);
      for (const { reject } of jobs.splice(0)) reject(new Error('the parser has been stopped'));
      await thread?.end();
    },
  };
}

/** One thread, from its start to its end. */
interface Thread {
  ask(question: ParseQuestion): void;
  /** A thread without work keeps no process alive. */
  rest(): void;
  /** Nothing is heard of it any more. */
  end(): Promise<void>;
}

function startThread(
  file: string,
  startMsMax: number,
  hears: {
    readonly ready: () => void;
    readonly answered: (letter: Result<Letter, ParseFailure>) => void;
    readonly lost: (error: Error) => void;
  },
): Thread {
  const worker = new Worker(file, {
    resourceLimits: { maxOldGenerationSizeMb: parserMebibytesMax },
  });
  let over = false;
  const lost = (error: Error): void => {
    if (!over) hears.lost(error);
  };
  const timer = setTimeout(() => lost(new Error("the parser's thread does not start")), startMsMax);
  worker.on('message', (reply: ParseReply) => {
    clearTimeout(timer);
    if (over) return;
    if (reply === 'ready') hears.ready();
    else hears.answered(reply);
  });
  // An error can overtake the answers before it; the end of the thread comes behind all of them.
  let failure: Error | undefined;
  worker.once('error', (error: Error) => {
    failure = error;
  });
  worker.once('exit', (code) =>
    lost(failure ?? new Error(`the parser's thread ended with code ${code}`)),
  );
  return {
    ask(question) {
      worker.ref();
      worker.postMessage(question);
    },
    rest: () => worker.unref(),
    async end() {
      over = true;
      clearTimeout(timer);
      await worker.terminate();
    },
  };
}
