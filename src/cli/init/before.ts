import { parseAccount } from '../../post/account.ts';
import type { Login, Plan } from './plan.ts';
import { PROVIDERS } from './providers.ts';
import { OTHER } from './questions.ts';

/** What stands in a file `.env` already, as far as init asks for it. */
export function planBefore(values: Readonly<Record<string, string | undefined>>): Plan {
  const value = (name: string): string | undefined => values[`TURNPOST_${name}`] || undefined;
  const account = (kind: 'imap' | 'smtp') => {
    const read = parseAccount(value(`${kind.toUpperCase()}_URL`) ?? '', kind, true);
    return read.ok ? read.value : undefined;
  };
  const [imap, smtp] = [account('imap'), account('smtp')];
  const user = imap?.user ?? smtp?.user;
  const login = loginBefore(value, imap?.pass ?? smtp?.pass ?? '', smtp?.pass ?? '');
  const place = (given: typeof imap) =>
    given && { host: given.host, port: given.port, tls: given.secure };
  const [imapPlace, smtpPlace] = [place(imap), place(smtp)];
  const provider = PROVIDERS.find(
    ({ servers }) => servers?.imap.host === imap?.host && servers?.smtp.host === smtp?.host,
  );
  const [address, admins, database] = [value('ADDRESS'), value('ADMINS'), value('DATABASE')];
  const caFile = value('CA_FILE');
  const copies = values['TURNPOST_BACKUP_DIR'];
  return {
    ...(address && { address }),
    ...(smtp && { provider: provider?.id ?? OTHER }),
    ...(imapPlace && { imap: imapPlace }),
    ...(value('IMAP_URL') === 'none' && { imap: 'none' as const }),
    ...(imap?.path && { mailbox: imap.path }),
    ...(smtpPlace && { smtp: smtpPlace }),
    ...(caFile && { caFile }),
    ...(user && { user }),
    ...(login && { login }),
    ...(admins && { admins }),
    ...(database && { database }),
    ...(copies !== undefined && { backups: copies === '' ? 'none' : { folder: copies } }),
  };
}

function loginBefore(
  value: (name: string) => string | undefined,
  imap: string,
  smtp: string,
): Login | undefined {
  const command = value('TOKEN_COMMAND');
  if (command) return { kind: 'command', command };
  const tokenUrl = value('OAUTH_TOKEN_URL');
  const clientId = value('OAUTH_CLIENT_ID');
  const refreshToken = value('OAUTH_REFRESH_TOKEN');
  if (tokenUrl && clientId && refreshToken) {
    const clientSecret = value('OAUTH_CLIENT_SECRET');
    return { kind: 'oauth', tokenUrl, clientId, clientSecret, refreshToken };
  }
  return imap !== '' && smtp !== '' ? { kind: 'password', imap, smtp } : undefined;
}
