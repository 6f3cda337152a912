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
    finds: ['database', /is not a file/, /to a file/],
  },
  {
    what: 'a database that is a text file',
    seed: ({ database }) => {
      writeFileSync(database, 'no database '.repeat(400));
      return {};
    },
    finds: ['database', /is not a database/, /TURNPOST_DATABASE to another path/],
  },
  {
    what: 'a database that is cut off',
    seed: (ground) => {
      makeDatabase(ground).close();
      truncateSync(ground.database, readFileSync(ground.database).length / 2);
      return {};
    },
    finds: ['database', /malformed|cut off|damaged/, /run turnpost recover/],
  },
  {
    what: 'a database that is newer',
    seed: (ground) => {
      const db = makeDatabase(ground);
      db.pragma('user_version = 9999');
      db.close();
      return {};
    },
    finds: ['database', /newer than this program/, /install the newer one again/],
  },
  {
    what: 'a database that has got lost',
    seed: (ground) => {
      makeDatabase(ground).close();
      renameSync(ground.database, `${ground.database}.away`);
      return {};
    },
    finds: ['database', /a server has worked here/, /run turnpost recover.*turnpost start --new/],
  },
  {
    what: 'a database where none can be made',
    seed: () => ({ env: { TURNPOST_DATABASE: '/proc/turnpost/turnpost.sqlite' } }),
    finds: ['database', /\/proc/, /as the owner|choose another path/],
  },
  {
    what: 'a database below a file',
    seed: ({ folder }) => {
      writeFileSync(join(folder, 'file'), '');
      return { env: { TURNPOST_DATABASE: join(folder, 'file', 'turnpost.sqlite') } };
    },
    finds: ['database', /ENOTDIR|is not a folder/, /choose another path/],
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
    warns: true,
    finds: ['lock', /process 4711 on mars.*second one will not start/, /stop it/],
  },
  {
    what: 'a secret that is damaged',
    seed: (ground) => {
      makeDatabase(ground).close();
      writeFileSync(`${ground.database}.secret`, 'half of i');
      return {};
    },
    finds: ['secret', /\.secret is damaged/, /from the backup/],
  },
  {
    what: 'a secret that is missing',
    seed: (ground) => {
      makeDatabase(ground).close();
      renameSync(`${ground.database}.secret`, `${ground.database}.away`);
      return {};
    },
    finds: ['secret', /is missing/, /from the backup/],
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
    finds: ['secret', /is missing: the server would create a new one/, /before you start/],
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
    finds: ['secret', /is missing: the server would create a new one/, /before you start/],
  },
  {
    what: 'a database in memory',
    seed: () => ({ env: { TURNPOST_DATABASE: ':memory:' } }),
    finds: ['configuration', /TURNPOST_DATABASE must be the path of a file/, /path of a file/],
  },
  {
    what: 'a database by an URL',
    seed: () => ({ env: { TURNPOST_DATABASE: 'file:turnpost?mode=memory' } }),
    finds: ['configuration', /TURNPOST_DATABASE must be the path of a file/, /path of a file/],
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
    finds: [
      'health port',
      /Another program listens on port \d+.*EADDRINUSE/,
      /ss -ltnp .*or write another port into TURNPOST_HEALTH_PORT/,
    ],
  },
  {
    what: 'an alert command that there is not',
    seed: () => ({ env: { TURNPOST_ALERT_COMMAND: 'A=1 no-such-program-here -d @-' } }),
    finds: [
      'alert command',
      /no-such-program-here in TURNPOST_ALERT_COMMAND does not exist/,
      /full path/,
    ],
  },
  {
    what: 'an alert command that is no program',
    seed: ({ folder }) => {
      const path = join(folder, 'alert.sh');
      writeFileSync(path, 'echo', { mode: 0o644 });
      return { env: { TURNPOST_ALERT_COMMAND: `${path} | cat` } };
    },
    finds: ['alert command', /alert\.sh .* cannot be executed/, /chmod \+x/],
  },
  {
    what: 'an alert command that no shell can read',
    seed: () => ({ env: { TURNPOST_ALERT_COMMAND: "curl -d 'x" } }),
    finds: ['alert command', /not a valid shell command/, /quotation mark/],
  },
  {
    what: 'an admin whose domain lacks its dot',
    seed: () => ({ env: { TURNPOST_ADMINS: 'me@gmailcom you@home.test root@localhost' } }),
    warns: true,
    finds: ['admins', /contains me@gmailcom, without a dot/, /Check the spelling/],
  },
  {
    what: 'a secret of another database',
    seed: (ground) => {
      makeDatabase(ground).close();
      return {};
    },
    finds: ['secret', /not the secret of this database/, /belongs to the database/],
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
    finds: ['secret', /Every user of this machine can read/, /chmod 600/],
  },
  {
    what: 'a secret that is too short',
    seed: () => ({ env: { TURNPOST_SECRET: 'hunter2' } }),
    finds: ['configuration', /TURNPOST_SECRET must have/, /at least 20/],
  },
  {
    what: 'templates that are broken',
    seed: ({ folder }) => {
      mkdirSync(join(folder, 'own', 'en'), { recursive: true });
      writeFileSync(join(folder, 'own', 'en', 'sentences.json'), '{"sun');
      return { env: { TURNPOST_TEMPLATES: join(folder, 'own') } };
    },
    warns: true,
    finds: ['templates', /en\/sentences\.json cannot be used/, /Correct it/],
  },
  {
    what: 'a folder of templates that there is not',
    seed: () => ({ env: { TURNPOST_TEMPLATES: 'no-such-folder' } }),
    finds: ['configuration', /TURNPOST_TEMPLATES must be/, /folder that exists/],
  },
  {
    what: 'a time zone that there is not',
    seed: () => ({ env: { TZ: 'Europe/Berln' } }),
    warns: true,
    finds: ['time zone', /"Europe\/Berln", which is not a time zone/, /Europe\/Berlin/],
  },
  {
    what: 'an .env that everybody can read',
    seed: ({ folder }) => {
      chmodSync(folder, 0o755);
      writeFileSync(join(folder, '.env'), '');
      chmodSync(join(folder, '.env'), 0o644);
      return { dotenv: '' };
    },
    finds: ['.env', /Every user of this machine can read/, /chmod 600/],
  },
  {
    what: 'an .env that everybody may read, but for its folder',
    seed: ({ folder }) => {
      writeFileSync(join(folder, '.env'), '');
      chmodSync(join(folder, '.env'), 0o644);
      return { dotenv: '' };
    },
    warns: true,
    finds: ['.env', /only the folder/, /chmod 600/],
  },
  {
    what: 'a line of .env that is none',
    seed: inFile('TURNPOST_LOG info'),
    finds: ['configuration', /line \d+ of \S*\.env is not like/, /NAME=value/],
  },
  {
    what: 'a variable that is mistyped',
    seed: inFile('TURNPOST_ADMIN=operator@home.test'),
    finds: ['configuration', /TURNPOST_ADMIN is not a variable/, /did you mean TURNPOST_ADMINS\?/],
  },
  {
    what: 'a variable that nobody knows as ours',
    seed: inFile('TURNPSOT_LOG=debug'),
    finds: ['.env', /TURNPSOT_LOG, which is not a variable/, /TURNPOST_LOG/],
  },
  {
    what: 'a variable without what all of ours begin with',
    seed: inFile('IMAP_URL=none'),
    warns: true,
    finds: ['.env', /IMAP_URL is set, but it is not a variable/, /TURNPOST_IMAP_URL/],
  },
  {
    what: 'a time zone of .env that there is not',
    seed: inFile('TZ=Mars/Olympus'),
    warns: true,
    finds: ['time zone', /"Mars\/Olympus"/, /unset it/],
  },
  {
    what: 'a variable of the environment that is mistyped in front',
    seed: () => ({ env: { TURNPOT_LOG: 'debug' } }),
    finds: ['.env', /The environment sets TURNPOT_LOG/, /TURNPOST_LOG/],
  },
  {
    what: 'a variable that is set twice',
    seed: inFile('TURNPOST_LOG=info\nTURNPOST_LOG=debug'),
    warns: true,
    finds: ['.env', /TURNPOST_LOG is set more than once, in lines/, /Remove the others/],
  },
  {
    what: 'a variable that is missing',
    seed: () => ({ env: { TURNPOST_IMAP_URL: undefined } }),
    finds: ['configuration', /TURNPOST_IMAP_URL is not set/, /TURNPOST_IMAP_URL/],
  },
  {
    what: 'a password with a # in the URL',
    seed: withSmtp('games:hunter#2'),
    finds: ['configuration', /TURNPOST_SMTP_URL/, /# as %23/],
  },
  {
    what: 'a password with a # behind an @ in the URL',
    seed: () => ({ env: { TURNPOST_SMTP_URL: 'smtps://games:x@of-games#2@mail.example.org' } }),
    finds: ['configuration', /TURNPOST_SMTP_URL/, /# as %23/],
  },
  {
    what: 'a password with a / in the URL',
    seed: withSmtp('games:1/hunter2'),
    finds: ['configuration', /TURNPOST_SMTP_URL/, /\/ as %2F/],
  },
  {
    what: 'a password with a % in the URL',
    seed: withSmtp('games:100%hunter'),
    finds: ['configuration', /a % that encodes nothing/, /%25/],
  },
  {
    what: 'an URL without a password',
    seed: withSmtp('games'),
    finds: ['configuration', /TURNPOST_SMTP_URL has no user or no password/, /user:password@host/],
  },
  {
    what: 'an URL of the other protocol',
    seed: ({ env }) => ({ env: { TURNPOST_IMAP_URL: env['TURNPOST_SMTP_URL'] } }),
    finds: ['configuration', /TURNPOST_IMAP_URL has another protocol/, /imaps:\/\//],
  },
  {
    what: 'a value in quotation marks that nobody takes off',
    seed: () => ({ env: { TURNPOST_ADDRESS: '"games@turnpost.test"' } }),
    finds: ['configuration', /TURNPOST_ADDRESS has quotation marks/, /leave them out/],
  },
  {
    what: 'an address that is none',
    seed: () => ({ env: { TURNPOST_ADDRESS: 'Games <games@turnpost.test>' } }),
    finds: ['configuration', /TURNPOST_ADDRESS must be one plain address/, /games@example\.org/],
  },
  {
    what: 'a folder without the .env of the server',
    seed: ({ env }) => ({
      env: Object.fromEntries(Object.keys(env).map((name) => [name, undefined])),
    }),
    warns: true,
    finds: ['configuration', /this is the sandbox/, /folder that has its \.env/],
  },
  {
    what: 'an admin who is no address',
    seed: () => ({ env: { TURNPOST_ADMINS: 'operator' } }),
    finds: ['configuration', /TURNPOST_ADMINS must be/, /games@example\.org/],
  },
  {
    what: 'an admin who is the server',
    seed: ({ env }) => ({ env: { TURNPOST_ADMINS: env['TURNPOST_ADDRESS'] } }),
    finds: ['admins', /address of the server itself/, /addresses of people/],
  },
  {
    what: 'nobody as an admin',
    seed: () => ({ env: { TURNPOST_ADMINS: undefined } }),
    warns: true,
    finds: ['admins', /TURNPOST_ADMINS is not set/, /your own address/],
  },
  {
    what: 'a poll that never comes',
    seed: () => ({ env: { TURNPOST_POLL: '0 0 31 2 *' } }),
    finds: ['configuration', /TURNPOST_POLL must be a cron expression/, /such as \* \* \* \* \*/],
  },
  {
    what: 'hops without a name',
    seed: () => ({ env: { TURNPOST_AUTHSERV_HOPS: '1' } }),
    warns: true,
    finds: ['senders', /has no effect without TURNPOST_AUTHSERV_ID/, /both or neither/],
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
          finds: ['database', /EACCES/, /owner/] as const,
        },
      ]),
];
