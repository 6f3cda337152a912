import { parseAccount } from '../../../src/post/account.ts';
import { openVisit } from '../../../src/post/visit.ts';
import { writeNote } from '../../../src/service/process/fence-note.ts';
import { type Fault, GAMES, type Ground, OTHER, openOffice, type Seeded } from './ground.ts';
import { imapBehind, replies, saysNo, smtpBehind } from './proxied.ts';

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
    name: 'mailbox',
    cause: /no mailbox INBX/,
    remedy: /Write \/INBOX/,
  },
  {
    what: 'a mailbox that may only be read',
    seed: (ground) =>
      imapBehind(ground, (line) =>
        / SELECT /i.test(line) ? { pass: line.replace(/SELECT/i, 'EXAMINE') } : undefined,
      ),
    name: 'mailbox',
    cause: /can only be read/,
    remedy: /ACL/,
  },
  {
    what: 'a mailbox that may not be opened',
    seed: (ground) =>
      imapBehind(ground, saysNo(/^(?:SELECT|EXAMINE)/i, '[NOPERM] Permission denied')),
    name: 'mailbox',
    cause: /may not be opened/,
    remedy: /right to read/,
  },
  {
    what: 'a mailbox that is full',
    seed: (ground) =>
      imapBehind(ground, saysNo(/^APPEND/i, '[OVERQUOTA] Quota exceeded'), (line) =>
        line.replace(/ LITERAL\+/g, ''),
      ),
    name: 'mailbox',
    cause: /quota is used up/,
    remedy: /Delete letters/,
  },
  {
    what: 'a mailbox that is full, as the submission server says',
    seed: (ground) => smtpBehind(ground, replies(/^RCPT/, '452 4.2.2 The mailbox is over quota')),
    name: 'letter',
    cause: /is full/,
    remedy: /Delete letters/,
  },
  {
    what: 'a folder Processed that cannot be made',
    seed: (ground) =>
      imapBehind(ground, saysNo(/^CREATE/i, '[CANNOT] No folders here'), (line) =>
        /^\* (?:LIST|LSUB|STATUS) .*Processed/.test(line) ? '* OK nothing' : line,
      ),
    name: 'mailbox',
    cause: /Processed.*cannot be made/,
    remedy: /by hand/,
  },
  {
    what: 'letters that cannot be moved',
    seed: (ground) => imapBehind(ground, saysNo(/^UID MOVE/i, '[NOPERM] Not from there')),
    name: 'letter',
    cause: /cannot be moved from INBOX to Processed/,
    remedy: /right to delete/,
  },
  {
    what: 'letters that cannot be moved, because the mailbox is full',
    seed: (ground) =>
      imapBehind(ground, saysNo(/^UID MOVE/i, '[OVERQUOTA] Not enough disk quota for this')),
    name: 'letter',
    cause: /cannot be moved from INBOX to Processed: .*quota is used up/,
    remedy: /Delete letters/,
  },
  {
    what: 'a letter that Processed takes not, and not because of a quota',
    seed: (ground) =>
      imapBehind(ground, saysNo(/^APPEND/i, '[NOPERM] Carefully refused'), (line) =>
        line.replace(/ LITERAL\+/g, ''),
      ),
    name: 'mailbox',
    cause: /Processed.*cannot be written to/,
    remedy: /allowed to make and fill it/,
  },
  {
    what: 'a mailbox that is in use by somebody else',
    seed: (ground) =>
      imapBehind(ground, saysNo(/^(?:SELECT|EXAMINE)/i, '[INUSE] Access not permitted for now')),
    name: 'mailbox',
    cause: /cannot be opened just now/,
    remedy: /Try again/,
  },
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
      const place = { first: 0, until: 0, over: [] };
      await visit.value.append('Turnpost', writeNote({ ...note, ...place }, GAMES));
      visit.value.close();
      return { env: { TURNPOST_IMAP_URL: url, TURNPOST_SMTP_URL: office.smtpUrl(GAMES) } };
    },
    name: 'other server',
    cause: /process 4711 on mars/,
    remedy: /stop that one.*turnpost takeover/i,
  },
  {
    what: 'the mailbox of somebody else',
    seed: ({ office }) => ({ env: { TURNPOST_IMAP_URL: office.imapUrl(OTHER) } }),
    name: 'letter',
    isSilent: true,
    cause: /has not come to INBOX.*another one than TURNPOST_ADDRESS/,
    remedy: /name the same mailbox/,
  },
  {
    what: "an address that is not the account's",
    seed: () => ({ env: { TURNPOST_ADDRESS: OTHER } }),
    name: 'letter',
    cause: /may not send letters as other@turnpost\.test/,
    remedy: /TURNPOST_ADDRESS/,
  },
  {
    what: 'letters that never arrive',
    seed: (ground) =>
      smtpBehind(ground, (line) => (line.startsWith('RCPT') ? toOther(line) : undefined)),
    name: 'letter',
    isSilent: true,
    cause: /has not come to INBOX within/,
    remedy: /check again later/,
  },
  {
    what: 'tagged letters that never arrive',
    seed: (ground) =>
      smtpBehind(ground, (line) =>
        line.startsWith('RCPT TO:<games+') ? toOther(line) : undefined,
      ),
    name: 'letter',
    isSilent: true,
    cause: /Tagged addresses are not delivered.*has not come/,
    remedy: /TURNPOST_PLUS=off/,
  },
  {
    what: 'tagged addresses that are refused',
    seed: (ground) =>
      smtpBehind(
        ground,
        replies(/^RCPT TO:<games\+/, '550 5.1.1 User unknown in virtual mailbox table'),
      ),
    name: 'letter',
    cause: /Tagged addresses are not delivered.*User unknown/,
    remedy: /TURNPOST_PLUS=off/,
  },
  {
    what: 'a tagged sender that is refused',
    seed: (ground) =>
      smtpBehind(ground, replies(/^MAIL FROM:<games\+/, `553 5.7.1 not owned by user ${GAMES}`)),
    name: 'letter',
    warns: true,
    cause: /does not allow a tagged sender/,
    remedy: /Nothing has to be done/,
  },
  {
    what: 'a tagged sender that is refused at the recipient',
    seed: (ground) => {
      let from = '';
      return smtpBehind(ground, (line) => {
        if (line.startsWith('MAIL FROM:')) from = line;
        return line.startsWith('RCPT') && from.includes('<games+')
          ? { answer: `553 5.7.1 Sender address rejected: not owned by user ${GAMES}` }
          : undefined;
      });
    },
    name: 'letter',
    warns: true,
    cause: /does not allow a tagged sender/,
    remedy: /Nothing has to be done/,
  },
  {
    what: 'a sender that is refused at the recipient',
    seed: (ground) =>
      smtpBehind(
        ground,
        replies(/^RCPT/, `553 5.7.1 <${GAMES}>: Sender address rejected: not owned by user`),
      ),
    name: 'letter',
    cause: /may not send letters as games@turnpost\.test/,
    remedy: /allow the account to send as it/,
  },
  {
    what: 'a disk of the submission server that is full',
    seed: (ground) => smtpBehind(ground, replies(/^MAIL/, '452 4.3.1 Insufficient system storage')),
    name: 'letter',
    cause: /takes no letter just now/,
    remedy: /Try again/,
  },
  {
    what: 'a refusal that speaks of its operator',
    seed: (ground) =>
      smtpBehind(
        ground,
        replies(/^MAIL/, '550 5.7.1 Not as this sender; ask the operator of corporate mail'),
      ),
    name: 'letter',
    cause: /may not send letters as games@turnpost\.test/,
    remedy: /TURNPOST_ADDRESS/,
  },
  {
    what: 'a relay that refuses',
    seed: (ground) => smtpBehind(ground, replies(/^RCPT/, '554 5.7.1 Relay access denied')),
    name: 'letter',
    cause: /relaying is refused/,
    remedy: /465.*port 25/,
  },
  {
    what: 'an address that nobody knows',
    seed: (ground) => smtpBehind(ground, replies(/^RCPT/, '550 5.1.1 No such user here')),
    name: 'letter',
    cause: /no mailbox games@turnpost\.test/,
    remedy: /TURNPOST_ADDRESS/,
  },
  {
    what: 'a server that offers no login and wants one',
    seed: (ground) =>
      smtpBehind(ground, replies(/^MAIL/, '530 5.7.0 Authentication required'), (line) =>
        line.replace(/^250([ -])AUTH.*/, '250$1HELP'),
      ),
    name: 'letter',
    cause: /wants a login/,
    remedy: /465/,
  },
  {
    what: 'letters of a day that are used up',
    seed: (ground) =>
      smtpBehind(ground, replies(/^MAIL/, '550 5.4.5 Daily user sending limit exceeded.')),
    name: 'letter',
    cause: /takes no more letters for now/,
    remedy: /Wait/,
  },
  {
    what: 'a limit on sizes that is too low',
    seed: (ground) =>
      smtpBehind(
        ground,
        () => undefined,
        (line) => line.replace(/^250([ -])SIZE \d+/, '250$1SIZE 20000'),
      ),
    name: 'size',
    cause: /20000 bytes at most/,
    remedy: /message_size_limit/,
  },
  {
    what: 'a host that puts another sender into letters',
    seed: (ground) =>
      smtpBehind(ground, (line) =>
        line.startsWith('From: ') ? { pass: 'From: Somebody <somebody@else.test>' } : undefined,
      ),
    name: 'letter',
    cause: /another sender.*somebody@else\.test/,
    remedy: /TURNPOST_ADDRESS/,
  },
  {
    what: 'senders checked under another name',
    seed: async (ground) => ({
      env: {
        ...(await checkedAs(ground, 'mx.turnpost.test')).env,
        ...believing('mx.home.test', '1'),
      },
    }),
    name: 'senders',
    cause: /as mx\.turnpost\.test, and TURNPOST_AUTHSERV_ID is mx\.home\.test/,
    remedy: /TURNPOST_AUTHSERV_ID=mx\.turnpost\.test and TURNPOST_AUTHSERV_HOPS=1/,
  },
  {
    what: 'too few hops',
    seed: async (ground) => ({
      env: {
        ...(await checkedAs(ground, 'mx.turnpost.test')).env,
        ...believing('mx.turnpost.test', '0'),
      },
    }),
    name: 'senders',
    cause: /stand 1 Received.*nobody is believed/,
    remedy: /TURNPOST_AUTHSERV_HOPS=1/,
  },
  {
    what: 'too many hops',
    seed: async (ground) => ({
      env: {
        ...(await checkedAs(ground, 'mx.turnpost.test')).env,
        ...believing('mx.turnpost.test', '3'),
      },
    }),
    name: 'senders',
    cause: /only 1 Received.*could forge/,
    remedy: /TURNPOST_AUTHSERV_HOPS=1/,
  },
  {
    what: 'a host that lets a forged check stand',
    seed: () => ({ env: believing('turnpost.test', '1') }),
    name: 'senders',
    warns: true,
    cause: /anybody could forge/,
    remedy: /unset TURNPOST_AUTHSERV_ID/,
  },
  {
    what: 'a clock that is three hours ahead',
    seed: () => ({ aheadMs: 3 * HOUR_MS }),
    inProcess: true,
    name: 'clock',
    cause: /it is 3 hours ahead/,
    remedy: /timedatectl/,
  },
  {
    what: 'a clock that is years behind',
    seed: () => ({ aheadMs: -3 * 8_766 * HOUR_MS }),
    inProcess: true,
    name: 'clock',
    cause: /it is 109\d days behind/,
    remedy: /timedatectl/,
  },
];
