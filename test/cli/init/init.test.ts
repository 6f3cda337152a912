import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { rootCertificates } from 'node:tls';
import { parseEnv } from 'node:util';
import { describe, expect, it } from 'vitest';
import type { Finding } from '../../../src/cli/check/finding.ts';
import { Cancelled } from '../../../src/cli/init/asker.ts';
import { previousPlan } from '../../../src/cli/init/command.ts';
import { askForAll, type InitPorts, settingsFromOptions } from '../../../src/cli/init/init.ts';
import type { EnvSettings, Plan } from '../../../src/cli/init/plan.ts';
import { readConfig } from '../../../src/config.ts';
import { newFolder } from '../../support/run/folder.ts';
import { type Answer, answering } from './answering.ts';

const folder = newFolder();
const caFile = join(folder, 'ca.pem');
writeFileSync(caFile, rootCertificates[0] ?? '');
const PROVES_NOTHING = join(folder, 'none.pem');
writeFileSync(PROVES_NOTHING, 'none');

const NOTHING = { plan: {}, values: {} };

/** A world without a network, in which nothing is tried but what is given here. */
const world = (
  tries: readonly (readonly Finding[])[] = [],
  mxHosts: readonly string[] = [],
): InitPorts & { readonly tried: EnvSettings[] } => {
  const tried: EnvSettings[] = [];
  return {
    tried,
    today: '2026-11-22',
    mxHosts: async () => mxHosts,
    checkSettings:
      tries.length === 0
        ? undefined
        : async function* (settings) {
            tried.push(settings);
            yield* tries[tried.length - 1] ?? [];
          },
  };
};

async function asked(
  answers: readonly Answer[],
  given: Plan = {},
  values: EnvSettings = {},
  at: InitPorts = world(),
) {
  const asker = answering(answers);
  const text = await askForAll(asker, given, { plan: previousPlan(values), values }, at);
  if (!text.ok) throw new Error(text.error);
  expect(asker.left()).toEqual([]);
  const settings = parseEnv(text.value) as EnvSettings;
  return { settings, asker, text: text.value };
}

/** Answers to every question. */
const WHOLE: Plan = {
  address: 'games@example.org',
  provider: 'other',
  imap: { host: 'imap.example.org', port: 993, tls: true },
  smtp: { host: 'smtp.example.org', port: 465, tls: true },
  user: 'games',
  login: { kind: 'password', imap: 'x', smtp: 'x' },
  admins: '',
  database: 'd',
  backups: 'beside',
};

/** Answers that many tests give alike. */
const REST: readonly Answer[] = [['admins', ''], ['database'], ['second disk']];
const PASSWORD: readonly Answer[] = [
  ['How does the server log in', 'password'],
  ['The password', 'x'],
];
const atGmail = (password: string): readonly Answer[] => [
  ['Which address', 'games@gmail.com'],
  ['Who hosts'],
  ['The user'],
  ['How does the server log in', 'app-password'],
  ['The app password', password],
];

