import { expect } from 'vitest';
import { openSubmission } from '../../../src/post/smtp.ts';
import { startWorker, type Worker } from '../../../src/service/process/worker.ts';
import { makeThreadSolver } from '../../../src/service/thread/solver.ts';
import { type Act, expectDone, prepare } from '../desk/acts.ts';
import type { Desk } from '../desk/desk.ts';
import { unfiled, unfinished } from '../desk/picture.ts';
import type { Draft } from '../post/letters.ts';
import { patienceMs } from '../run/patience.ts';
import type { Dovecot } from './dovecot.ts';
import { type Fault, type FaultProxy, startFaultProxy } from './fault-proxy.ts';
import type { Lmtp } from './lmtp.ts';
import { until } from './ports.ts';
import { type Sink, startSink } from './sink.ts';

/** A worker between a Dovecot mailbox and a submission server, with a proxy on both ways. */
export interface Wires {
  readonly desk: Desk;
  readonly sink: Sink;
  readonly imap: FaultProxy;
  readonly smtp: FaultProxy;
  /** One more letter into the mailbox. */
  post(draft: Draft): Promise<void>;
  /** Waits until every letter is read, answered and filed. */
  done(): Promise<void>;
  close(): Promise<void>;
}

export interface WiresOptions {
  readonly dovecot: Dovecot;
  readonly lmtp: Lmtp;
  /** A mailbox that nobody has used. */
  readonly mailbox: string;
  readonly imapFault?: Fault | undefined;
  readonly smtpFault?: Fault | undefined;
  /** How much faster the worker's clock runs, so that nobody waits for a minute until the next try. */
  readonly speed?: number;
}

const SPEED = 60;
/** How long the worker waits for an answer that does not come; one that comes has longer. */
const SILENCE_MS_MAX = 3_000;

/** Does an act over the wires: its letters lie in the mailbox before the worker starts. */
export async function startWires(act: Act, options: WiresOptions): Promise<Wires> {
  const { dovecot, lmtp, mailbox, imapFault, smtpFault, speed = SPEED } = options;
  const isSilent = [imapFault, smtpFault].some((fault) => fault?.kind === 'silence');
  const replyMsMax = isSilent ? SILENCE_MS_MAX : patienceMs;
  const desk = await prepare(act, Date.now());
  const sink = await startSink('games', dovecot.password);
  const imap = await startFaultProxy(dovecot.imapPort, imapFault);
  const smtp = await startFaultProxy(sink.port, smtpFault);
  const known = desk.shell.db.prepare('select count(*) from inbox').pluck();
  let wanted = known.get() as number;
  const post = async (draft: Draft): Promise<void> => {
    wanted++;
    desk.put(draft);
    await lmtp.deliver(mailbox, desk.box.get(desk.box.size) ?? new Uint8Array());
  };
  for (const letter of act.letters(desk)) await post(letter);

  const account = {
    host: '127.0.0.1',
    secure: false,
    pass: dovecot.password,
    replyMsMax,
  };
  const startedAt = Date.now();
  const time = { now: () => startedAt + (Date.now() - startedAt) * speed };
  const worker = await startedAtLast(() =>
    startWorker(
      { ...desk.shell, time },
      {
        imap: { ...account, port: imap.port, user: mailbox, path: 'INBOX' },
        submission: openSubmission(
          { ...account, port: smtp.port, user: 'games', path: '' },
          replyMsMax,
          replyMsMax,
        ),
        solver: makeThreadSolver(),
        poll: '* * * * * *',
      },
    ),
  );
  const { db } = desk.shell;
  return {
    desk,
    sink,
    imap,
    smtp,
    post,
    done: () =>
      until(
        'all letters are read, answered and filed',
        () => Number(known.get()) >= wanted && unfinished(db).length + unfiled(db).length === 0,
      ),
    async close() {
      await worker.stop();
      await Promise.all([imap.stop(), smtp.stop()]);
      await sink.stop();
      desk.close();
    },
  };
}

/** A worker that cannot log in at its start ends, and is started again by whoever keeps it running. */
async function startedAtLast(start: () => Promise<Worker>): Promise<Worker> {
  for (let attempt = 1; attempt < 3; attempt++) {
    try {
      return await start();
    } catch {
      // The fault has struck; the way is clear now.
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  }
  return start();
}

/** Does an act with a fault on one of the wires, and checks that it was done once. */
export async function survive(act: Act, options: WiresOptions): Promise<void> {
  const wires = await startWires(act, options);
  try {
    await wires.done();
    expectDone(act, wires.desk.shell.db, wires.sink.sent);
    const ids = new Set(wires.sink.sent.map(({ email }) => email.messageId));
    const again = wires.sink.sent.length - ids.size;
    expect(again, 'letters sent again').toBeLessThanOrEqual(unanswered(wires.smtp, options));
    expect(wires.imap.mostAtOnce, 'IMAP connections at once').toBe(1);
    expect(wires.imap.connections, 'IMAP connections').toBeLessThanOrEqual(4);
  } finally {
    await wires.close();
  }
}

/** How many letters have reached the submission server whose reply has not come back. */
function unanswered(smtp: FaultProxy, { smtpFault }: WiresOptions): number {
  if (!smtpFault) return 0;
  const count = (text: Buffer, pattern: RegExp) => text.toString('latin1').match(pattern)?.length;
  const ends = count(smtp.passed('to-server'), /\r\n\.\r\n/g) ?? 0;
  // A reset takes away what has arrived and was not read yet.
  if (smtpFault.kind === 'reset') return ends;
  return ends - (count(smtp.passed('to-client'), /^250 .*queued.*\r\n/gm) ?? 0);
}
