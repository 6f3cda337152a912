import { execFileSync, spawn } from 'node:child_process';
import {
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  writeFileSync,
} from 'node:fs';
import { userInfo } from 'node:os';
import { join } from 'node:path';
import { greeted } from './daemon.ts';
import { freePort } from './ports.ts';

/** A private Dovecot on loopback: IMAP for reading, LMTP for delivery. */
export interface Dovecot {
  readonly imapPort: number;
  readonly lmtpPort: number;
  /** Where other servers ask whether a login is right. */
  readonly authPort: number;
  /** Login of every mailbox. */
  readonly password: string;
  log(): string;
  /** Runs doveadm for one of the mailboxes and returns what it prints. */
  admin(user: string, ...command: readonly string[]): string;
  /** Drops the connections of a mailbox. */
  kick(user: string): void;
  stop(): Promise<void>;
}

/** Debian's path; other systems keep it elsewhere on the PATH. */
export const hasDovecot = (): boolean =>
  existsSync('/usr/sbin/dovecot') && existsSync('/usr/lib/dovecot/lmtp');

const PASSWORD = 'secret';

export interface DovecotOptions {
  /** Capabilities that the server shall not have. Dovecot does not list them, but knows them. */
  readonly without?: readonly string[];
  /** Where Dovecot asks whose an access token is (RFC 7662); then it takes tokens beside passwords. */
  readonly introspectionUrl?: string;
  /** Lines more of its configuration. */
  readonly lines?: string;
}

/** What Dovecot 2.3 says of itself. */
const CAPABILITIES =
  'IMAP4rev1 SASL-IR LOGIN-REFERRALS ID ENABLE IDLE SORT THREAD=REFERENCES MULTIAPPEND UNSELECT ' +
  'CHILDREN NAMESPACE UIDPLUS LIST-EXTENDED I18NLEVEL=1 CONDSTORE QRESYNC ESEARCH ESORT SEARCHRES ' +
  'WITHIN CONTEXT=SEARCH LIST-STATUS BINARY MOVE SNIPPET=FUZZY PREVIEW=FUZZY STATUS=SIZE SAVEDATE ' +
  'LITERAL+ NOTIFY SPECIAL-USE';

/** Starts Dovecot without privileges; as root it runs as the system's user for mail. */
export async function startDovecot(
  mailboxes: readonly string[],
  options: DovecotOptions = {},
): Promise<Dovecot> {
  const user = process.getuid?.() === 0 ? 'mail' : userInfo().username;
  const [uid, gid] = ['-u', '-g'].map((flag) => Number(execFileSync('id', [flag, user])));
  const group = execFileSync('id', ['-gn', user]).toString().trim();
  // Short, because paths of sockets are limited to about 100 characters.
  const base = mkdtempSync('/tmp/dc-');
  for (const folder of ['', 'run', 'state', 'mail']) {
    mkdirSync(join(base, folder), { recursive: true });
    chownSync(join(base, folder), uid ?? 0, gid ?? 0);
  }
  const imapPort = await freePort();
  const lmtpPort = await freePort();
  const authPort = await freePort();
  writeFileSync(
    join(base, 'users'),
    mailboxes.map((address) => `${address}:{PLAIN}${PASSWORD}\n`).join(''),
  );
  writeFileSync(join(base, 'oauth2.conf'), oauth(options.introspectionUrl ?? ''));
  const config = join(base, 'dovecot.conf');
  writeFileSync(
    config,
    configuration({ base, user, group, imapPort, lmtpPort, authPort, ...options }),
  );
  const child = spawn('/usr/sbin/dovecot', ['-F', '-c', config], {
    ...(process.getuid?.() === 0 && { uid, gid }),
    stdio: 'ignore',
    detached: true,
  });
  const stop = await greeted('Dovecot', child, imapPort, base);
  const logFile = join(base, 'dovecot.log');
  return {
    imapPort,
    lmtpPort,
    authPort,
    password: PASSWORD,
    log: () => (existsSync(logFile) ? readFileSync(logFile, 'utf8') : ''),
    admin: (mailbox, ...command) =>
      execFileSync('/usr/bin/doveadm', [
        '-c',
        config,
        ...command.slice(0, 2),
        '-u',
        mailbox,
        ...command.slice(2),
      ]).toString(),
    kick(mailbox) {
      execFileSync('/usr/bin/doveadm', ['-c', config, 'kick', mailbox]);
    },
    stop,
  };
}

const oauth = (url: string): string => `
introspection_url = ${url}
introspection_mode = post
username_attribute = username
active_attribute = active
active_value = true
`;

function configuration(
  values: DovecotOptions & {
    base: string;
    user: string;
    group: string;
    imapPort: number;
    lmtpPort: number;
    authPort: number;
  },
): string {
  const { base, user, group, imapPort, lmtpPort, authPort, without = [] } = values;
  const tokens = values.introspectionUrl !== undefined;
  const capabilities = CAPABILITIES.split(' ').filter((each) => !without.includes(each));
  return `
base_dir = ${base}/run
state_dir = ${base}/state
log_path = ${base}/dovecot.log
protocols = imap lmtp
listen = 127.0.0.1
ssl = no
disable_plaintext_auth = no
auth_mechanisms = plain login${tokens ? ' xoauth2 oauthbearer' : ''}
auth_failure_delay = 0
default_internal_user = ${user}
default_internal_group = ${group}
default_login_user = ${user}
first_valid_uid = 1
recipient_delimiter = +
mail_max_userip_connections = 100
mail_location = maildir:~/Maildir
mail_plugins = acl
plugin {
  acl = vfile:cache_secs=0
}
${without.length > 0 ? `imap_capability = ${capabilities.join(' ')}` : ''}
service anvil {
  chroot =
}
service imap-login {
  chroot =
  process_min_avail = 1
  service_count = 0
  inet_listener imap {
    port = ${imapPort}
  }
  inet_listener imaps {
    port = 0
  }
}
service auth {
  inet_listener {
    port = ${authPort}
  }
}
service lmtp {
  inet_listener lmtp {
    port = ${lmtpPort}
  }
}
userdb {
  driver = static
  args = uid=${user} gid=${group} home=${base}/mail/%u
}
passdb {
  driver = passwd-file
  args = ${base}/users
}
${tokens ? `passdb {\n  driver = oauth2\n  mechanisms = xoauth2 oauthbearer\n  args = ${base}/oauth2.conf\n}` : ''}
${values.lines ?? ''}
namespace inbox {
  inbox = yes
  separator = /
  mailbox Processed {
    auto = create
  }
}
`;
}
