import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { PostOffice } from '../../../src/sandbox/postoffice.ts';
import {
  expectNamed,
  type Fault,
  GAMES,
  inspect,
  makeGround,
  openOffice,
  troublesIn,
} from '../../support/check/ground.ts';
import { present } from '../../support/run/present.ts';
import { type Dovecot, hasDovecot, startDovecot } from '../../support/servers/dovecot.ts';
import { hasPostfix, type Postfix, startPostfix } from '../../support/servers/postfix.ts';

/** A check of a real Postfix that asks a real Dovecot for logins, and hands it the letters. */

const here = present(
  'postfix, and root to start it, and dovecot-imapd, dovecot-lmtpd',
  hasPostfix() && hasDovecot(),
);

let office: PostOffice;
let dovecot: Dovecot;
beforeAll(async () => {
  if (!here) return;
  office = await openOffice();
  dovecot = await startDovecot([GAMES]);
});
afterAll(async () => {
  await dovecot?.stop();
  await office?.stop();
});

const mainLines = (more: string): string => `
mydestination =
virtual_mailbox_domains = turnpost.test
virtual_mailbox_maps = inline:{${GAMES}=x}
virtual_transport = lmtp:inet:127.0.0.1:${dovecot.lmtpPort}
smtpd_sasl_auth_enable = yes
smtpd_sasl_type = dovecot
smtpd_sasl_path = inet:127.0.0.1:${dovecot.authPort}
smtpd_relay_restrictions = permit_sasl_authenticated, reject
${more}`;

/** What a check finds with a Postfix that has these lines more. */
async function found(more: string, password = dovecot.password) {
  const postfix: Postfix = await startPostfix({
    main: mainLines(more),
    master: 'lmtp unix - - n - - lmtp\n',
  });
  const { ground, clear } = makeGround(office);
  const user = encodeURIComponent(GAMES);
  try {
    return await inspect(ground, {
      env: {
        TURNPOST_IMAP_URL: `imap://${user}:${dovecot.password}@127.0.0.1:${dovecot.imapPort}/INBOX`,
        TURNPOST_SMTP_URL: `smtp://${user}:${password}@127.0.0.1:${postfix.port}`,
      },
    });
  } finally {
    await clear();
    await postfix.stop();
  }
}

const fault = (said: Pick<Fault, 'name' | 'cause' | 'remedy'> & Partial<Fault>): Fault => ({
  what: 'a Postfix',
  seed: () => ({}),
  ...said,
});

const noTaggedSender = (status: string) =>
  `smtpd_sender_restrictions = check_sender_access regexp:{{/^games\\+/ 553 ${status} Sender address rejected: not owned by user}}`;

describe.skipIf(!here)('a check of a Postfix', () => {
  it('finds all well', async () => {
    expect(troublesIn(await found(''))).toEqual([]);
  });

  it('says of a wrong password that it is wrong', async () => {
    expectNamed(
      await found('', 'hunter9'),
      fault({
        name: 'smtp',
        cause: /does not accept the user or the password \(535 5\.7\.8/,
        remedy: /in TURNPOST_IMAP_URL is another one, and works/,
      }),
    );
  });

  it('says that a tagged sender is refused, which Postfix does at the recipient', async () => {
    expectNamed(
      await found(noTaggedSender('5.7.1')),
      fault({
        name: 'letter',
        warns: true,
        cause: /does not allow a tagged sender \(553 5\.7\.1/,
        remedy: /Nothing has to be done/,
      }),
    );
  });

  it('says that the account may not send as the address, which Postfix says there as well', async () => {
    expectNamed(
      await found(
        `smtpd_sender_login_maps = inline:{${GAMES}=other@turnpost.test}
smtpd_sender_restrictions = reject_sender_login_mismatch`,
      ),
      fault({
        name: 'letter',
        cause: /may not send letters as games@turnpost\.test/,
        remedy: /allow the account to send as it/,
      }),
    );
  });

  it('says that the address is not known', async () => {
    expectNamed(
      await found('virtual_mailbox_maps = inline:{other@turnpost.test=x}'),
      fault({
        name: 'letter',
        cause: /no mailbox games@turnpost\.test \(550 5\.1\.1/,
        remedy: /into TURNPOST_ADDRESS/,
      }),
    );
  });

  it('says that it hands on no letters', async () => {
    expectNamed(
      await found(
        'virtual_mailbox_domains =\nsmtpd_relay_restrictions = reject_unauth_destination',
      ),
      fault({
        name: 'letter',
        cause: /relaying is refused \(454 4\.7\.1|relaying is refused \(554 5\.7\.1/,
        remedy: /465 with smtps/,
      }),
    );
  });
});
