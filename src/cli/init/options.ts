import type { OptionValues } from '../options.ts';

/** The options of `turnpost init`: what each does, and its value. */
export const INIT_OPTIONS = {
  address: { takes: 'ADDRESS', does: 'the address that players write to' },
  provider: {
    takes: 'NAME',
    does: 'the mail provider',
    oneOf: ['gmail', 'microsoft365', 'outlook', 'fastmail', 'mailbox.org', 'gmx', 'icloud', 'own'],
  },
  imap: { takes: 'URL', does: 'the mailbox, or none for a pipe' },
  smtp: { takes: 'URL', does: 'the submission server' },
  'ca-file': { takes: 'FILE', does: 'the CA of their certificates' },
  user: { takes: 'NAME', does: 'the user at both servers, if not the address' },
  admins: { takes: 'ADDRESSES', does: 'the addresses of the admins' },
  database: { takes: 'FILE', does: 'the database file' },
  'backup-dir': { takes: 'FOLDER', does: 'the folder for its copies, best on a second disk' },
  'token-command': { takes: 'COMMAND', does: 'prints access tokens, used instead of a password' },
  'password-stdin': { does: 'reads the password from standard input' },
  unit: { does: 'also writes a systemd unit' },
  'no-try': { does: 'writes the settings without testing them' },
  yes: { does: 'asks nothing' },
} as const;

export type InitOptions = OptionValues<typeof INIT_OPTIONS>;
