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
import type { Fault, Ground, Seeded } from './ground.ts';

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

/** A fault in variables of the environment, or in a line of `.env`. */
const fault = (
  what: string,
  set: string | Exclude<Seeded['env'], undefined>,
  ...finds: Fault['finds']
): Fault => ({
  what,
  seed: () => (typeof set === 'string' ? { dotenv: `${set}\n` } : { env: set }),
  finds,
});
const doubt = (...given: Parameters<typeof fault>): Fault => ({ ...fault(...given), warns: true });

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
    what: 'a database below a file',
    seed: ({ folder }) => {
      writeFileSync(join(folder, 'file'), '');
      return { env: { TURNPOST_DATABASE: join(folder, 'file', 'turnpost.sqlite') } };
    },
    finds: ['database', /ENOTDIR|is not a folder/, /choose another path/],
  },
  {
    what: 'a database that another server works on',
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
  fault(
    'an alert command that there is not',
    { TURNPOST_ALERT_COMMAND: 'A=1 no-such-program-here -d @-' },
    'alert command',
    /no-such-program-here in TURNPOST_ALERT_COMMAND does not exist/,
    /full path/,
  ),
  {
    what: 'an alert command that is no program',
    seed: ({ folder }) => {
      const path = join(folder, 'alert.sh');
      writeFileSync(path, 'echo', { mode: 0o644 });
      return { env: { TURNPOST_ALERT_COMMAND: `${path} | cat` } };
    },
    finds: ['alert command', /alert\.sh .* cannot be executed/, /chmod \+x/],
  },
  fault(
    'an alert command that no shell can read',
    { TURNPOST_ALERT_COMMAND: "curl -d 'x" },
    'alert command',
    /not a valid shell command/,
    /quotation mark/,
  ),
  doubt(
    'an admin whose domain lacks its dot',
    { TURNPOST_ADMINS: 'me@gmailcom you@home.test root@localhost' },
    'admins',
    /contains me@gmailcom, without a dot/,
    /Check the spelling/,
  ),
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
    what: 'templates that are broken',
    seed: ({ folder }) => {
      mkdirSync(join(folder, 'own', 'en'), { recursive: true });
      writeFileSync(join(folder, 'own', 'en', 'sentences.json'), '{"sun');
      return { env: { TURNPOST_TEMPLATES: join(folder, 'own') } };
    },
    warns: true,
    finds: ['templates', /en\/sentences\.json cannot be used/, /Correct it/],
  },
  doubt(
    'a time zone that there is not',
    { TZ: 'Europe/Berln' },
    'time zone',
    /"Europe\/Berln", which is not a time zone/,
    /Europe\/Berlin/,
  ),
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
  fault(
    'a line of .env that is none',
    'TURNPOST_LOG info',
    'configuration',
    /line \d+ of \S*\.env is not like/,
    /NAME=value/,
  ),
  fault(
    'a variable that nobody knows as ours',
    'TURNPSOT_LOG=debug',
    '.env',
    /TURNPSOT_LOG, which is not a variable/,
    /TURNPOST_LOG/,
  ),
  doubt(
    'a variable without what all of ours begin with',
    'IMAP_URL=none',
    '.env',
    /IMAP_URL is set, but it is not a variable/,
    /TURNPOST_IMAP_URL/,
  ),
  fault(
    'a variable of the environment that is mistyped in front',
    { TURNPOT_LOG: 'debug' },
    '.env',
    /The environment sets TURNPOT_LOG/,
    /TURNPOST_LOG/,
  ),
  fault(
    'a variable that is missing',
    { TURNPOST_IMAP_URL: undefined },
    'configuration',
    /TURNPOST_IMAP_URL is not set/,
    /TURNPOST_IMAP_URL/,
  ),
  {
    what: 'a folder without the .env of the server',
    seed: ({ env }) => ({
      env: Object.fromEntries(Object.keys(env).map((name) => [name, undefined])),
    }),
    warns: true,
    finds: ['configuration', /this is the sandbox/, /folder that has its \.env/],
  },
  {
    what: 'an admin who is the server',
    seed: ({ env }) => ({ env: { TURNPOST_ADMINS: env['TURNPOST_ADDRESS'] } }),
    finds: ['admins', /address of the server itself/, /addresses of people/],
  },
  doubt(
    'nobody as an admin',
    { TURNPOST_ADMINS: undefined },
    'admins',
    /TURNPOST_ADMINS is not set/,
    /your own address/,
  ),
  doubt(
    'hops without a name',
    { TURNPOST_AUTHSERV_HOPS: '1' },
    'senders',
    /has no effect without TURNPOST_AUTHSERV_ID/,
    /both or neither/,
  ),
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
