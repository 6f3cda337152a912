import { execFileSync, spawn } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { greeted } from './daemon.ts';
import type { Listening } from './listening.ts';
import { freePort } from './ports.ts';

/** A private Postfix on loopback, with a configuration, a queue and a data folder of its own. */
export type Postfix = Listening;

const MASTER = '/usr/lib/postfix/sbin/master';

/** Postfix drops its privileges itself, so it can only be started with them. */
export const hasPostfix = (): boolean => process.getuid?.() === 0 && existsSync(MASTER);

/**
 * Starts Postfix with these lines more.
 *
 * @param lines of main.cf and of master.cf
 */
export async function startPostfix(lines: { main: string; master: string }): Promise<Postfix> {
  const base = mkdtempSync('/tmp/pf-');
  chmodSync(base, 0o755);
  const port = await freePort();
  for (const folder of ['config', 'queue', 'data']) mkdirSync(join(base, folder));
  execFileSync('chown', ['postfix', join(base, 'data')]);
  writeFileSync(join(base, 'config', 'main.cf'), mainLines(base) + lines.main);
  writeFileSync(join(base, 'config', 'master.cf'), masterLines(port) + lines.master);
  execFileSync('/usr/sbin/postfix', ['-c', join(base, 'config'), 'check'], { stdio: 'ignore' });
  const child = spawn(MASTER, ['-c', join(base, 'config'), '-d'], { stdio: 'ignore' });
  return { port, stop: await greeted('Postfix', child, port, base) };
}

const mainLines = (base: string): string => `
compatibility_level = 3.6
config_directory = ${base}/config
queue_directory = ${base}/queue
data_directory = ${base}/data
mail_owner = postfix
setgid_group = postdrop
maillog_file_prefixes = ${base}
maillog_file = ${base}/log
inet_interfaces = 127.0.0.1
inet_protocols = ipv4
myhostname = mx.turnpost.test
mydestination = turnpost.test
mynetworks = 127.0.0.0/8
alias_maps =
alias_database =
smtpd_peername_lookup = no
recipient_delimiter = +
`;

const masterLines = (port: number): string => `
${port} inet n - n - - smtpd
cleanup unix n - n - 0 cleanup
qmgr unix n - n 300 1 qmgr
rewrite unix - - n - - trivial-rewrite
bounce unix - - n - 0 bounce
defer unix - - n - 0 bounce
local unix - n n - - local
error unix - - n - - error
proxymap unix - - n - - proxymap
postlog unix-dgram n - n - 1 postlogd
`;
