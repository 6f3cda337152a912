import {
  chmodSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { join } from 'node:path';
import { MIGRATIONS } from '../../../src/service/shell/shell.ts';
import { migrate, openDatabase, openSqlite } from '../../../src/store/file/database.ts';
import { takeLock } from '../../../src/store/file/lock.ts';
import type { Fault, Ground } from './ground.ts';

/** Faults of the machine, its files, and what is written in `.env`. */

/** A database as a server leaves it, with a letter that is out. */
function makeDatabase({ database }: Ground) {
  const db = openDatabase(database);
  migrate(db, MIGRATIONS);
  const now = Date.now();
  db.prepare(
    `insert into outbox (address, address_key, language, kind, facts, reply_token, message_id,
      automatic, state, retry_at, created_at)
    values ('a@home.test', 'a@home.test', 'en', 'welcome', '{}', 'k3f', 'k3f.x@turnpost.test',
      'auto-generated', 'sent', ?, ?)`,
  ).run(now, now);
  writeFileSync(`${database}.secret`, `${'ab'.repeat(32)} 2026-01-01T00:00:00.000Z\n`, {
    mode: 0o600,
  });
  return db;
}

/** Whether the user that runs the tests may read and write everything. */
const isRoot = process.getuid?.() === 0;

const inFile = (line: string) => () => ({ dotenv: `${line}\n` });
const withSmtp = (login: string) => () => ({
  env: { TURNPOST_SMTP_URL: undefined },
  dotenv: `TURNPOST_SMTP_URL=smtps://${login}@mail.example.org\n`,
});

export const MACHINE_FAULTS: readonly Fault[] = [
  {
    what: 'a database that is a folder',
    seed: ({ database }) => {
      mkdirSync(database);
      return {};
    },
    name: 'database',
    cause: /is not a file/,
    remedy: /name a file/,
  },
  {
    what: 'a database that is a text file',
    seed: ({ database }) => {
      writeFileSync(database, 'no database '.repeat(400));
      return {};
    },
    name: 'database',
    cause: /is not a database/,
    remedy: /another path into TURNPOST_DATABASE/,
  },
  {
    what: 'a database that is cut off',
    seed: (ground) => {
      makeDatabase(ground).close();
      truncateSync(ground.database, readFileSync(ground.database).length / 2);
      return {};
    },
    name: 'database',
    cause: /malformed|cut off|damaged/,
    remedy: /run turnpost recover/,
  },
  {
    what: 'a database that is newer',
    seed: (ground) => {
      const db = makeDatabase(ground);
      db.pragma('user_version = 9999');
      db.close();
      return {};
    },
    name: 'database',
    cause: /newer than this program/,
    remedy: /install the newer one again/,
  },
  {
    what: 'a database that has got lost',
    seed: (ground) => {
      makeDatabase(ground).close();
      renameSync(ground.database, `${ground.database}.away`);
      return {};
    },
    name: 'database',
    cause: /a server has worked here/,
    remedy: /run turnpost recover.*turnpost start --new/,
  },
  {
    what: 'a database where none can be made',
    seed: () => ({ env: { TURNPOST_DATABASE: '/proc/turnpost/turnpost.sqlite' } }),
    name: 'database',
    cause: /\/proc/,
    remedy: /as the owner|choose another path/,
  },
  {
    what: 'a database below a file',
    seed: ({ folder }) => {
      writeFileSync(join(folder, 'file'), '');
      return { env: { TURNPOST_DATABASE: join(folder, 'file', 'turnpost.sqlite') } };
    },
    name: 'database',
    cause: /ENOTDIR|is not a folder/,
    remedy: /choose another path/,
  },
  {
    what: 'a database that another server works on',
    inProcess: true,
    seed: (ground) => {
      makeDatabase(ground).close();
      const lock = takeLock(ground.database, { pid: 4711, host: 'mars', since: Date.now() });
      ground.keep({ stop: () => lock.ok && lock.value.release() });
      const token = openSqlite(ground.database);
      token.exec("update outbox set reply_token = ''");
      token.close();
      return {};
    },
    name: 'lock',
    warns: true,
    cause: /process 4711 on mars.*second one will not start/,
    remedy: /stop it/,
  },
  {
    what: 'a secret that is damaged',
    seed: (ground) => {
      makeDatabase(ground).close();
      writeFileSync(`${ground.database}.secret`, 'half of i');
      return {};
    },
    name: 'secret',
    cause: /\.secret is damaged/,
    remedy: /backup back/,
  },
  {
    what: 'a secret that is missing',
    seed: (ground) => {
      makeDatabase(ground).close();
      renameSync(`${ground.database}.secret`, `${ground.database}.away`);
      return {};
    },
    name: 'secret',
    cause: /is missing/,
    remedy: /from the backup/,
  },
  {
    what: 'a secret that is missing beside a database of an older version',
    seed: (ground) => {
      const db = makeDatabase(ground);
      db.pragma('user_version = 12');
      db.close();
      rmSync(`${ground.database}.secret`);
      return {};
    },
    name: 'secret',
    cause: /is missing: the server would make a new one/,
    remedy: /before you start/,
  },
  {
    what: 'a secret that is missing beside a database whose letters are old',
    seed: (ground) => {
      const db = makeDatabase(ground);
      db.exec('update outbox set created_at = 1');
      db.close();
      rmSync(`${ground.database}.secret`);
      return {};
    },
    name: 'secret',
    cause: /is missing: the server would make a new one/,
    remedy: /before you start/,
  },
  {
    what: 'a database in memory',
    seed: () => ({ env: { TURNPOST_DATABASE: ':memory:' } }),
    name: 'configuration',
    cause: /TURNPOST_DATABASE must be the path of a file/,
    remedy: /path of a file/,
  },
  {
    what: 'a database by an URL',
    seed: () => ({ env: { TURNPOST_DATABASE: 'file:turnpost?mode=memory' } }),
    name: 'configuration',
    cause: /TURNPOST_DATABASE must be the path of a file/,
    remedy: /path of a file/,
  },
  {
    what: 'a port of health that somebody else listens at',
    seed: async (ground) => {
      const server = createServer();
      await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
      ground.keep({ stop: () => server.close() });
      const { port } = server.address() as AddressInfo;
      return { env: { TURNPOST_HEALTH_PORT: String(port) } };
    },
    name: 'health port',
    cause: /Another program listens at port \d+.*EADDRINUSE/,
    remedy: /ss -ltnp .*or write another port into TURNPOST_HEALTH_PORT/,
  },
  {
    what: 'an alert command that there is not',
    seed: () => ({ env: { TURNPOST_ALERT_COMMAND: 'A=1 no-such-program-here -d @-' } }),
    name: 'alert command',
    cause: /There is no no-such-program-here/,
    remedy: /whole path/,
  },
  {
    what: 'an alert command that is no program',
    seed: ({ folder }) => {
      const path = join(folder, 'alert.sh');
      writeFileSync(path, 'echo', { mode: 0o644 });
      return { env: { TURNPOST_ALERT_COMMAND: `${path} | cat` } };
    },
    name: 'alert command',
    cause: /alert\.sh .* cannot be run/,
    remedy: /chmod \+x/,
  },
  {
    what: 'an alert command that no shell can read',
    seed: () => ({ env: { TURNPOST_ALERT_COMMAND: "curl -d 'x" } }),
    name: 'alert command',
    cause: /no line that a shell can read/,
    remedy: /quotation mark/,
  },
  {
    what: 'an admin whose domain lacks its dot',
    seed: () => ({ env: { TURNPOST_ADMINS: 'me@gmailcom you@home.test root@localhost' } }),
    name: 'admins',
    warns: true,
    cause: /names me@gmailcom, and/,
    remedy: /written right/,
  },
  {
    what: 'a secret of another database',
    seed: (ground) => {
      makeDatabase(ground).close();
      return {};
    },
    name: 'secret',
    cause: /not the secret of this database/,
    remedy: /belongs to the database/,
  },
  {
    what: 'a secret that everybody can read',
    seed: ({ folder, database }) => {
      const secret = `${database}.secret`;
      chmodSync(folder, 0o755);
      openDatabase(database).close();
      chmodSync(join(folder, 'data'), 0o755);
      const db = openDatabase(database);
      migrate(db, MIGRATIONS);
      db.close();
      writeFileSync(secret, `${'ab'.repeat(32)} 2026-01-01T00:00:00.000Z\n`);
      chmodSync(secret, 0o644);
      return {};
    },
    name: 'secret',
    cause: /Everybody on this machine can read/,
    remedy: /chmod 600/,
  },
  {
    what: 'a secret that is too short',
    seed: () => ({ env: { TURNPOST_SECRET: 'hunter2' } }),
    name: 'configuration',
    cause: /TURNPOST_SECRET must have/,
    remedy: /at least 20/,
  },
  {
    what: 'templates that are broken',
    seed: ({ folder }) => {
      mkdirSync(join(folder, 'own', 'en'), { recursive: true });
      writeFileSync(join(folder, 'own', 'en', 'sentences.json'), '{"sun');
      return { env: { TURNPOST_TEMPLATES: join(folder, 'own') } };
    },
    name: 'templates',
    warns: true,
    cause: /en\/sentences\.json cannot be used/,
    remedy: /Mend it/,
  },
  {
    what: 'a folder of templates that there is not',
    seed: () => ({ env: { TURNPOST_TEMPLATES: 'no-such-folder' } }),
    name: 'configuration',
    cause: /TURNPOST_TEMPLATES must be/,
    remedy: /folder that exists/,
  },
  {
    what: 'a time zone that there is not',
    seed: () => ({ env: { TZ: 'Europe/Berln' } }),
    name: 'time zone',
    warns: true,
    cause: /"Europe\/Berln", which is no time zone/,
    remedy: /Europe\/Berlin/,
  },
  {
    what: 'an .env that everybody can read',
    seed: ({ folder }) => {
      chmodSync(folder, 0o755);
      writeFileSync(join(folder, '.env'), '');
      chmodSync(join(folder, '.env'), 0o644);
      return { dotenv: '' };
    },
    name: '.env',
    cause: /Everybody on this machine can read/,
    remedy: /chmod 600/,
  },
  {
    what: 'an .env that everybody may read, but for its folder',
    seed: ({ folder }) => {
      writeFileSync(join(folder, '.env'), '');
      chmodSync(join(folder, '.env'), 0o644);
      return { dotenv: '' };
    },
    name: '.env',
    warns: true,
    cause: /but for the folder/,
    remedy: /chmod 600/,
  },
  {
    what: 'a line of .env that is none',
    seed: inFile('TURNPOST_LOG info'),
    name: 'configuration',
    cause: /line \d+ of \S*\.env is not like/,
    remedy: /NAME=value/,
  },
  {
    what: 'a variable that is mistyped',
    seed: inFile('TURNPOST_ADMIN=operator@home.test'),
    name: 'configuration',
    cause: /TURNPOST_ADMIN is not a variable/,
    remedy: /did you mean TURNPOST_ADMINS\?/,
  },
  {
    what: 'a variable that nobody knows as ours',
    seed: inFile('TURNPSOT_LOG=debug'),
    name: '.env',
    cause: /TURNPSOT_LOG, which nobody reads/,
    remedy: /TURNPOST_LOG/,
  },
  {
    what: 'a variable without what all of ours begin with',
    seed: inFile('IMAP_URL=none'),
    name: '.env',
    warns: true,
    cause: /IMAP_URL is set, which is no variable of ours/,
    remedy: /TURNPOST_IMAP_URL/,
  },
  {
    what: 'a time zone of .env that there is not',
    seed: inFile('TZ=Mars/Olympus'),
    name: 'time zone',
    warns: true,
    cause: /"Mars\/Olympus"/,
    remedy: /leave it out/,
  },
  {
    what: 'a variable of the environment that is mistyped in front',
    seed: () => ({ env: { TURNPOT_LOG: 'debug' } }),
    name: '.env',
    cause: /The environment sets TURNPOT_LOG/,
    remedy: /TURNPOST_LOG/,
  },
  {
    what: 'a variable that is set twice',
    seed: inFile('TURNPOST_LOG=info\nTURNPOST_LOG=debug'),
    name: '.env',
    warns: true,
    cause: /TURNPOST_LOG is set more than once, in the lines/,
    remedy: /Take the others out/,
  },
  {
    what: 'a variable that is missing',
    seed: () => ({ env: { TURNPOST_IMAP_URL: undefined } }),
    name: 'configuration',
    cause: /TURNPOST_IMAP_URL is not set/,
    remedy: /TURNPOST_IMAP_URL/,
  },
  {
    what: 'a password with a # in the URL',
    seed: withSmtp('games:hunter#2'),
    name: 'configuration',
    cause: /TURNPOST_SMTP_URL/,
    remedy: /# as %23/,
  },
  {
    what: 'a password with a # behind an @ in the URL',
    seed: () => ({ env: { TURNPOST_SMTP_URL: 'smtps://games:x@of-games#2@mail.example.org' } }),
    name: 'configuration',
    cause: /TURNPOST_SMTP_URL/,
    remedy: /# as %23/,
  },
  {
    what: 'a password with a / in the URL',
    seed: withSmtp('games:1/hunter2'),
    name: 'configuration',
    cause: /TURNPOST_SMTP_URL/,
    remedy: /\/ as %2F/,
  },
  {
    what: 'a password with a % in the URL',
    seed: withSmtp('games:100%hunter'),
    name: 'configuration',
    cause: /a % that encodes nothing/,
    remedy: /%25/,
  },
  {
    what: 'an URL without a password',
    seed: withSmtp('games'),
    name: 'configuration',
    cause: /TURNPOST_SMTP_URL has no user or no password/,
    remedy: /user:password@host/,
  },
  {
    what: 'an URL of the other protocol',
    seed: ({ env }) => ({ env: { TURNPOST_IMAP_URL: env['TURNPOST_SMTP_URL'] } }),
    name: 'configuration',
    cause: /TURNPOST_IMAP_URL has another protocol/,
    remedy: /imaps:\/\//,
  },
  {
    what: 'a value in quotation marks that nobody takes off',
    seed: () => ({ env: { TURNPOST_ADDRESS: '"games@turnpost.test"' } }),
    name: 'configuration',
    cause: /TURNPOST_ADDRESS has quotation marks/,
    remedy: /leave them out/,
  },
  {
    what: 'an address that is none',
    seed: () => ({ env: { TURNPOST_ADDRESS: 'Games <games@turnpost.test>' } }),
    name: 'configuration',
    cause: /TURNPOST_ADDRESS must be one plain address/,
    remedy: /games@example\.org/,
  },
  {
    what: 'a folder without the .env of the server',
    seed: ({ env }) => ({
      env: Object.fromEntries(Object.keys(env).map((name) => [name, undefined])),
    }),
    name: 'configuration',
    warns: true,
    cause: /this is the sandbox/,
    remedy: /folder that has its \.env/,
  },
  {
    what: 'an admin who is no address',
    seed: () => ({ env: { TURNPOST_ADMINS: 'operator' } }),
    name: 'configuration',
    cause: /TURNPOST_ADMINS must be/,
    remedy: /games@example\.org/,
  },
  {
    what: 'an admin who is the server',
    seed: ({ env }) => ({ env: { TURNPOST_ADMINS: env['TURNPOST_ADDRESS'] } }),
    name: 'admins',
    cause: /address of the server itself/,
    remedy: /addresses of people/,
  },
  {
    what: 'nobody as an admin',
    seed: () => ({ env: { TURNPOST_ADMINS: undefined } }),
    name: 'admins',
    warns: true,
    cause: /TURNPOST_ADMINS is not set/,
    remedy: /your own address/,
  },
  {
    what: 'a poll that never comes',
    seed: () => ({ env: { TURNPOST_POLL: '0 0 31 2 *' } }),
    name: 'configuration',
    cause: /TURNPOST_POLL must be a cron expression/,
    remedy: /such as \* \* \* \* \*/,
  },
  {
    what: 'hops without a name',
    seed: () => ({ env: { TURNPOST_AUTHSERV_HOPS: '1' } }),
    name: 'senders',
    warns: true,
    cause: /counts for nothing without TURNPOST_AUTHSERV_ID/,
    remedy: /both or none/,
  },
  ...(isRoot
    ? []
    : [
        {
          what: 'a folder that may not be written to',
          seed: ({ folder }: Ground) => {
            mkdirSync(join(folder, 'shut'));
            chmodSync(join(folder, 'shut'), 0o500);
            return { env: { TURNPOST_DATABASE: join(folder, 'shut', 'turnpost.sqlite') } };
          },
          name: 'database',
          cause: /EACCES/,
          remedy: /owner/,
        },
      ]),
];
