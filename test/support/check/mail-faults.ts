import { parseAccount } from '../../../src/post/account.ts';
import { openVisit } from '../../../src/post/visit.ts';
import { writeNote } from '../../../src/service/process/fence-note.ts';
import { type Fault, GAMES, type Ground, OTHER, openOffice, type Seeded } from './ground.ts';
import { imapBehind, imapRefuses, replies, saysNo, smtpBehind, smtpRefuses } from './proxied.ts';

/** Faults of mailboxes, and of letters on their way. */

const HOUR_MS = 3_600_000;
const toOther = (line: string) => ({ pass: line.replace(/<[^>]*>/, `<${OTHER}>`) });

/** Letters get this field from the host, which is below one Received of the last server. */
const checkedAs = (ground: Ground, id: string): Promise<Seeded> =>
  smtpBehind(ground, (line) =>
    line.startsWith('From: ')
      ? { pass: `Authentication-Results: ${id}; dmarc=pass header.from=turnpost.test\r\n${line}` }
      : line.startsWith('Authentication-Results: ')
        ? { pass: 'X-Taken-Out: yes' }
        : undefined,
  );

const believing = (id: string, hops: string) => ({
  TURNPOST_AUTHSERV_ID: id,
  TURNPOST_AUTHSERV_HOPS: hops,
});

