import type { OptionValues } from '../options.ts';

/** The options of `turnpost init`: what each does, and its value. */
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

export type InitOptions = OptionValues<typeof INIT_OPTIONS>;