describe('the questions', () => {
  it('know Gmail by its domain, and ask for no servers', async () => {
    const { settings, asker, text } = await asked([
      ['Which address', 'games'],
      ['Which address', 'games@gmail.com'],
      ['Who hosts the mail of gmail.com'],
      ['The user'],
      ['How does the server log in', 'app-password'],
      ['The app password', 'abcd efgh#ijkl/mnop'],
      ['admins', 'games@gmail.com'],
      ['admins', 'me@home.test, You@home.test'],
      ['database'],
      ['second disk'],
    ]);
    expect(settings).toEqual({
      TURNPOST_ADDRESS: 'games@gmail.com',
      TURNPOST_IMAP_URL: 'imaps://games%40gmail.com:abcd%20efgh%23ijkl%2Fmnop@imap.gmail.com/INBOX',
      TURNPOST_SMTP_URL: 'smtps://games%40gmail.com:abcd%20efgh%23ijkl%2Fmnop@smtp.gmail.com',
      TURNPOST_ADMINS: 'me@home.test You@home.test',
      TURNPOST_DATABASE: 'data/turnpost.sqlite',
      TURNPOST_LETTERS_PER_DAY: '500',
    });
    expect(asker.heard.join('\n')).toContain('create\nan app password');
    expect(asker.heard).toContain('Write one plain address, such as games@example.org.');
    expect(asker.heard.join('\n')).toContain('That is the address of the server.');
    expect(text.split('\n')[0]).toContain('Written by turnpost init on 2026-11-22');
    const config = readConfig(settings);
    expect(config).toMatchObject({
      ok: true,
      value: { imap: { pass: 'abcd efgh#ijkl/mnop' }, smtp: { port: 465, secure: true } },
    });
  });

  it('know a domain that somebody has brought along by who takes its mail', async () => {
    const { settings } = await asked(
      [
        ['Which address', 'games@example.org'],
        ['Who hosts the mail of example.org'],
        ['The user'],
        ['How does the server log in', 'app-password'],
        ['The app password', 'x'],
        ['admins', ''],
        ['database', '/srv/games.sqlite'],
        ['second disk'],
      ],
      {},
      {},
      world([], ['in1-smtp.messagingengine.com', 'in2-smtp.messagingengine.com']),
    );
    expect(settings['TURNPOST_SMTP_URL']).toContain('@smtp.fastmail.com');
    expect(settings['TURNPOST_ADMINS']).toBeUndefined();
    expect(settings['TURNPOST_DATABASE']).toBe('/srv/games.sqlite');
  });

  it('ask for servers of which nothing is known, and for TLS only where a port does not tell', async () => {
    const { settings, asker } = await asked([
      ['Which address', 'games@example.org'],
      ['Who hosts', 'own'],
      ['How does the server receive', 'imap'],
      ['The IMAP server', 'mail.example.org:1143'],
      ['Does port 1143', 'starttls'],
      ['The submission server', '[::1]:587'],
      ['a private CA', '/no/ca.pem'],
      ['a private CA', PROVES_NOTHING],
      ['a private CA', caFile],
      ['The user', 'games'],
      ['How does the server log in', 'password'],
      ['The password', ''],
      ['The password', 'p:w@d'],
      ...REST,
    ]);
    expect(settings['TURNPOST_IMAP_URL']).toBe(
      'imap://games:p%3Aw%40d@mail.example.org:1143/INBOX',
    );
    expect(settings['TURNPOST_SMTP_URL']).toBe('smtp://games:p%3Aw%40d@[::1]');
    expect(settings['TURNPOST_CA_FILE']).toBe(caFile);
    const heard = asker.heard.join('\n');
    expect(heard).toContain('/no/ca.pem cannot be read (ENOENT).');
    expect(heard).toContain('holds no certificate');
  });

  it('offer the servers of the operator guide where they are the operator’s own', async () => {
    const { settings } = await asked([
      ['Which address', 'games@example.org'],
      ['Who hosts', 'own'],
      ['How does the server receive'],
      ['The IMAP server'],
      ['The submission server'],
      ['a private CA'],
      ['The user'],
      ...PASSWORD,
      ...REST,
    ]);
    expect(settings['TURNPOST_IMAP_URL']).toBe(
      'imaps://games%40example.org:x@mail.example.org/INBOX',
    );
    expect(settings['TURNPOST_SMTP_URL']).toBe('smtp://games%40example.org:x@mail.example.org');
  });

  it('go by the pipe, and take a command for tokens', async () => {
    const { settings } = await asked([
      ['Which address', 'games@example.org'],
      ['Who hosts', 'other'],
      ['How does the server receive', 'pipe'],
      ['The submission server'],
      ['The user'],
      ['How does the server log in', 'command'],
      ['The command', '/usr/bin/token "a b"'],
      ...REST,
    ]);
    expect(settings['TURNPOST_IMAP_URL']).toBe('none');
    expect(settings['TURNPOST_SMTP_URL']).toBe('smtps://games%40example.org@smtp.example.org');
    expect(settings['TURNPOST_TOKEN_COMMAND']).toBe('/usr/bin/token "a b"');
    expect(readConfig(settings)).toMatchObject({ ok: true });
  });

  const SOME: EnvSettings = {
    TURNPOST_ADDRESS: 'games@gmail.com',
    TURNPOST_IMAP_URL: 'imaps://games%40gmail.com:old@imap.gmail.com/Games',
    TURNPOST_SMTP_URL: 'smtps://games%40gmail.com:old@smtp.gmail.com',
    TURNPOST_ADMINS: 'me@home.test',
    TURNPOST_POLL: '*/5 * * * *',
  };

  it('have the answers of the last time ready, and leave what they do not ask for', async () => {
    const { settings } = await asked(
      [
        ['Which address'],
        ['Who hosts'],
        ['The user'],
        ['How does the server log in', 'kept'],
        ['admins', 'me@home.test you@home.test'],
        ['database'],
        ['second disk'],
      ],
      {},
      SOME,
    );
    expect(settings['TURNPOST_IMAP_URL']).toContain(':old@imap.gmail.com');
    expect(settings['TURNPOST_POLL']).toBe('*/5 * * * *');
    expect(settings['TURNPOST_ADMINS']).toBe('me@home.test you@home.test');
  });

  it('leave a server without copies as it was, or with the folder that it had', async () => {
    const folderOf = async (before: string) => {
      const values = { ...SOME, TURNPOST_BACKUP_DIR: before };
      const text = await settingsFromOptions(
        {},
        { plan: previousPlan(values), values },
        world(),
        () => undefined,
      );
      if (!text.ok) throw new Error(text.error);
      return parseEnv(text.value)['TURNPOST_BACKUP_DIR'];
    };
    expect(await folderOf('')).toBe('');
    expect(await folderOf('/mnt/backup')).toBe('/mnt/backup');
  });

  it('do not ask for what options have said', async () => {
    const { settings } = await asked([...PASSWORD], {
      address: 'games@example.org',
      provider: 'other',
      imap: 'none',
      smtp: { host: '127.0.0.1', port: 587, tls: false },
      user: 'games',
      admins: '',
      database: 'd',
      backups: { folder: '/mnt/backup' },
    });
    expect(settings['TURNPOST_SMTP_URL']).toBe('smtp://games:x@127.0.0.1');
    expect(settings['TURNPOST_BACKUP_DIR']).toBe('/mnt/backup');
  });

  it('go back to what does not work, with the old answers ready', async () => {
    const refused: Finding = {
      name: 'imap',
      level: 'wrong',
      what: 'imap.gmail.com does not accept the user or the password.',
      remedy: 'Make an app password.',
    };
    const fine: Finding = { name: 'imap', level: 'ok', what: 'imap.gmail.com accepts the login.' };
    const reached: Finding = { name: 'imap', level: 'ok', what: 'imap.gmail.com:993 is reached.' };
    const at = world([
      [reached, refused],
      [reached, fine],
    ]);
    const { settings, asker } = await asked(
      [
        ...atGmail('wrong'),
        ['admins', 'me@home.test'],
        ['database'],
        ['second disk'],
        // The login is proposed, as what it is probably about.
        ['What do you want to change'],
        ...atGmail('right').slice(2),
      ],
      {},
      {},
      at,
    );
    expect(at.tried.map((each) => each['TURNPOST_SMTP_URL'])).toEqual([
      'smtps://games%40gmail.com:wrong@smtp.gmail.com',
      'smtps://games%40gmail.com:right@smtp.gmail.com',
    ]);
    expect(settings['TURNPOST_IMAP_URL']).toContain(':right@');
    expect(asker.heard).toContain(`${refused.what}\n${refused.remedy}`);
    // A password that was refused is not offered again.
    expect(asker.offered).not.toContain('As before');
    // Said after the second try alone.
    expect(asker.heard.filter((each) => each === 'Passed: imap.')).toHaveLength(1);
    expect(asker.heard.join('\n')).not.toContain('right@');
  });

  it('change the provider, and with it the servers and the login', async () => {
    const away: Finding = {
      name: 'smtp',
      level: 'wrong',
      what: 'x cannot be reached (ENOTFOUND).',
    };
    const { settings } = await asked(
      [
        ['Which address', 'games@example.org'],
        ['Who hosts', 'other'],
        ['How does the server receive', 'imap'],
        ['The IMAP server'],
        ['The submission server'],
        ['The user', 'games'],
        ...PASSWORD,
        ...REST,
        ['What do you want to change', 'provider'],
        ['Who hosts', 'mailbox.org'],
        ['How does the server log in', 'password'],
        ['The password', 'y'],
        ['What do you want to change', 'write'],
      ],
      {},
      {},
      world([[away], [away]]),
    );
    expect(settings['TURNPOST_SMTP_URL']).toBe('smtps://games:y@smtp.mailbox.org');
  });

  it('try once more by default what no answer can mend, and write it only when told to', async () => {
    const late: Finding = { name: 'clock', level: 'wrong', what: 'The clock is an hour late.' };
    const at = world([[late], [late]]);
    const { settings } = await asked(
      [
        ...atGmail('x'),
        ...REST,
        ['What do you want to change'],
        ['What do you want to change', 'write'],
      ],
      {},
      {},
      at,
    );
    expect(at.tried).toHaveLength(2);
    expect(settings['TURNPOST_ADDRESS']).toBe('games@gmail.com');
  });

  it('ask again for the variable that the configuration refuses', async () => {
    const odd: Finding = {
      name: 'configuration',
      level: 'wrong',
      what: 'TURNPOST_ADMINS: is no list of addresses',
    };
    const { settings } = await asked(
      [['What do you want to change'], ['admins', 'me@home.test']],
      WHOLE,
      {},
      world([[odd], []]),
    );
    expect(settings['TURNPOST_ADMINS']).toBe('me@home.test');
  });

  it('ask for a CA file when a certificate is not trusted, whoever the provider is', async () => {
    const strange: Finding = {
      name: 'imap',
      level: 'wrong',
      what: 'The certificate of imap.example.org is from an unknown authority.',
      remedy: 'Name its file in TURNPOST_CA_FILE.',
    };
    const { settings, asker } = await asked(
      [['What do you want to change'], ['a private CA', caFile]],
      WHOLE,
      {},
      // One host is both servers.
      world([[strange, { ...strange, name: 'smtp' }], []]),
    );
    expect(settings['TURNPOST_CA_FILE']).toBe(caFile);
    expect(asker.heard.filter((each) => each.startsWith(strange.what))).toHaveLength(1);
  });

  it('leave the CA file of the last time, whoever the provider is', async () => {
    const { settings } = await asked([], WHOLE, { TURNPOST_CA_FILE: caFile });
    expect(settings['TURNPOST_CA_FILE']).toBe(caFile);
  });

  it('end without a word written when the person leaves, wherever that is', async () => {
    const all: readonly Answer[] = [
      ['Which address', 'games@example.org'],
      ['Who hosts', 'other'],
      ['How does the server receive', 'imap'],
      ['The IMAP server'],
      ['The submission server'],
      ['The user', 'games'],
      ...PASSWORD,
      ...REST,
    ];
    for (let given = 0; given < all.length; given++) {
      const asker = answering(all.slice(0, given));
      await expect(askForAll(asker, {}, NOTHING, world())).rejects.toThrow(Cancelled);
    }
  });
});

