import {
  chmodSync,
  chownSync,
  existsSync,
  readdirSync,
  readFileSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { rootCertificates } from 'node:tls';
import { parseEnv } from 'node:util';
import fc from 'fast-check';
import { beforeEach, describe, expect, it } from 'vitest';
import { unitText } from '../../../src/cli/init/command.ts';
import { planOf } from '../../../src/cli/init/init.ts';
import { envText, parseServer, replaceWithBackup } from '../../../src/cli/init/plan.ts';
import { PROVIDERS, providerOfDomain, providerOfMxHosts } from '../../../src/cli/init/providers.ts';
import { INIT_OPTIONS, readOptions } from '../../../src/cli/options.ts';
import { readEnvFile } from '../../../src/environment.ts';
import { err } from '../../../src/result.ts';
import { newFolder } from '../../support/run/folder.ts';

const certificates = newFolder();
const CA_FILE = join(certificates, 'ca.pem');
writeFileSync(CA_FILE, rootCertificates[0] ?? '');

let folder: string;
beforeEach(() => {
  folder = newFolder();
});

describe('a file of settings', () => {
  it('is read as it was meant, or not written', () => {
    fc.assert(
      fc.property(fc.string(), (value) => {
        const text = envText(['a # head'], { A: value, B: 'after' });
        if (!text.ok) {
          expect(value).toMatch(/["'`\n\r]/);
          return;
        }
        const path = join(folder, '.env');
        writeFileSync(path, text.value);
        expect(readEnvFile(path)).toEqual({ ok: true, value: { A: value, B: 'after' } });
        expect(parseEnv(text.value)).toEqual({ A: value, B: 'after' });
      }),
    );
  });

  it('is for its owner alone, and takes the place of none', () => {
    const path = join(folder, '.env');
    writeFileSync(path, 'first');
    chmodSync(path, 0o644);
    expect(replaceWithBackup(path, 'second', 0o600)).toBe(`${path}.old`);
    expect(replaceWithBackup(path, 'third', 0o600)).toBe(`${path}.old.2`);
    expect(readdirSync(folder).sort()).toEqual(['.env', '.env.old', '.env.old.2']);
    const texts = ['.env', '.env.old', '.env.old.2'].map((name) => join(folder, name));
    expect(texts.map((each) => readFileSync(each, 'utf8'))).toEqual(['third', 'first', 'second']);
    expect(texts.map((each) => statSync(each).mode & 0o777)).toEqual([0o600, 0o600, 0o600]);
  });

  it('is new where there was none', () => {
    const path = join(folder, '.env');
    expect(replaceWithBackup(path, 'x', 0o600)).toBeUndefined();
    expect(statSync(path).mode & 0o777).toBe(0o600);
    expect(existsSync(`${path}.new`)).toBe(false);
  });
});

describe.skipIf(process.getuid?.() !== 0)('what root sets up for somebody else', () => {
  it('is theirs whose folder it is', () => {
    chownSync(folder, 65_534, 65_534);
    const path = join(folder, '.env');
    replaceWithBackup(path, 'x', 0o600);
    expect(statSync(path)).toMatchObject({ uid: 65_534, gid: 65_534 });
    replaceWithBackup(path, 'y', 0o600);
    expect(statSync(path)).toMatchObject({ uid: 65_534, gid: 65_534 });
    expect(statSync(path).mode & 0o777).toBe(0o600);
  });
});

describe('a unit', () => {
  const UNIT = `# It is for the folder /var/lib/turnpost.
[Unit]
Documentation=file:///usr/local/lib/node_modules/turnpost/docs/operating.md
[Service]
User=turnpost
ProtectHome=yes
StateDirectory=turnpost
StateDirectoryMode=0700
ReadWritePaths=-/var/backups/turnpost
WorkingDirectory=/var/lib/turnpost
ExecStart=turnpost start
TimeoutStopSec=20
`;
  const PAGE = '/opt/t/docs/operating.md';

  it('has the folder, the user and the program of this machine', () => {
    const command = ['/opt/my node/bin/node', '--max=1', '/opt/100%/$x/main.js'] as const;
    expect(
      unitText(UNIT, {
        folder: '/srv/g%s',
        backups: '/mnt/second disk',
        user: 'games',
        command,
        page: PAGE,
      }),
    ).toBe(`# It is for the folder /srv/g%s.
[Unit]
Documentation=file:///opt/t/docs/operating.md
[Service]
User=games
ProtectHome=yes
ReadWritePaths=/srv/g%%s
ReadWritePaths="-/mnt/second disk"
WorkingDirectory=/srv/g%%s
ExecStart="/opt/my node/bin/node" --max=1 /opt/100%%/$$x/main.js start
TimeoutStopSec=20
`);
  });

  it('keeps its folder where systemd makes that, and sees a program in a home', () => {
    const command = ['/home/me/.nvm/bin/node', '/usr/lib/turnpost/dist/main.js'] as const;
    const facts = { folder: '/var/lib/turnpost', user: 'turnpost', command, page: PAGE };
    const text = unitText(UNIT, facts);
    expect(text).toContain('\nStateDirectory=turnpost\nStateDirectoryMode=0700\n');
    expect(text.match(/^ReadWritePaths=.*$/gm)).toEqual(['ReadWritePaths=-/var/backups/turnpost']);
    expect(text).toContain('\nProtectHome=read-only\n');
  });
});

describe('where a server is', () => {
  it.each([
    ['imap.example.org', { host: 'imap.example.org', port: 993, tls: true }],
    ['imap.example.org:143', { host: 'imap.example.org', port: 143, tls: false }],
    ['[::1]:993', { host: '::1', port: 993, tls: true }],
    ['h:1', { host: 'h', port: 1, tls: undefined }],
    ['h:0', undefined],
    ['h:99999', undefined],
    ['a b', undefined],
    ['', undefined],
  ])('is told by %s', (text, server) => {
    const read = parseServer(text, 'imap');
    expect(read.ok ? read.value.server : undefined).toEqual(server);
  });
});

describe('a provider', () => {
  it('is known by its domains, each of which is one provider’s', async () => {
    const domains = PROVIDERS.flatMap((each) => each.domains);
    expect(new Set(domains).size).toBe(domains.length);
    const unasked = () => Promise.reject(new Error('asked'));
    expect((await providerOfDomain('GMX.de', unasked))?.id).toBe('gmx');
  });

  it.each([
    [['aspmx.l.google.com'], 'gmail'],
    [['smtp.google.com.'], 'gmail'],
    [['example-org.mail.protection.outlook.com'], 'microsoft365'],
    [['outlook-com.olc.protection.outlook.com'], 'outlook'],
    [['MXEXT1.mailbox.org', 'mxext2.mailbox.org'], 'mailbox.org'],
    [['mx.example.org'], undefined],
    [['evilgoogle.com'], undefined],
    [[], undefined],
  ])('is known by %j', (names, id) => {
    expect(providerOfMxHosts(names)?.id).toBe(id);
  });
});

describe('options', () => {
  const plan = (...args: string[]) => {
    const read = readOptions(args, INIT_OPTIONS);
    return read.ok ? planOf(read.value.options) : err(read.error.message);
  };

  it.each([
    [
      ['--imap', 'imaps://u%40x@h/Games%20'],
      { imap: { host: 'h', port: 993, tls: true }, user: 'u@x', mailbox: 'Games ' },
    ],
    [['--imap', 'imap://h:1143'], { imap: { host: 'h', port: 1143, tls: false } }],
    [['--imap=none'], { imap: 'none' }],
    [['--smtp', 'smtp://[::1]'], { smtp: { host: '::1', port: 587, tls: false } }],
    [['--smtp', 'smtp.example.org'], { smtp: { host: 'smtp.example.org', port: 465, tls: true } }],
    [['--ca-file', CA_FILE], { caFile: CA_FILE }],
    [
      ['--token-command', 'x y'],
      { login: { kind: 'tokens', variables: { TURNPOST_TOKEN_COMMAND: 'x y' } } },
    ],
  ])('%j are understood', (args, expected) => {
    expect(plan(...args)).toEqual({ ok: true, value: expected });
  });

  it.each([
    [['--imap', 'imaps://u:hunter2@h'], 'use --password-stdin'],
    [['--imap', 'smtps://h'], '--imap: write it as imaps://'],
    [['--smtp', 'h:99'], '--smtp: write it as smtps://'],
    [['--address', 'games'], '--address: Write one plain address'],
    [['--admins', 'a@b c'], '--admins: Write addresses'],
    [['--provider', 'yahoo'], '--provider does not accept: yahoo\nAllowed: gmail'],
    [['--ca-file', 'no.pem'], '--ca-file: no.pem cannot be read (ENOENT).'],
    [['--passwrod'], 'There is no option --passwrod.'],
    [['--address'], '--address requires: ADDRESS'],
    [['--yes=now'], '--yes takes no value.'],
  ])('%j are refused', (args, told) => {
    const refused = plan(...args);
    expect(refused).toMatchObject({ ok: false });
    expect(!refused.ok && refused.error).toContain(told);
    expect(JSON.stringify(refused)).not.toContain('hunter2');
  });

  it('know every provider', () => {
    expect(INIT_OPTIONS.provider.oneOf).toEqual(PROVIDERS.map(({ id }) => id));
  });
});
