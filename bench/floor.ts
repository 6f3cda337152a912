import { ImapFlow } from 'imapflow';
import { createTransport } from 'nodemailer';
import MailComposer from 'nodemailer/lib/mail-composer';
import PostalMime from 'postal-mime';
import type { Account } from '../src/post/account.ts';
import { openSqlite } from '../src/store/file/database.ts';

/**
 * What the libraries alone need for a turn, with no thought between them: fetch a batch, take each
 * letter apart, commit the batch once, and for each letter compose and send two letters of the size
 * of a board letter. Nothing is remembered, retried or proven.
 */
const BATCH_LETTERS = 50;

export interface FloorJob {
  readonly imap: Account;
  readonly smtp: Account;
  /** A new SQLite file. */
  readonly database: string;
  /** Connections to the submission server, as many as the program itself uses. */
  readonly connections: number;
  readonly sample: { readonly subject: string; readonly text: string; readonly html: string };
}

export async function runFloor(job: FloorJob): Promise<void> {
  const { imap, smtp, sample } = job;
  const db = openSqlite(job.database);
  db.pragma('journal_mode = wal');
  db.pragma('synchronous = full');
  db.exec('create table letters (uid integer primary key, raw blob not null) strict');
  const store = db.prepare('insert into letters (uid, raw) values (?, ?)');
  const transport = createTransport({
    pool: true,
    maxConnections: job.connections,
    maxMessages: Number.POSITIVE_INFINITY,
    host: smtp.host,
    port: smtp.port,
    ignoreTLS: true,
    auth: { user: smtp.user, pass: smtp.pass },
  });
  const client = new ImapFlow({
    host: imap.host,
    port: imap.port,
    secure: false,
    auth: { user: imap.user, pass: imap.pass },
    logger: false,
  });
  client.on('error', () => undefined);
  await client.connect();
  await client.mailboxOpen('INBOX');
  const uids = (await client.fetchAll('1:*', { uid: true })).map(({ uid }) => uid);
  for (let at = 0; at < uids.length; at += BATCH_LETTERS) {
    const range = uids.slice(at, at + BATCH_LETTERS).join(',');
    const letters = await client.fetchAll(range, { uid: true, source: true }, { uid: true });
    const senders: string[] = [];
    for (const { source } of letters) {
      const email = await PostalMime.parse(source ?? '');
      senders.push(email.from?.address ?? '');
    }
    db.transaction(() => {
      for (const { uid, source } of letters) store.run(uid, source);
    })();
    await Promise.all(senders.flatMap((to) => [sendOne(to), sendOne(to)]));
  }
  await client.messageMove(uids.join(','), 'Processed', { uid: true });
  transport.close();
  await client.logout();
  db.close();

  async function sendOne(to: string): Promise<void> {
    const composer = new MailComposer({
      from: imap.user,
      to,
      ...sample,
      encoding: 'quoted-printable',
    });
    const raw = await composer.compile().build();
    await transport.sendMail({ envelope: { from: imap.user, to: [to] }, raw });
  }
}
