import { resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readConfig, readDraft } from '../src/config.ts';

const COMPLETE = {
  TURNPOST_ADDRESS: 'games@example.org',
  TURNPOST_IMAP_URL: 'imaps://games%40example.org:p%40ss@imap.example.org/Games',
  TURNPOST_SMTP_URL: 'smtp://games:secret@smtp.example.org',
};

describe('the configuration', () => {
  it('is the sandbox when nothing is set', () => {
    expect(readConfig({ PATH: '/bin' })).toMatchObject({
      ok: true,
      value: { mode: 'sandbox', port: 8025 },
    });
    expect(readConfig({ TURNPOST_SANDBOX_PORT: '9000' })).toMatchObject({
      ok: true,
      value: { mode: 'sandbox', port: 9000 },
    });
  });

  it('is the sandbox with any settings but those of a mail account', () => {
    expect(readConfig({ TURNPOST_GAMES: 'hex forms', TURNPOST_KEEP_DAYS: '9' })).toMatchObject({
      ok: true,
      value: { mode: 'sandbox', port: 8025 },
    });
    expect(readConfig({ TURNPOST_GAMES: 'ludo', TURNPOST_ADMIN: 'x' })).toEqual({
      ok: false,
      error: [
        'TURNPOST_ADMIN is not a variable of Turnpost; did you mean TURNPOST_ADMINS?',
        expect.stringContaining('TURNPOST_GAMES must be some of'),
      ],
    });
    for (const name of ['TURNPOST_ADDRESS', 'TURNPOST_TOKEN_COMMAND']) {
      const config = readConfig({ [name]: 'games@example.org' });
      expect(!config.ok && config.error).toContain('TURNPOST_SMTP_URL is not set');
    }
  });

  it('is the worker when a mail account is set', () => {
    expect(readConfig({ ...COMPLETE, TURNPOST_ADMINS: 'A@x.org, b@y.org' })).toMatchObject({
      ok: true,
      value: {
        mode: 'worker',
        address: 'games@example.org',
        imap: {
          host: 'imap.example.org',
          port: 993,
          secure: true,
          user: 'games@example.org',
          pass: 'p@ss',
          path: 'Games',
        },
        smtp: { host: 'smtp.example.org', port: 587, secure: false },
        admins: new Set(['a@x.org', 'b@y.org']),
        poll: '* * * * *',
        plus: true,
        authserv: undefined,
        keepDays: 30,
        backups: { folder: resolve('data/backups'), days: 14 },
      },
    });
  });

  it('may do without a mailbox', () => {
    const config = readConfig({ ...COMPLETE, TURNPOST_IMAP_URL: 'none' });
    expect(config).toMatchObject({ ok: true, value: { mode: 'worker', imap: undefined } });
  });

  it('has a place for copies beside the database, or where it is told to, or none', () => {
    const config = (more: object) => readConfig({ ...COMPLETE, ...more });
    expect(config({ TURNPOST_DATABASE: '/srv/games.sqlite' })).toMatchObject({
      value: { backups: { folder: '/srv/backups', days: 14 } },
    });
    expect(config({ TURNPOST_BACKUP_DIR: '/backups', TURNPOST_BACKUP_DAYS: '7' })).toMatchObject({
      value: { backups: { folder: '/backups', days: 7 } },
    });
    expect(config({ TURNPOST_BACKUP_DIR: '' })).toMatchObject({ value: { backups: undefined } });
    expect(readDraft({ ...COMPLETE, TURNPOST_BACKUP_DIR: '' })?.backups).toBeUndefined();
    expect(config({ TURNPOST_BACKUP_DIR: '', TURNPOST_BACKUP_DAYS: '7' })).toEqual({
      ok: false,
      error: [
        'TURNPOST_BACKUP_DIR is empty, so no copies are made and TURNPOST_BACKUP_DAYS has no effect',
      ],
    });
    // What no copy knows of is not to be removed anywhere.
    expect(config({ TURNPOST_PROCESSED_DAYS: '90', TURNPOST_BACKUP_DIR: '' })).toMatchObject({
      ok: false,
    });
    expect(config({ TURNPOST_PROCESSED_DAYS: '90' })).toMatchObject({
      value: { processedDays: 90 },
    });
    expect(readConfig({ TURNPOST_BACKUP_DIR: '' })).toMatchObject({ value: { mode: 'sandbox' } });
  });

  it('starts with the settings of backups of an older version, and says what to do with them', () => {
    const config = readConfig({
      ...COMPLETE,
      TURNPOST_BACKUP_DIR: '/backups',
      TURNPOST_BACKUP_SCHEDULE: '30 4 * * *',
      TURNPOST_BACKUP_KEEP: '7',
    });
    expect(config).toMatchObject({
      value: {
        backups: { folder: '/backups', days: 14 },
        gone: ['TURNPOST_BACKUP_SCHEDULE', 'TURNPOST_BACKUP_KEEP'],
      },
    });
  });

  it('names every problem at once', () => {
    expect(
      readConfig({ TURNPOST_ADDRESS: 'nobody', TURNPOST_POLL: 'often', TURNPOST_FOO: '1' }),
    ).toEqual({
      ok: false,
      error: [
        'TURNPOST_FOO is not a variable of Turnpost',
        'TURNPOST_ADDRESS must be one plain address, such as games@example.org',
        'TURNPOST_IMAP_URL is not set',
        'TURNPOST_SMTP_URL is not set',
        'TURNPOST_POLL must be a cron expression, such as * * * * *',
      ],
    });
  });

  it.each([
    ['TURNPOST_IMAP_URL', 'imap.example.org', 'is not a URL'],
    ['TURNPOST_IMAP_URL', 'imaps://u%40x:123/hunter2@host', 'has no user or no password; write'],
    ['TURNPOST_IMAP_URL', 'https://u:hunter2@host', 'has another protocol'],
    ['TURNPOST_SMTP_URL', 'smtps://host', 'has no user or no password'],
    ['TURNPOST_SMTP_URL', 'smtps://u:hunter2%zz@host', 'has a %'],
    ['TURNPOST_ADDRESS', 'games+tag@example.org', 'must be one plain address'],
    ['TURNPOST_ADMINS', 'me@example.org nobody', 'must be one plain address'],
    ['TURNPOST_ADDRESS', '"games@example.org"', 'has quotation marks'],
    ['TURNPOST_DATABASE', ':memory:', 'must be the path of a file'],
    ['TURNPOST_DATABASE', 'file:turnpost?mode=memory', 'must be the path of a file'],
    ['TURNPOST_CA_FILE', 'package.json', 'names a file that holds no certificate'],
    ['TURNPOST_POLL', '61 * * * *', 'must be a cron expression'],
    // A second Tuesday is never the first of a month.
    ['TURNPOST_POLL', '0 0 1 * 2#2', 'must be a cron expression'],
    ['TURNPOST_PLUS', 'maybe', 'must be on or off'],
    ['TURNPOST_WELCOME_WORD', 'a b', 'must be 3 to 16 letters and digits'],
    ['TURNPOST_WELCOME_WORD', 'x'.repeat(17), 'must be 3 to 16 letters and digits'],
    ['TURNPOST_SECRET', 'hunter2', 'must have at least 20 characters'],
    ['TURNPOST_LOG', 'loud', 'must be one of debug'],
    ['TURNPOST_BACKUP_DAYS', '0', 'must be a number of days'],
    ['TURNPOST_KEEP_DAYS', '0', 'must be a number of days'],
    ['TURNPOST_LETTERS_PER_DAY', '0', 'must be a number of e-mails'],
    ['TURNPOST_LETTERS_PER_HOUR', 'many', 'must be a number of e-mails'],
    ['TURNPOST_HEALTH_PORT', '70000', 'must be a port number'],
    ['TURNPOST_KEEP_DAYS', 'all', 'must be a number of days'],
    ['TURNPOST_TEMPLATES', '/no/such/folder', 'must be a folder that exists'],
    // A file, and no folder.
    ['TURNPOST_TEMPLATES', 'package.json', 'must be a folder that exists'],
  ])('refuses %s=%s', (name, value, why) => {
    const config = readConfig({ ...COMPLETE, [name]: value });
    const text = config.ok ? '' : config.error.join('\n');
    expect(text).toContain(`${name} ${why}`);
    expect(text).not.toContain('hunter2');
  });

  it.each(['#', '/', '?'])('says how to write %s in a password', (sign) => {
    const withPassword = (password: string) =>
      readConfig({
        ...COMPLETE,
        TURNPOST_IMAP_URL: `imaps://games%40example.org:${password}@host`,
      });
    const config = withPassword(`hunter${sign}2`);
    const told = config.ok ? '' : config.error.join('\n');
    expect(told).toContain(`${sign} as ${encodeURIComponent(sign)}`);
    expect(withPassword(`hunter${encodeURIComponent(sign)}2`)).toMatchObject({
      ok: true,
      value: { imap: { pass: `hunter${sign}2` } },
    });
  });

  it('refuses a port that is none', () => {
    for (const port of ['x', '-1', '70000', '1.5']) {
      expect(readConfig({ TURNPOST_SANDBOX_PORT: port })).toEqual({
        ok: false,
        error: ['TURNPOST_SANDBOX_PORT must be a port number'],
      });
    }
  });

  it('says of one variable one thing', () => {
    const read = readConfig({
      TURNPOST_ADDRESS: 'games@example.org',
      TURNPOST_IMAP_URL: 'none',
      TURNPOST_SMTP_URL: 'smtps://games:x@mail.example.org',
      TURNPOST_ADMINS: 'Anna Bert <me@example.org>',
      TURNPOST_KEEP_DAYS: '-0.5',
    });
    expect(read.ok ? [] : read.error.map((line) => line.split(' ')[0])).toEqual([
      'TURNPOST_ADMINS',
      'TURNPOST_KEEP_DAYS',
    ]);
  });
});
