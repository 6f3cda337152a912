import PostalMime from 'postal-mime';
import { SMTPServer } from 'smtp-server';
import type { Sent } from '../desk/desk.ts';
import { until } from './ports.ts';

/** A submission server on loopback that keeps what it is given. */
export interface Sink {
  readonly port: number;
  readonly sent: Sent[];
  /** The newest letter to somebody that is not among those seen before, as soon as it is there. */
  next(to: string): Promise<Sent>;
  stop(): Promise<void>;
}

export async function startSink(user: string, password: string): Promise<Sink> {
  const sent: Sent[] = [];
  const seen = new Map<string, number>();
  const server = new SMTPServer({
    authOptional: false,
    allowInsecureAuth: true,
    disableReverseLookup: true,
    disabledCommands: ['STARTTLS'],
    logger: false,
    onAuth(auth, _session, done) {
      const right = auth.username === user && auth.password === password;
      done(right ? null : new Error('wrong user or password'), right ? { user } : undefined);
    },
    onData(stream, session, done) {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', async () => {
        const raw = Buffer.concat(chunks);
        const email = await PostalMime.parse(raw);
        const { text = '', subject = '' } = email;
        const { mailFrom } = session.envelope;
        const from = mailFrom ? mailFrom.address : '';
        const to = session.envelope.rcptTo[0]?.address ?? '';
        sent.push({ from, to, raw: raw.toString('utf8'), email, text, subject });
        done(null);
      });
    },
  });
  server.on('error', () => undefined);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', () => resolve()));
  const address = server.server.address();
  const lettersTo = (to: string) => sent.filter((letter) => letter.to === to);
  return {
    port: typeof address === 'object' && address ? address.port : 0,
    sent,
    async next(to) {
      const count = seen.get(to) ?? 0;
      await until(`${to} has letter ${count + 1}`, () => lettersTo(to).length > count);
      const letters = lettersTo(to);
      seen.set(to, letters.length);
      const newest = letters.at(-1);
      if (!newest) throw new Error(`${to} has no letter`);
      return newest;
    },
    stop: () => new Promise((resolve) => server.close(() => resolve())),
  };
}
