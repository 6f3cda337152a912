import { err, ok, type Result } from '../../result.ts';
import type { OptionValues } from '../line/options.ts';
import { type Plan, placeOf, type ServerAddress } from './plan.ts';
import { addressesTrouble, addressTrouble, caFileTrouble, OTHER } from './questions.ts';

type Name = keyof typeof INIT_OPTIONS;
export type InitOptions = OptionValues<typeof INIT_OPTIONS>;

/** What an option is, and what it has to be; a password is not repeated. */
export function planOf(options: InitOptions): Result<Plan, string> {
  const plan: Plan = {};
  const troubles: string[] = [];
  const look = (name: Name, trouble: string | undefined): void => {
    if (trouble !== undefined) troubles.push(`--${name}: ${trouble}`);
  };
  look('address', options.address === undefined ? undefined : addressTrouble(options.address));
  look('admins', options.admins === undefined ? undefined : addressesTrouble(options.admins));
  look('ca-file', caFileTrouble(options['ca-file'] ?? ''));
  for (const kind of ['imap', 'smtp'] as const) {
    const text = options[kind];
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
  const command = options['token-command'];
  return ok({
    ...plan,
    ...(options.address !== undefined && { address: options.address }),
    ...(options.provider !== undefined && { provider: options.provider }),
    ...(options['ca-file'] !== undefined && { caFile: options['ca-file'] }),
    ...(options.user !== undefined && { user: options.user }),
    ...(options.admins !== undefined && { admins: options.admins }),
    ...(options.database !== undefined && { database: options.database }),
    ...(options['backup-dir'] !== undefined && { backups: { folder: options['backup-dir'] } }),
    ...(command !== undefined && { login: { kind: 'command', command } as const }),
  });
}

interface Server {
  readonly place: ServerAddress;
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

/** The options of `turnpost init`: what each does, and what stands behind it. */
export const INIT_OPTIONS = {
  address: { takes: 'ADDRESS', does: 'is the address that players write to' },
  provider: {
    takes: 'NAME',
    does: 'says who keeps the mailbox',
    oneOf: ['gmail', 'microsoft365', 'outlook', 'fastmail', 'mailbox.org', 'gmx', 'icloud', 'own'],
  },
  imap: { takes: 'URL', does: 'is where the mailbox is, or none for a pipe' },
  smtp: { takes: 'URL', does: 'is the server that takes letters' },
  'ca-file': { takes: 'FILE', does: 'has the authority of their certificates' },
  user: { takes: 'NAME', does: 'logs in at both; otherwise the address does' },
  admins: { takes: 'ADDRESSES', does: 'names who may act as an admin' },
  database: { takes: 'FILE', does: 'is the file of the database' },
  'backup-dir': { takes: 'FOLDER', does: 'is for copies of it, best on a second disk' },
  'token-command': { takes: 'COMMAND', does: 'prints access tokens, in place of a password' },
  'password-stdin': { does: 'reads the password from standard input' },
  unit: { does: 'writes a unit for systemd as well' },
  'no-try': { does: 'writes the answers without trying them' },
  yes: { does: 'asks nothing' },
} as const;