describe('answers given as options', () => {
  const GIVEN: Plan = {
    address: 'games@example.org',
    imap: { host: 'imap.example.org', port: 993, tls: true },
    smtp: { host: 'smtp.example.org', port: 465, tls: true },
    admins: 'me@home.test',
    login: { kind: 'password', imap: 'one', smtp: 'two' },
  };
  const take = (given: Plan, at = world(), values: EnvSettings = {}) => {
    const told: Finding[] = [];
    const before = { plan: previousPlan(values), values };
    return {
      told,
      text: settingsFromOptions(given, before, at, (finding) => void told.push(finding)),
    };
  };

  it('are enough', async () => {
    const text = await take(GIVEN).text;
    if (!text.ok) throw new Error(text.error);
    expect(parseEnv(text.value)).toEqual({
      TURNPOST_ADDRESS: 'games@example.org',
      TURNPOST_IMAP_URL: 'imaps://games%40example.org:one@imap.example.org/INBOX',
      TURNPOST_SMTP_URL: 'smtps://games%40example.org:two@smtp.example.org',
      TURNPOST_ADMINS: 'me@home.test',
      TURNPOST_DATABASE: 'data/turnpost.sqlite',
    });
  });

  it('need no servers of a provider that is known', async () => {
    const { imap, smtp, ...rest } = GIVEN;
    expect([imap, smtp]).toBeDefined();
    const text = await take(rest, world([], ['aspmx.l.google.com'])).text;
    expect(text.ok && text.value).toContain('@imap.gmail.com/INBOX');
  });

  it('that are missing are all named', async () => {
    expect(await take({}).text).toEqual({
      ok: false,
      error: `These options are missing:
--address ADDRESS, the address that players write to
--imap URL, such as imaps://imap.example.org, or none
--smtp URL, such as smtps://smtp.example.org
--password-stdin, with the password on standard input`,
    });
  });

  it('that do not work are not written', async () => {
    const wrong: Finding = { name: 'smtp', level: 'wrong', what: 'it does not.' };
    const { text, told } = take(GIVEN, world([[wrong]]));
    expect(await text).toMatchObject({ ok: false });
    expect(told).toEqual([wrong]);
  });
});
