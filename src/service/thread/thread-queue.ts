import { parentPort, Worker } from 'node:worker_threads';
import { PACKAGE_ROOT } from '../../package-root.ts';
import { threadLimits } from '../../server-limits.ts';

/** The thread could not be started; no question is at fault. */
export class ThreadNotStarted extends Error {}

/** Messages of the thread: `ready` once loaded, then one answer for each question, in order. */
type ThreadReply<Answer> = 'ready' | { readonly answer: Answer };

interface ThreadWork<Question, Answer> {
  /** The compiled file that the thread runs. */
  readonly file: string;
  /** Name of the thread in errors. */
  readonly name: string;
  /** The thread's `workerData`. */
  readonly data?: unknown;
  /** Limit for one question, without the wait for others; extended while there is no processor time. */
  readonly deadlineMs: number;
  readonly startMsMax?: number;
  /** The answer to a question that took too long. */
  late(question: Question): Answer;
  /** The answer to a question that the thread died of; undefined: an error. */
  dead?(question: Question): Answer | undefined;
}

interface Job<Question, Answer> {
  readonly question: Question;
  readonly resolve: (answer: Answer) => void;
  readonly reject: (error: Error) => void;
}

/**
 * A queue of questions to one thread, which starts at the first. If a question takes too long, or kills the
 * thread, a new thread goes on with the next ones.
 */
export function makeThreadQueue<Question, Answer>(work: ThreadWork<Question, Answer>) {
  /** Questions sent to the thread; it is working on the first. */
  const jobs: Job<Question, Answer>[] = [];
  let thread: ReturnType<typeof startThread<Question, Answer>> | undefined;
  let ready = false;
  let timer: NodeJS.Timeout | undefined;
  let stopped = false;

  const start = (): void => {
    ready = false;
    thread = startThread<Question, Answer>(work, {
      ready() {
        ready = true;
        startDeadline();
      },
      answered(answer) {
        jobs.shift()?.resolve(answer);
        startDeadline();
      },
      lost(error) {
        const wasReady = ready;
        const substitute = wasReady && jobs[0] && work.dead?.(jobs[0].question);
        const job = replace();
        if (substitute) job?.resolve(substitute);
        else job?.reject(wasReady ? error : new ThreadNotStarted(error.message));
      },
    });
    for (const { question } of jobs) thread.ask(question);
  };

  /** Starts the deadline of the current question. */
  const startDeadline = (): void => {
    clearTimeout(timer);
    const [job] = jobs;
    if (!job) thread?.rest();
    if (!job || !ready) return;
    /** CPU usage at the time when the question is no longer quick; reading it takes as long as a quick one. */
    let began: NodeJS.CpuUsage | undefined;
    let deadlines = 0;
    const arm = (ms: number): void => {
      // If this thread was busy, an answer may be waiting: it is read first.
      timer = setTimeout(() => setImmediate(check), ms);
    };
    const quickMs = work.deadlineMs / 8;
    const check = (): void => {
      if (job !== jobs[0]) return;
      if (!began) {
        began = process.cpuUsage();
        arm(work.deadlineMs - quickMs);
        return;
      }
      deadlines++;
      const { user, system } = process.cpuUsage(began);
      // A process that used less than half of this time waited for the machine.
      const starved = (user + system) / 1_000 < work.deadlineMs / 2;
      if (starved && deadlines < threadLimits.starvedDeadlines) arm(work.deadlineMs);
      else replace()?.resolve(work.late(job.question));
    };
    arm(quickMs);
  };

  /** Ends the thread and drops its question; a new thread gets the others. */
  const replace = (): Job<Question, Answer> | undefined => {
    clearTimeout(timer);
    void thread?.end();
    thread = undefined;
    const job = jobs.shift();
    if (jobs.length > 0) start();
    return job;
  };

  const stoppedError = () => new Error(`the ${work.name} has been stopped`);
  return {
    /** Starts the thread before the first question. */
    warm(): void {
      if (!thread && !stopped) start();
    },
    /** @throws Error if the thread died of the question, did not start, or was ended by `stop` */
    ask: (question: Question): Promise<Answer> =>
      new Promise((resolve, reject) => {
        if (stopped) return reject(stoppedError());
        jobs.push({ question, resolve, reject });
        if (!thread) return start();
        thread.ask(question);
        if (jobs.length === 1) startDeadline();
      }),
    async stop(): Promise<void> {
      stopped = true;
      clearTimeout(timer);
      for (const { reject } of jobs.splice(0)) reject(stoppedError());
      await thread?.end();
    },
  };
}

function startThread<Question, Answer>(
  { file, name, data, startMsMax = threadLimits.startMs }: ThreadWork<Question, Answer>,
  handlers: {
    readonly ready: () => void;
    readonly answered: (answer: Answer) => void;
    readonly lost: (error: Error) => void;
  },
) {
  const worker = new Worker(file, {
    workerData: data,
    resourceLimits: { maxOldGenerationSizeMb: threadLimits.mebibytes },
  });
  let hasEnded = false;
  const lost = (error: Error): void => {
    if (!hasEnded) handlers.lost(error);
  };
  const timer = setTimeout(
    () => lost(new Error(`the ${name}'s thread does not start`)),
    startMsMax,
  );
  worker.on('message', (reply: ThreadReply<Answer>) => {
    clearTimeout(timer);
    if (hasEnded) return;
    if (reply === 'ready') handlers.ready();
    else handlers.answered(reply.answer);
  });
  // An error can overtake earlier answers; the exit event follows all of them.
  let failure: Error | undefined;
  worker.once('error', (error: Error) => {
    failure = error;
  });
  worker.once('exit', (code) =>
    lost(failure ?? new Error(`the ${name}'s thread ended with code ${code}`)),
  );
  return {
    ask(question: Question): void {
      worker.ref();
      worker.postMessage(question);
    },
    /** Lets the process end while the thread is idle. */
    rest: () => worker.unref(),
    /** Ends the thread and ignores its messages. */
    async end(): Promise<void> {
      hasEnded = true;
      clearTimeout(timer);
      await worker.terminate();
    },
  };
}

/**
 * The built file of a thread, as threads cannot run TypeScript.
 *
 * @param name such as `solver-thread`
 */
export const threadFile = (name: string): string => `${PACKAGE_ROOT}dist/${name}.js`;

/**
 * The thread's side: answers questions one after another, in order.
 *
 * @param transferred bytes of an answer that the thread gives away, which are not copied
 */
export function answerEach<Question, Answer>(
  answer: (question: Question) => Promise<Answer> | Answer,
  transferred: (answer: Answer) => readonly Uint8Array[] = () => [],
): void {
  const reply = (message: ThreadReply<Answer>): void => {
    const bytes = message === 'ready' ? [] : transferred(message.answer);
    // Small ones share their memory with others.
    const memory = bytes.flatMap(({ byteLength, buffer }) =>
      buffer instanceof ArrayBuffer && buffer.byteLength === byteLength ? [buffer] : [],
    );
    parentPort?.postMessage(message, memory);
  };
  let last = Promise.resolve();
  parentPort?.on('message', (question: Question) => {
    last = last.then(async () => reply({ answer: await answer(question) }));
  });
  reply('ready');
}