export const MAIL_FAULTS: readonly Fault[] = [
  {
    what: 'a mailbox that there is not',
    seed: ({ env }) => ({
      env: { TURNPOST_IMAP_URL: (env['TURNPOST_IMAP_URL'] ?? '').replace('/INBOX', '/INBX') },
    }),
    finds: ['mailbox', /no mailbox INBX/, /Write one of its mailboxes.*INBOX/],
  },
  {
    what: 'a mailbox that may only be read',
    seed: (ground) =>
      imapBehind(ground, (line) =>
        / SELECT /i.test(line) ? { pass: line.replace(/SELECT/i, 'EXAMINE') } : undefined,
      ),
    finds: ['mailbox', /is read-only/, /ACL/],
  },
  imapRefuses(
    'a mailbox that may not be opened',
    /^(?:SELECT|EXAMINE)/i,
    '[NOPERM] Permission denied',
    'mailbox',
    /may not open the mailbox/,
    /right to read/,
  ),
  {
    what: 'a mailbox that is full',
    seed: (ground) =>
      imapBehind(ground, saysNo(/^APPEND/i, '[OVERQUOTA] Quota exceeded'), (line) =>
        line.replace(/ LITERAL\+/g, ''),
      ),
    finds: ['mailbox', /quota is used up/, /Delete e-mail/],
  },
  {
    what: 'a folder Processed that cannot be made',
    seed: (ground) =>
      imapBehind(ground, saysNo(/^CREATE/i, '[CANNOT] No folders here'), (line) =>
        /^\* (?:LIST|LSUB|STATUS) .*Processed/.test(line) ? '* OK nothing' : line,
      ),
    finds: ['mailbox', /Processed.*cannot be created/, /by hand/],
  },
  imapRefuses(
    'letters that cannot be moved',
    /^UID MOVE/i,
    '[NOPERM] Not from there',
    'letter',
    /cannot be moved from INBOX to Processed/,
    /right to delete/,
  ),
  imapRefuses(
    'letters that cannot be moved, because the mailbox is full',
    /^UID MOVE/i,
    '[OVERQUOTA] Not enough disk quota for this',
    'letter',
    /cannot be moved from INBOX to Processed: .*quota is used up/,
    /Delete e-mail/,
  ),
  imapRefuses(
    'a mailbox that is in use by somebody else',
    /^(?:SELECT|EXAMINE)/i,
    '[INUSE] Access not permitted for now',
    'mailbox',
    /cannot be opened at the moment/,
    /Try again/,
  ),
  {
    what: 'another server on the mailbox',
    seed: async (ground) => {
      const office = ground.keep(await openOffice());
      const url = office.imapUrl(GAMES);
      const account = parseAccount(url, 'imap');
      const visit = account.ok ? await openVisit(account.value, 10_000) : account;
      if (!visit.ok) throw new Error('the post office is shut');
      await visit.value.make('Turnpost');
      const now = Date.now();
      const note = { run: '1', lock: '7.7', host: 'mars', pid: 4711, since: now, writtenAt: now };
      const place = { first: 0, until: 0, replaces: [] };
      await visit.value.append('Turnpost', writeNote({ ...note, ...place }, GAMES));
      visit.value.close();
      return { env: { TURNPOST_IMAP_URL: url, TURNPOST_SMTP_URL: office.smtpUrl(GAMES) } };
    },
    finds: ['other server', /process 4711 on mars/, /stop that one.*turnpost takeover/i],
  },
  {
    what: 'the mailbox of somebody else',
    seed: ({ office }) => ({ env: { TURNPOST_IMAP_URL: office.imapUrl(OTHER) } }),
    isSilent: true,
    finds: ['letter', /did not arrive in INBOX.*is not TURNPOST_ADDRESS/, /name the same mailbox/],
  },
  {
    what: "an address that is not the account's",
    seed: () => ({ env: { TURNPOST_ADDRESS: OTHER } }),
    finds: ['letter', /may not send e-mail as other@turnpost\.test/, /TURNPOST_ADDRESS/],
  },
  {
    what: 'letters that never arrive',
    seed: (ground) =>
      smtpBehind(ground, (line) => (line.startsWith('RCPT') ? toOther(line) : undefined)),
    isSilent: true,
    finds: ['letter', /did not arrive in INBOX within/, /check again later/],
  },
  {
    what: 'tagged letters that never arrive',
    seed: (ground) =>
      smtpBehind(ground, (line) =>
        line.startsWith('RCPT TO:<games+') ? toOther(line) : undefined,
      ),
    isSilent: true,
    finds: ['letter', /Tagged addresses are not delivered.*did not arrive/, /TURNPOST_PLUS=off/],
  },
  smtpRefuses(
    'tagged addresses that are refused',
    /^RCPT TO:<games\+/,
    '550 5.1.1 User unknown in virtual mailbox table',
    'letter',
    /Tagged addresses are not delivered.*User unknown/,
    /TURNPOST_PLUS=off/,
  ),
  {
    what: 'a tagged sender that is refused',
    seed: (ground) =>
      smtpBehind(ground, replies(/^MAIL FROM:<games\+/, `553 5.7.1 not owned by user ${GAMES}`)),
    warns: true,
    finds: ['letter', /does not allow a tagged sender/, /Nothing has to be done/],
  },
  smtpRefuses(
    'a sender that is refused at the recipient',
    /^RCPT/,
    `553 5.7.1 <${GAMES}>: Sender address rejected: not owned by user`,
    'letter',
    /may not send e-mail as games@turnpost\.test/,
    /allow the account to send as it/,
  ),
  smtpRefuses(
    'a refusal that speaks of its operator',
    /^MAIL/,
    '550 5.7.1 Not as this sender; ask the operator of corporate mail',
    'letter',
    /may not send e-mail as games@turnpost\.test/,
    /TURNPOST_ADDRESS/,
  ),
  smtpRefuses(
    'a relay that refuses',
    /^RCPT/,
    '554 5.7.1 Relay access denied',
    'letter',
    /relaying is refused/,
    /465.*Port 25/,
  ),
  smtpRefuses(
    'an address that nobody knows',
    /^RCPT/,
    '550 5.1.1 No such user here',
    'letter',
    /no mailbox games@turnpost\.test/,
    /TURNPOST_ADDRESS/,
  ),
  {
    what: 'a server that offers no login and wants one',
    seed: (ground) =>
      smtpBehind(ground, replies(/^MAIL/, '530 5.7.0 Authentication required'), (line) =>
        line.replace(/^250([ -])AUTH.*/, '250$1HELP'),
      ),
    finds: ['letter', /requires a login/, /465/],
  },
  smtpRefuses(
    'letters of a day that are used up',
    /^MAIL/,
    '550 5.4.5 Daily user sending limit exceeded.',
    'letter',
    /accepts no more e-mail for now/,
    /Wait/,
  ),
  {
    what: 'a limit on sizes that is too low',
    seed: (ground) =>
      smtpBehind(
        ground,
        () => undefined,
        (line) => line.replace(/^250([ -])SIZE \d+/, '250$1SIZE 20000'),
      ),
    finds: ['size', /20000 bytes at most/, /message_size_limit/],
  },
  {
    what: 'a host that puts another sender into letters',
    seed: (ground) =>
      smtpBehind(ground, (line) =>
        line.startsWith('From: ') ? { pass: 'From: Somebody <somebody@else.test>' } : undefined,
      ),
    finds: ['letter', /replaced the sender.*somebody@else\.test/, /TURNPOST_ADDRESS/],
  },
  {
    what: 'senders checked under another name',
    seed: async (ground) => ({
      env: {
        ...(await checkedAs(ground, 'mx.turnpost.test')).env,
        ...believing('mx.home.test', '1'),
      },
    }),
    finds: [
      'senders',
      /as mx\.turnpost\.test, but TURNPOST_AUTHSERV_ID is mx\.home\.test/,
      /TURNPOST_AUTHSERV_ID=mx\.turnpost\.test and TURNPOST_AUTHSERV_HOPS=1/,
    ],
  },
  {
    what: 'too few hops',
    seed: async (ground) => ({
      env: {
        ...(await checkedAs(ground, 'mx.turnpost.test')).env,
        ...believing('mx.turnpost.test', '0'),
      },
    }),
    finds: ['senders', /are 1 Received.*no sender is trusted/, /TURNPOST_AUTHSERV_HOPS=1/],
  },
  {
    what: 'too many hops',
    seed: async (ground) => ({
      env: {
        ...(await checkedAs(ground, 'mx.turnpost.test')).env,
        ...believing('mx.turnpost.test', '3'),
      },
    }),
    finds: ['senders', /only 1 Received.*could forge/, /TURNPOST_AUTHSERV_HOPS=1/],
  },
  {
    what: 'a host that lets a forged check stand',
    seed: () => ({ env: believing('turnpost.test', '1') }),
    warns: true,
    finds: ['senders', /anybody could forge/, /unset TURNPOST_AUTHSERV_ID/],
  },
  {
    what: 'a clock that is three hours ahead',
    seed: () => ({ aheadMs: 3 * HOUR_MS }),
    finds: ['clock', /is 3 hours ahead/, /timedatectl/],
  },
];
