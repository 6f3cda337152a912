import { SMTPServer } from 'smtp-server';

/**
 * A submission server in a process of its own, so that what it costs is not charged to the sender.
 * It takes every letter, keeps none, and reports how many it has taken.
 */
let taken = 0;
const server = new SMTPServer({
  allowInsecureAuth: true,
  disableReverseLookup: true,
  disabledCommands: ['STARTTLS'],
  logger: false,
  onAuth: (_auth, _session, done) => done(null, { user: 'bench' }),
  onData(stream, _session, done) {
    stream.resume();
    stream.on('end', () => {
      taken++;
      done(null);
      process.send?.({ taken });
    });
  },
});
server.on('error', () => undefined);
server.listen(0, '127.0.0.1', () => {
  const address = server.server.address();
  process.send?.({ port: typeof address === 'object' && address ? address.port : 0 });
});
process.on('disconnect', () => process.exit(0));
