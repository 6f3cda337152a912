import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { SMTPServer } from 'smtp-server';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { findings } from '../../../src/cli/check/check.ts';
import { readDraft } from '../../../src/config.ts';
import { systemRandom, systemTime } from '../../../src/ports.ts';
import { StartError, serve } from '../../../src/service/process/serve.ts';
import { type Program, startProgram } from '../../support/process/process.ts';
import { workerConfig } from '../../support/process/settings.ts';
import { newFolder } from '../../support/run/folder.ts';
import { type Dovecot, hasDovecot, startDovecot } from '../../support/servers/dovecot.ts';
import { openLmtp } from '../../support/servers/lmtp.ts';
import { until } from '../../support/servers/ports.ts';
import {
  CLIENT_SECRET,
  startTokenEndpoint,
  type TokenEndpoint,
} from '../../support/servers/token-endpoint.ts';

const GAMES = 'games@turnpost.test';
const PLAYER = 'alice@home.test';

let folder: string;
let endpoint: TokenEndpoint;
let dovecot: Dovecot;
let smtp: SMTPServer;
let sent: string[];
let worker: Program | undefined;

/** A submission server that takes access tokens and nothing else. */
async function startSmtp(): Promise<number> {
  smtp = new SMTPServer({
    authMethods: ['XOAUTH2'],
    allowInsecureAuth: true,
    disableReverseLookup: true,
    disabledCommands: ['STARTTLS'],
    logger: false,
    onAuth({ username, accessToken = '' }, _session, done) {
      const right = username === GAMES && endpoint.isGood(accessToken);
      done(null, right ? { user: username } : { data: { status: '401', schemes: 'bearer' } });
    },
    onData(stream, _session, done) {
      let text = '';
      stream.on('data', (chunk: Buffer) => {
        text += chunk.toString('latin1');
      });
      stream.on('end', () => {
        sent.push(text);
        done(null);
      });
    },
  });
  smtp.on('error', () => undefined);
  await new Promise<void>((resolve) => smtp.listen(0, '127.0.0.1', () => resolve()));
  const address = smtp.server.address();
  return typeof address === 'object' && address ? address.port : 0;
}

describe.skipIf(!hasDovecot())('a server with access tokens', () => {
  let env: Record<string, string>;
  beforeAll(async () => {
    folder = newFolder();
    sent = [];
    endpoint = await startTokenEndpoint(GAMES);
    dovecot = await startDovecot([GAMES], { introspectionUrl: endpoint.introspectionUrl });
    const user = encodeURIComponent(GAMES);
    env = {
      TURNPOST_ADDRESS: GAMES,
      TURNPOST_IMAP_URL: `imap://${user}@127.0.0.1:${dovecot.imapPort}/INBOX`,
      TURNPOST_SMTP_URL: `smtp://${user}@127.0.0.1:${await startSmtp()}`,
      TURNPOST_PLUS: 'off',
      TURNPOST_OAUTH_TOKEN_URL: endpoint.url,
      TURNPOST_OAUTH_CLIENT_ID: 'us',
      TURNPOST_OAUTH_CLIENT_SECRET: CLIENT_SECRET,
      TURNPOST_LOG: 'debug',
    };
  });
  beforeEach(({ task }) => {
    // A server of its own, with the refresh token that counts by then.
    env['TURNPOST_DATABASE'] = join(folder, task.id, 'turnpost.sqlite');
    env['TURNPOST_OAUTH_REFRESH_TOKEN'] = endpoint.refreshToken();
  });
  afterEach(async () => {
    worker?.signal('SIGTERM');
    await worker?.ended();
    worker = undefined;
  });
  afterAll(async () => {
    await new Promise<void>((resolve) => smtp.close(() => resolve()));
    await dovecot.stop();
    await endpoint.stop();
  });

  const asksForHelp = async (subject: string): Promise<void> => {
    const lines = [
      `From: ${PLAYER}`,
      `To: ${GAMES}`,
      `Subject: ${subject}`,
      `Message-ID: <${subject}@home.test>`,
    ];
    const lmtp = openLmtp(dovecot.lmtpPort);
    await lmtp.deliver(GAMES, Buffer.from(`${lines.join('\r\n')}\r\n\r\nhelp\r\n`));
    lmtp.close();
  };

  it('logs in at both hosts, goes on when its tokens are taken back, and tells nobody', async () => {
    const before = endpoint.asked.length;
    worker = startProgram('dist/main.js', ['start'], env, folder);
    await worker.prints('waiting for e-mail');
    expect(endpoint.asked).toHaveLength(before + 1);
    const kept = `${env['TURNPOST_DATABASE']}.refresh-token`;
    expect(statSync(kept).mode & 0o777).toBe(0o600);
    expect(readFileSync(kept, 'utf8')).toContain(`"${endpoint.refreshToken()}"`);
    await asksForHelp('help');
    await until('the answer is sent', () => sent.length === 1);

    endpoint.revoke();
    dovecot.kick(GAMES);
    await asksForHelp('games');
    await until('the answer to the next one is sent', () => sent.length === 2);
    // Once for the two of them, whoever was refused first.
    expect(endpoint.asked).toHaveLength(before + 2);
    worker.signal('SIGTERM');
    expect(await worker.ended()).toEqual({ code: 0, signal: null });
    for (const secret of endpoint.secrets()) {
      expect(worker.output()).not.toContain(secret);
      expect(worker.output()).not.toContain(Buffer.from(secret).toString('base64').slice(0, -4));
    }
  });

  it('is looked over by check, which logs in with a token at both hosts', async () => {
    const draft = readDraft(env) ?? {};
    const said: string[] = [];
    const ways = { reach: 'servers', time: systemTime, random: systemRandom } as const;
    for await (const { level, what } of findings(draft, ways)) said.push(`${level} ${what}`);
    expect(said.filter((line) => line.includes('token'))).toEqual([
      'ok An access token was obtained.',
      'ok 127.0.0.1 accepts the access token.',
      'ok 127.0.0.1 accepts the access token.',
    ]);
  });

  it('does not start with a refresh token that is revoked, and says what to do', async () => {
    endpoint.say({ status: 400, body: { error: 'invalid_grant' } });
    const config = workerConfig(env);
    const error = await serve(config).catch((thrown) => thrown);
    expect(error).toBeInstanceOf(StartError);
    const { host } = new URL(endpoint.url);
    expect(error.message).toBe(
      `The SMTP server 127.0.0.1 cannot be logged in to: ${host} takes the refresh token no more ` +
        '(invalid_grant): get a new one, as with turnpost init; see TURNPOST_OAUTH_REFRESH_TOKEN.',
    );
  });
});
