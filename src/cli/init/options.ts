import { parseArgs } from 'node:util';
import { err, ok, type Result } from '../../result.ts';
import { type Place, type Plan, placeOf } from './plan.ts';
import { PROVIDERS } from './providers.ts';
import { addressesTrouble, addressTrouble, OTHER } from './questions.ts';
import { providerOf } from './recognise.ts';

/** The options of `turnpost init`: what each does, and what stands behind it. */
const INIT_OPTIONS = {
  address: { takes: 'ADDRESS', does: 'is the address that players write to' },
  provider: { takes: 'NAME', does: `is one of ${PROVIDERS.map(({ id }) => id).join(', ')}` },
  imap: { takes: 'URL', does: 'is where the mailbox is, or none for a pipe' },
  smtp: { takes: 'URL', does: 'is the server that takes letters' },
  'ca-file': { takes: 'FILE', does: 'has the authority that both have their certificates from' },
  user: { takes: 'NAME', does: 'logs in at both; otherwise the address does' },
  admins: { takes: 'ADDRESSES', does: 'names who may act as an admin' },
  database: { takes: 'FILE', does: 'is the file of the database' },
  'token-command': { takes: 'COMMAND', does: 'prints access tokens, in place of a password' },
  'password-stdin': { does: 'reads the password from the first line of standard input' },
  unit: { does: 'writes a unit for systemd as well' },
  'no-try': { does: 'writes the answers without trying them' },
  yes: { does: 'asks nothing' },
} as const;

type Name = keyof typeof INIT_OPTIONS;
export type InitOptions = Readonly<Partial<Record<Name, string | true>>>;

/** Reads the options of a command line. */
export function readOptions(args: readonly string[]): Result<InitOptions, string> {
  const table = Object.entries(INIT_OPTIONS).map(([name, option]) => [
    name,
    { type: takesValue(option) ? ('string' as const) : ('boolean' as const) },
  ]);
  const { tokens } = parseArgs({
    args: [...args],
    options: Object.fromEntries(table),
    allowPositionals: true,
    // What is wrong is said in our words.
    strict: false,
    tokens: true,
  });
  const options: Partial<Record<Name, string | true>> = {};
  for (const token of tokens) {
    if (token.kind === 'option-terminator') return err('There is no option --.');
    if (token.kind === 'positional') return err('turnpost init takes no arguments.');
    if (!isName(token.name)) return err(`There is no option ${token.rawName}.`);
    const takes = takesValue(INIT_OPTIONS[token.name]);
    if (takes !== (token.value !== undefined)) {
      return err(`${token.rawName} ${takes ? 'lacks what stands behind it' : 'takes nothing'}.`);
    }
    options[token.name] = token.value ?? true;
  }
  return ok(options);
}

const isName = (name: string): name is Name => Object.hasOwn(INIT_OPTIONS, name);
const takesValue = (option: object): boolean => 'takes' in option;

/** What an option is, and what it has to be; a password is not repeated. */
export function planOf(options: InitOptions): Result<Plan, string> {
  const plan: Plan = {};
  const texts = options as Readonly<Partial<Record<Name, string>>>;
  const troubles: string[] = [];
  const look = (name: Name, trouble: string | undefined): void => {
    if (trouble !== undefined) troubles.push(`--${name}: ${trouble}`);
  };
  look('address', texts.address === undefined ? undefined : addressTrouble(texts.address));
  look('admins', texts.admins === undefined ? undefined : addressesTrouble(texts.admins));
  if (texts.provider !== undefined && !providerOf(texts.provider)) {
    troubles.push(`--provider ${INIT_OPTIONS.provider.does}.`);
  }
  for (const kind of ['imap', 'smtp'] as const) {
    const text = texts[kind];
    if (text === undefined) continue;
    if (kind === 'imap' && text === 'none') {
      plan.imap = 'none';
      continue;
    }
    const read = readServer(text, kind);
    if (!read.ok) {
      look(kind, read.error);
      continue;
    }
    const { place, user, mailbox } = read.value;
    plan[kind] = place;
    if (user !== '') plan.user ??= user;
    if (mailbox !== '') plan.mailbox = mailbox;
  }
  if (troubles.length > 0) return err(troubles.join('\n'));
  if (plan.imap !== undefined && plan.smtp !== undefined) plan.provider = OTHER;
  const command = texts['token-command'];
  return ok({
    ...plan,
    ...(texts.address !== undefined && { address: texts.address }),
    ...(texts.provider !== undefined && { provider: texts.provider }),
    ...(texts['ca-file'] !== undefined && { caFile: texts['ca-file'] }),
    ...(texts.user !== undefined && { user: texts.user }),
    ...(texts.admins !== undefined && { admins: texts.admins }),
    ...(texts.database !== undefined && { database: texts.database }),
    ...(command !== undefined && { login: { kind: 'command', command } as const }),
  });
}

interface Server {
  readonly place: Place;
  readonly user: string;
  readonly mailbox: string;
}

/** Reads `imaps://host/INBOX`, with or without a user, or the name of a host alone. */
function readServer(text: string, kind: 'imap' | 'smtp'): Result<Server, string> {
  const shape = `write it as ${kind}s://${kind}.example.org`;
  if (!text.includes('://')) {
    const place = placeOf(text, kind);
    if (place?.tls === undefined) return err(shape);
    return ok({ place: { ...place, tls: place.tls }, user: '', mailbox: '' });
  }
  if (!URL.canParse(text)) return err(shape);
  const { protocol, host, username, password, pathname } = new URL(text);
  if (protocol !== `${kind}:` && protocol !== `${kind}s:`) return err(shape);
  if (password !== '') {
    return err('everybody on this machine can see a password there; use --password-stdin');
  }
  const tls = protocol === `${kind}s:`;
  const usual = { imap: [143, 993], smtp: [587, 465] }[kind][tls ? 1 : 0];
  const place = placeOf(/:\d+$/.test(host) ? host : `${host}:${usual}`, kind);
  if (!place) return err(shape);
  return ok({
    place: { ...place, tls },
    user: decodeURIComponent(username),
    mailbox: kind === 'imap' ? decodeURIComponent(pathname.slice(1)) : '',
  });
}
