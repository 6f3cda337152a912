import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { PostOffice } from '../../../sandbox/postoffice.ts';
import {
  expectNamed,
  GAMES,
  inspect,
  makeGround,
  openOffice,
  troublesIn,
} from '../../support/check/ground.ts';
import { present } from '../../support/run/present.ts';
import { type Dovecot, hasDovecot, startDovecot } from '../../support/servers/dovecot.ts';
import { freePort } from '../../support/servers/ports.ts';
import { hasPostfix, type Postfix, startPostfix } from '../../support/servers/postfix.ts';

/** A check of a real Postfix that asks a real Dovecot for logins, and hands it the letters. */

const here = present(
  'postfix, and root to start it, and dovecot-imapd, dovecot-lmtpd',
  hasPostfix() && hasDovecot(),
);

const NO_TAGGED_SENDER =
  'check_sender_access regexp:{{/^games\\+/ 553 5.7.1 Sender address rejected: not owned by user}}';

/** What each port has beside the rest. */
const PORTS = {
  usual: [],
  'no tags': [`smtpd_sender_restrictions = ${NO_TAGGED_SENDER}`],
  'not ours': [
    `smtpd_sender_login_maps = inline:{${GAMES}=other@turnpost.test}`,
    'smtpd_sender_restrictions = reject_sender_login_mismatch',
  ],
  'not known': ['virtual_mailbox_maps = inline:{other@turnpost.test=x}'],
} as const;
type Port = keyof typeof PORTS;

let office: PostOffice;
let dovecot: Dovecot;
let postfix: Postfix;
const ports = new Map<Port, number>();

beforeAll(async () => {
  if (!here) return;
  office = await openOffice();
  dovecot = await startDovecot([GAMES]);
  for (const name of Object.keys(PORTS) as Port[]) ports.set(name, await freePort());
  const listeners = [...ports].map(([name, port]) =>
    [`${port} inet n - n - - smtpd`, ...PORTS[name].map((line) => ` -o {${line}}`)].join('\n'),
  );
  postfix = await startPostfix({
    main: `
mydestination =
virtual_mailbox_domains = turnpost.test
virtual_mailbox_maps = inline:{${GAMES}=x}
virtual_transport = lmtp:inet:127.0.0.1:${dovecot.lmtpPort}
smtpd_sasl_auth_enable = yes
smtpd_sasl_type = dovecot
smtpd_sasl_path = inet:127.0.0.1:${dovecot.authPort}
smtpd_relay_restrictions = permit_sasl_authenticated, reject
`,
    master: [...listeners, 'lmtp unix - - n - - lmtp', ''].join('\n'),
  });
});
afterAll(async () => {
  await postfix?.stop();
  await dovecot?.stop();
  await office?.stop();
});

/** What a check finds there. */
async function found(port: Port, password = dovecot.password) {
  const { ground, clear } = makeGround(office);
  const user = encodeURIComponent(GAMES);
  try {
    return await inspect(ground, {
      env: {
        TURNPOST_IMAP_URL: `imap://${user}:${dovecot.password}@127.0.0.1:${dovecot.imapPort}/INBOX`,
        TURNPOST_SMTP_URL: `smtp://${user}:${password}@127.0.0.1:${ports.get(port)}`,
      },
    });
  } finally {
    await clear();
  }
}

describe.skipIf(!here)('a check of a Postfix', () => {
  it('finds all well', async () => {
    expect(troublesIn(await found('usual'))).toEqual([]);
  });

  it('says of a wrong password that it is wrong', async () => {
    expectNamed(await found('usual', 'hunter9'), {
      finds: [
        'smtp',
        /does not accept the user or the password \(535 5\.7\.8/,
        /in TURNPOST_IMAP_URL is different, and works/,
      ],
    });
  });

  it('says that a tagged sender is refused, which Postfix does at the recipient', async () => {
    expectNamed(await found('no tags'), {
      warns: true,
      finds: ['letter', /does not allow a tagged sender \(553 5\.7\.1/, /Nothing has to be done/],
    });
  });

  it('says that the account may not send as the address, which Postfix says there as well', async () => {
    expectNamed(await found('not ours'), {
      finds: [
        'letter',
        /may not send e-mail as games@turnpost\.test/,
        /allow the account to send as it/,
      ],
    });
  });

  it('says that the address is not known', async () => {
    expectNamed(await found('not known'), {
      finds: ['letter', /no mailbox games@turnpost\.test \(550 5\.1\.1/, /Set TURNPOST_ADDRESS/],
    });
  });
});
