import { Worker } from 'node:worker_threads';
import { threadMebibytesMax, threadStartMsMax } from '../../limits.ts';
import { PACKAGE_ROOT } from '../../package-root.ts';

/** Questions to one thread, which answers them one after the other. */
interface ThreadQueue<Question, Answer> {
  /**
   * @throws Error when the thread has died of the question, does not start, or was ended by `stop`
   */
  ask(question: Question): Promise<Answer>;
  /** Gets ready for the first question, so that it need not wait for that. */
  warm(): void;
  stop(): Promise<void>;
}

/** The thread could not be started: no question is to blame. */
export class NotBegun extends Error {}

/** What the thread says: that it has loaded, then one answer for each question, in their order. */
export type ThreadReply<Answer> = 'ready' | { readonly answer: Answer };

interface ThreadWork<Question, Answer> {
  /** The compiled file that the thread runs. */
  readonly file: string;
  /** Of the thread, in errors. */
  readonly name: string;
  /** What it is given at its start. */
  readonly data?: unknown;
  /** For one question, from the moment it is begun, not while it waits for others. */
  readonly deadlineMs: number;
  readonly startMsMax?: number;
  /** The answer to a question that has taken too long. */
  late(question: Question): Answer;
  /** The answer to one that the thread has died of; undefined where that is an error. */
  dead?(question: Question): Answer | undefined;
}

interface Job<Question, Answer> {
  readonly question: Question;
  readonly resolve: (answer: Answer) => void;
  readonly reject: (error: Error) => void;
}

/**
 * Starts a thread at the first question. When a question takes too long, or the thread dies of it, a
 * new thread goes on with those behind it.
 */
export function makeThreadQueue<Question, Answer>(
  work: ThreadWork<Question, Answer>,
): ThreadQueue<Question, Answer> {
  /** Handed to the thread and not answered yet; it is at work on the first. */
  const jobs: Job<Question, Answer>[] = [];
  let thread: Thread<Question> | undefined;
  let ready = false;
  let timer: NodeJS.Timeout | undefined;
  let stopped = false;

  const start = (): void => {
    ready = false;
    thread = startThread<Question, Answer>(work, {
      ready() {
        ready = true;
        watch();
      },
      answered(answer) {
        jobs.shift()?.resolve(answer);
        watch();
      },
      lost(error) {
        const begun = ready;
        const instead = begun && jobs[0] && work.dead?.(jobs[0].question);
        const job = replace();
        if (instead) job?.resolve(instead);
        else job?.reject(begun ? error : new NotBegun(error.message));
      },
    });
    for (const { question } of jobs) thread.ask(question);
  };

  /** Begins to count for the question that the thread is at now. */
  const watch = (): void => {
    clearTimeout(timer);
    const [job] = jobs;
    if (!job) thread?.rest();
    if (!job || !ready) return;
    const late = () => {
      if (job === jobs[0]) replace()?.resolve(work.late(job.question));
    };
    // Where it was this thread that was busy, an answer may lie there already: it is taken first.
    timer = setTimeout(() => setImmediate(late), work.deadlineMs);
  };

  /** Gives up the thread and the question it is at; those behind it go to a new one. */
  const replace = (): Job<Question, Answer> | undefined => {
    clearTimeout(timer);
    void thread?.end();
    thread = undefined;
    const job = jobs.shift();
    if (jobs.length > 0) start();
    return job;
  };

  const hasStopped = () => new Error(`the ${work.name} has been stopped`);
  return {
    warm() {
      if (!thread && !stopped) start();
    },
    ask: (question) =>
      new Promise((resolve, reject) => {
        if (stopped) return reject(hasStopped());
        jobs.push({ question, resolve, reject });
        if (!thread) return start();
        thread.ask(question);
        if (jobs.length === 1) watch();
      }),
    async stop() {
      stopped = true;
      clearTimeout(timer);
      for (const { reject } of jobs.splice(0)) reject(hasStopped());
      await thread?.end();
    },
  };
}

/** One thread, from its start to its end. */
interface Thread<Question> {
  ask(question: Question): void;
  /** A thread without work keeps no process alive. */
  rest(): void;
  /** Nothing is heard of it any more. */
  end(): Promise<void>;
}

function startThread<Question, Answer>(
  { file, name, data, startMsMax = threadStartMsMax }: ThreadWork<Question, Answer>,
  hears: {
    readonly ready: () => void;
    readonly answered: (answer: Answer) => void;
    readonly lost: (error: Error) => void;
  },
): Thread<Question> {
  const worker = new Worker(file, {
    workerData: data,
    resourceLimits: { maxOldGenerationSizeMb: threadMebibytesMax },
  });
  let over = false;
  const lost = (error: Error): void => {
    if (!over) hears.lost(error);
  };
  const timer = setTimeout(
    () => lost(new Error(`the ${name}'s thread does not start`)),
    startMsMax,
  );
  worker.on('message', (reply: ThreadReply<Answer>) => {
    clearTimeout(timer);
    if (over) return;
    if (reply === 'ready') hears.ready();
    else hears.answered(reply.answer);
  });
  // An error can overtake the answers before it; the end of the thread comes behind all of them.
  let failure: Error | undefined;
  worker.once('error', (error: Error) => {
    failure = error;
  });
  worker.once('exit', (code) =>
    lost(failure ?? new Error(`the ${name}'s thread ended with code ${code}`)),
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

/**
 * The built file of a thread of the service, which cannot read TypeScript.
 *
 * @param name such as `solver-thread`
 */
export const threadFile = (name: string): string => `${PACKAGE_ROOT}dist/${name}.js`;
