import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openSubmission, type Submission } from '../../src/post/smtp.ts';
import { type Desk, GAMES, openDesk } from '../support/desk/desk.ts';
import { putLetters } from '../support/desk/outbox.ts';
import { present } from '../support/run/present.ts';
import { type Dovecot, hasDovecot, startDovecot } from '../support/servers/dovecot.ts';
import { hasPostfix, type Postfix, startPostfix } from '../support/servers/postfix.ts';
import { statesOut } from '../support/stored/letters.ts';

const here = present(
  'postfix, and root to start it, and dovecot-imapd, dovecot-lmtpd',
  hasPostfix() && hasDovecot(),
);

describe.skipIf(!here)('Postfix that lets each login send under its own address only', () => {
  let dovecot: Dovecot;
  let postfix: Postfix;
  let submission: Submission;
  let desk: Desk;

  beforeAll(async () => {
    dovecot = await startDovecot([GAMES]);
    postfix = await startPostfix({
      main: `
recipient_delimiter =
smtpd_sasl_auth_enable = yes
smtpd_sasl_type = dovecot
smtpd_sasl_path = inet:127.0.0.1:${dovecot.authPort}
smtpd_sender_login_maps = inline:{${GAMES}=${GAMES}}
smtpd_sender_restrictions = reject_sender_login_mismatch
smtpd_relay_restrictions = permit_sasl_authenticated, reject
smtpd_recipient_restrictions = check_recipient_access inline:{{nobody@x.test = 550 5.1.1 User unknown}}
default_transport = discard:
`,
      master: `
discard unix - - n - - discard
`,
    });
    const account = { host: '127.0.0.1', secure: false, user: GAMES, path: '' };
    submission = openSubmission({ ...account, port: postfix.port, pass: dovecot.password });
    desk = openDesk({ log: 'silent', submission });
  });
  afterAll(async () => {
    submission?.close();
    desk?.close();
    await postfix?.stop();
    await dovecot?.stop();
  });

  it('gets letters under the plain sender, and those that nobody has asked for fail', async () => {
    const raw = Buffer.from(`From: ${GAMES}\r\nSubject: x\r\n\r\nHi\r\n`);
    const from = GAMES.replace('@', '+tag@');
    expect(await submission.send({ from, to: 'alice@x.test', raw })).toMatchObject({
      kind: 'refused',
      error: 'EENVELOPE 553 5.7.1',
    });
    await putLetters(desk, 'alice@x.test', 'bob@y.test', 'nobody@x.test', 'carol@z.test');
    await desk.round();
    const states = () => statesOut(desk.shell.db);
    expect(states()).toEqual(['sent', 'sent', 'failed', 'sent']);
    await putLetters(desk, 'nobody@x.test', 'dave@z.test');
    await desk.round();
    expect(states().slice(4)).toEqual(['failed', 'sent']);
  });
});
