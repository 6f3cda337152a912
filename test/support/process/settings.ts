import { readConfig, type WorkerConfig } from '../../../src/config.ts';

/**
 * The settings of a server, whose passwords are `secret`.
 *
 * @param smtpPort of its submission server on loopback; on port 9 nobody listens
 * @param imap its mailbox and the port of that on loopback; without one, letters come through a pipe
 */
export const settings = (
  database: string,
  smtpPort = 9,
  imap?: { readonly mailbox: string; readonly port: number },
) => ({
  TURNPOST_ADDRESS: 'games@turnpost.test',
  TURNPOST_IMAP_URL: imap
    ? `imap://${encodeURIComponent(imap.mailbox)}:secret@127.0.0.1:${imap.port}/INBOX`
    : 'none',
  TURNPOST_SMTP_URL: `smtp://games:secret@127.0.0.1:${smtpPort}`,
  TURNPOST_DATABASE: database,
});

/** The configuration of a server with these settings. */
export function workerConfig(env: NodeJS.ProcessEnv): WorkerConfig {
  const config = readConfig(env);
  if (!config.ok || config.value.mode !== 'worker') throw new Error(JSON.stringify(config));
  return config.value;
}
