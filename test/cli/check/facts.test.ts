import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { diskFindings, roomFindings } from '../../../src/cli/check/database.ts';
import { nodeFinding, processLimitFindings } from '../../../src/cli/check/machine.ts';
import { certificateFinding, quoted, wireFindings } from '../../../src/cli/check/server-talk.ts';

/** What is said of facts that no test can make: another Node.js, a full disk, a name on a certificate. */

const SUPPORTED = '^20.19.0 || ^22.12.0 || >=24.0.0';
const DAY_MS = 86_400_000;

describe('Node.js', () => {
  it.each([
    ['20.19.0', 'ok'],
    ['20.18.9', 'wrong'],
    ['22.12.1', 'ok'],
    ['23.9.0', 'wrong'],
    ['26.0.0', 'ok'],
  ])('%s is %s', (version, level) => {
    const found = nodeFinding(version, SUPPORTED);
    expect(found.level).toBe(level);
    if (level === 'wrong') {
      expect(found.what).toBe(`Node.js ${version} is not supported.`);
      expect(found.remedy).toContain('20.19.0 or 22.12.0 or at least 24.0.0');
    }
  });
});

describe('a disk', () => {
  const well = {
    folder: '/srv',
    freeBytes: 1e10,
    freeInodes: 1000,
    type: 0xef53,
    writeError: undefined,
  };
  it.each([
    ['well', {}, ['ok'], /MB are free/],
    ['full', { writeError: 'ENOSPC' }, ['wrong'], /The disk is full.*ENOSPC/],
    ['out of files', { freeInodes: 0 }, ['wrong'], /no free inodes/],
    ['nearly full', { freeBytes: 1e6 }, ['wrong'], /nearly full: 0 MB/],
    ['getting full', { freeBytes: 1e8 }, ['warn'], /little free space: 95 MB/],
    ['read-only', { writeError: 'EROFS' }, ['wrong'], /is not writable.*EROFS/],
    ['of somebody else', { writeError: 'EACCES' }, ['wrong'], /is not writable.*EACCES/],
    ['in memory', { type: 0x01021994 }, ['warn'], /is in memory \(tmpfs\)/],
    ['NFS', { type: 0x6969 }, ['warn'], /network file system \(NFS\)/],
  ])('that is %s is told of', (_, facts, levels, what) => {
    const found = roomFindings({ ...well, ...facts });
    expect(found.map(({ level }) => level)).toEqual(levels);
    expect(found[0]?.what).toMatch(what);
    if (levels[0] !== 'ok') expect(found[0]?.remedy).toMatch(/room|disk|user/);
  });
});

describe('a disk that is full', () => {
  const { fsyncSync } = fs;
  afterEach(() => {
    fs.fsyncSync = fsyncSync;
    syncBuiltinESMExports();
  });

  it('only when it is synced is told of', () => {
    fs.fsyncSync = () => {
      throw Object.assign(new Error('no room'), { code: 'EDQUOT' });
    };
    syncBuiltinESMExports();
    const [found] = diskFindings(join(tmpdir(), 'turnpost.sqlite'), false);
    expect(found).toMatchObject({ level: 'wrong', what: expect.stringContaining('EDQUOT') });
  });
});

describe('what the system gives', () => {
  const GIB = 2 ** 30;
  const ample = { files: 1024, memory: GIB, addressSpace: undefined };
  it.each([
    ['enough', {}, []],
    ['few files', { files: 64 }, ['wrong']],
    ['not many files', { files: 200 }, ['warn']],
    ['little memory', { memory: GIB / 16 }, ['wrong']],
  ] as const)('%s', (_, lacks, levels) => {
    const found = processLimitFindings({ ...ample, ...lacks });
    expect(found.map(({ level }) => level)).toEqual(levels);
    if (found[0]) expect(found[0].remedy).toMatch(/LimitNOFILE=/);
  });
});

describe('a certificate', () => {
  const now = Date.UTC(2026, 10, 22);
  const well = {
    code: undefined,
    names: ['mail.example.org'],
    isNamed: true,
    issuer: 'Some authority',
    from: now - DAY_MS,
    until: now + 60 * DAY_MS,
  };
  const of = (facts: object) =>
    certificateFinding('imap', 'mail.home.test', { ...well, ...facts }, now);

  it('that is well is not told of', () => expect(of({})).toBeUndefined());

  it.each([
    [
      'for another name',
      { code: 'ERR_TLS_CERT_ALTNAME_INVALID', isNamed: false },
      /is for mail\.example\.org and not for mail\.home\.test/,
      /server name from the certificate into TURNPOST_IMAP_URL/,
    ],
    ['that is soon over', { until: now + 2 * DAY_MS }, /expires on 2026-11-24/, /renewed/],
    [
      'that is not valid yet',
      { code: 'CERT_NOT_YET_VALID', from: now + DAY_MS },
      /not valid before 2026-11-23/,
      /set the clock/,
    ],
    ['that has expired', { code: 'CERT_HAS_EXPIRED', until: 0 }, /expired on/, /renew.*clock/],
  ])('%s is told of', (_, facts, what, remedy) => {
    expect(of(facts)?.what).toMatch(what);
    expect(of(facts)?.remedy).toMatch(remedy);
  });
});

describe('a server that is not reached', () => {
  const account = { host: 'mail.home.test', port: 25, secure: false };
  it.each([
    [{ kind: 'no-connection', code: 'ETIMEDOUT' }, /cannot be reached/, /firewall.*Port 25/],
    [{ kind: 'no-name', code: 'EAI_AGAIN' }, /cannot be resolved/, /resolv\.conf/],
    [{ kind: 'no-tls', code: 'ECONNRESET', plain: undefined }, /not complete the TLS/, /587/],
    [{ kind: 'no-tls', code: 'EE_KEY_TOO_SMALL', plain: undefined }, /strong enough/, /2048/],
  ] as const)('as %j is told of', (facts, what, remedy) => {
    const found = wireFindings('smtp', account, facts, 0);
    expect(found.map(({ level }) => level)).toEqual(['wrong']);
    expect(found[0]?.what).toMatch(what);
    expect(found[0]?.remedy).toMatch(remedy);
  });
});

describe('a server that turns us away', () => {
  it.each([
    ['421 4.3.2 no service now', /Try again later/],
    ['554 5.7.1 too many hosts of downloaders there', /block list/],
  ])('with %s is told of', (greeting, remedy) => {
    const account = { host: 'mail.home.test', port: 25, secure: false };
    const facts = { kind: 'unwelcome', greeting } as const;
    expect(wireFindings('smtp', account, facts, 0)[0]?.remedy).toMatch(remedy);
  });
});

describe('what a server has said', () => {
  it('is shown on one line, and without the password that it repeats', () => {
    const coded = Buffer.from('\0me\0hunter2').toString('base64');
    const said = `535 no\r\n hunter2 ${coded} ${Buffer.from('hunter2').toString('base64')}`;
    expect(quoted(said, ['hunter2', '\0me\0hunter2'])).toBe('535 no ... ... ...');
    expect(quoted('x'.repeat(1000))).toHaveLength(163);
  });
});
