import { readFileSync } from 'node:fs';
import { addressKey, parseAddress, splitTag } from '../../player/address.ts';
import { AccessError, parseTrust } from '../../post/account.ts';
import type { Protocol } from '../check/wire.ts';
import { consent, type Prompter } from './asker.ts';
import {
  domainOf,
  type Login,
  type Plan,
  parseServer,
  type ServerAddress,
  serverText,
  tokenLogin,
} from './plan.ts';
import {
  type LoginMethod,
  type mxHostsOf,
  PROVIDERS,
  providerOf,
  providerOfDomain,
} from './providers.ts';

/** The questions, each repeated if its answer fails. */
export type Topic =
  | 'address'
  | 'provider'
  | 'servers'
  | 'ca-file'
  | 'login'
  | 'admins'
  | 'database'
  | 'copies';

/** A provider that is not in the table. */
export const OTHER = 'other';
/** The table's entry for one's own server. */
const OWN = 'own';
export const DEFAULT_DATABASE = 'data/turnpost.sqlite';

/** The context of a question. */
interface Interview {
  readonly asker: Prompter;
  /** The answers, filled in one by one. */
  readonly plan: Plan;
  /** The previous answers. */
  readonly previous: Plan;
  readonly mxHosts: typeof mxHostsOf;
}

/** The questions, in the order of asking. */
export const TOPICS: readonly {
  readonly topic: Topic;
  readonly label: string;
  /** The parts of the plan that it fills in: asked while one is missing. None: not asked on its own. */
  readonly parts: readonly (keyof Plan)[];
  readonly ask: (interview: Interview) => Promise<void>;
}[] = [
  { topic: 'address', label: 'The address', parts: ['address'], ask: askAddress },
  { topic: 'provider', label: 'The provider', parts: ['provider'], ask: askProvider },
  { topic: 'servers', label: 'The mail servers', parts: ['imap', 'smtp'], ask: askServers },
  { topic: 'ca-file', label: 'The CA file', parts: [], ask: askCaFile },
  { topic: 'login', label: 'The user and the password', parts: ['user', 'login'], ask: askLogin },
  { topic: 'admins', label: 'The admins', parts: ['admins'], ask: askAdmins },
  { topic: 'database', label: 'The database', parts: ['database'], ask: askDatabase },
  { topic: 'copies', label: 'The copies of the database', parts: ['backups'], ask: askCopies },
];

/** The error of a text that should be one plain address. */
export function addressTrouble(text: string): string | undefined {
  const parsed = parseAddress(text);
  return parsed.ok && splitTag(parsed.value).tag === ''
    ? undefined
    : 'Write one plain address, such as games@example.org.';
}

export const addressesTrouble = (text: string): string | undefined =>
  wordsOf(text).some((word) => addressTrouble(word) !== undefined)
    ? 'Write addresses separated by blanks, such as me@example.org you@example.org.'
    : undefined;

const wordsOf = (text: string): readonly string[] => text.split(/[\s,]+/).filter(Boolean);

async function askAddress({ asker, plan, previous }: Interview): Promise<void> {
  plan.address = await asker.text({
    message: 'Which address do players write to? Its mailbox should be used for the games only.',
    example: 'games@example.org',
    initial: previous.address,
    trouble: addressTrouble,
  });
}

async function askProvider({ asker, plan, previous, mxHosts }: Interview): Promise<void> {
  const domain = domainOf(plan);
  const found = providerOf(previous.provider) ?? (await providerOfDomain(domain, mxHosts));
  plan.provider = await asker.choose({
    message: `Who hosts the mail of ${domain}?`,
    options: [
      ...PROVIDERS.map(({ id: value, name: label }) => ({ value, label })),
      { value: OTHER, label: 'Another provider' },
    ],
    initial: found?.id ?? OTHER,
  });
  // The servers of a provider in the table are known.
  Object.assign(plan, providerOf(plan.provider)?.servers);
}

async function askServers(interview: Interview): Promise<void> {
  const { asker, plan, previous } = interview;
  const via = await asker.choose({
    message: 'How does the server receive e-mail?',
    options: [
      { value: 'imap', label: 'From the mailbox, by IMAP' },
      {
        value: 'pipe',
        label: 'Through a pipe of the mail server on this machine',
        hint: 'see docs/mail-server.md',
      },
    ],
    initial: previous.imap === 'none' ? 'pipe' : 'imap',
  });
  plan.imap = via === 'pipe' ? 'none' : await askServer(interview, 'imap');
  plan.smtp = await askServer(interview, 'smtp');
  if (plan.provider === OWN) await askCaFile(interview);
}

async function askCaFile({ asker, plan, previous }: Interview): Promise<void> {
  plan.caFile = await asker.text({
    message: 'Do the servers use a private CA? Its certificate file, or Enter.',
    example: '/etc/ssl/mail/ca.pem',
    initial: previous.caFile,
    trouble: caFileTrouble,
  });
}

/** The error of a CA file; undefined without one. */
export function caFileTrouble(path: string): string | undefined {
  if (path === '') return undefined;
  try {
    const read = parseTrust(readFileSync(path, 'latin1'));
    return read.ok ? undefined : `${path} ${read.error}.`;
  } catch (error) {
    return `${path} cannot be read (${(error as NodeJS.ErrnoException).code}).`;
  }
}

/** The default server: the previous one, that of docs/mail-server.md, or the usual name. */
function proposedServer({ plan, previous }: Interview, kind: Protocol): ServerAddress {
  const known = previous[kind];
  if (typeof known === 'object') return known;
  const domain = domainOf(plan);
  const withTls = { port: kind === 'imap' ? 993 : 465, tls: true };
  if (plan.provider !== OWN) return { host: `${kind}.${domain}`, ...withTls };
  return { host: `mail.${domain}`, ...(kind === 'imap' ? withTls : { port: 587, tls: false }) };
}

async function askServer(interview: Interview, kind: Protocol): Promise<ServerAddress> {
  const { asker, plan } = interview;
  const proposed = proposedServer(interview, kind);
  const example = `${kind}.${domainOf(plan)}`;
  const text = await asker.text({
    message:
      kind === 'imap'
        ? 'The IMAP server, with :port if it is not 993.'
        : 'The submission server (SMTP), with :port if it is not 465.',
    example,
    initial: serverText(proposed, kind),
    trouble: (typed) =>
      parseServer(typed, kind).ok ? undefined : `Write the name of a server, such as ${example}.`,
  });
  const read = parseServer(text, kind);
  if (!read.ok) throw new Error('an answer was not looked at');
  const { server } = read.value;
  const { tls } = server;
  if (tls !== undefined) return { ...server, tls };
  const begins = await asker.choose({
    message: `Does port ${server.port} use TLS from the start, or STARTTLS?`,
    options: [
      { value: 'tls', label: 'TLS from the start' },
      { value: 'starttls', label: 'STARTTLS' },
    ],
    initial: proposed.tls ? 'tls' : 'starttls',
  });
  return { ...server, tls: begins === 'tls' };
}

const LABELS: Readonly<Record<LoginMethod, string>> = {
  password: 'A password',
  'app-password': 'An app password',
  google: 'OAuth2, without a password',
  microsoft: 'OAuth2, without a password',
};

async function askLogin({ asker, plan, previous }: Interview): Promise<void> {
  const provider = providerOf(plan.provider);
  if (provider?.hint) asker.say(provider.hint);
  plan.user ??= await asker.text({
    message: 'The user name. With most providers it is the address.',
    initial: previous.user ?? plan.address,
    trouble: (text) => (text === '' ? 'Write the user name.' : undefined),
  });
  plan.login = await askMethod(asker, plan.user, provider?.methods ?? ['password'], previous.login);
}

async function askMethod(
  asker: Prompter,
  user: string,
  methods: readonly LoginMethod[],
  previous: Login | undefined,
): Promise<Login> {
  const kept = previous ? [{ value: 'kept' as const, label: 'As before' }] : [];
  for (;;) {
    const way = await asker.choose({
      message: 'How does the server log in?',
      options: [
        ...kept,
        ...methods.map((value) => ({ value, label: LABELS[value] })),
        { value: 'command' as const, label: 'A command that prints access tokens' },
      ],
    });
    if (way === 'kept' && previous) return previous;
    if (way === 'command') return askTokenCommand(asker);
    if (way !== 'google' && way !== 'microsoft') return askPassword(asker, way);
    try {
      return await consent(asker, way, user);
    } catch (error) {
      if (!(error instanceof AccessError)) throw error;
      asker.say(`The login failed: ${error.message}.`, 'wrong');
    }
  }
}

async function askPassword(asker: Prompter, way: string): Promise<Login> {
  const password = await asker.secret({
    message: way === 'app-password' ? 'The app password' : 'The password',
    trouble: (text) => (text === '' ? 'Type the password.' : undefined),
  });
  return { kind: 'password', imap: password, smtp: password };
}

async function askTokenCommand(asker: Prompter): Promise<Login> {
  const command = await asker.text({
    message: 'The command, which is run without a shell.',
    example: '/usr/local/bin/token games@example.org',
    trouble: (text) => (text === '' ? 'Write a command.' : undefined),
  });
  return tokenLogin(command);
}

async function askAdmins({ asker, plan, previous }: Interview): Promise<void> {
  const typed = await asker.text({
    message:
      'The addresses of the admins, who also get e-mail about problems, separated by blanks.',
    example: 'you@example.org',
    initial: previous.admins,
    trouble: (text) => {
      const games = addressKey(plan.address ?? '');
      if (wordsOf(text).some((word) => addressKey(word) === games)) {
        return 'That is the address of the server. Write one where you read mail.';
      }
      return addressesTrouble(text);
    },
  });
  plan.admins = wordsOf(typed).join(' ');
}

async function askDatabase({ asker, plan, previous }: Interview): Promise<void> {
  plan.database = await asker.text({
    message: 'The database file. It must be on a disk of this machine.',
    initial: previous.database ?? DEFAULT_DATABASE,
    trouble: (text) => (text === '' ? 'Write a path, such as data/turnpost.sqlite.' : undefined),
  });
}

async function askCopies({ asker, plan, previous }: Interview): Promise<void> {
  const { backups } = previous;
  asker.say(
    'The database is copied every ten minutes. If its disk fails, copies on a second disk ' +
      'restore every game. Copies on the same disk are lost with it.',
  );
  const folder = await asker.text({
    message: 'A folder on a second disk for the copies. Enter: next to the database.',
    example: '/mnt/backup/turnpost',
    initial: typeof backups === 'object' ? backups.folder : undefined,
  });
  plan.backups = folder !== '' ? { folder } : backups === 'none' ? 'none' : 'beside';
}
