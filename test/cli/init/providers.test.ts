import { createServer, type Server } from 'node:net';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { probeWire } from '../../../src/cli/check/wire.ts';
import { findServer, type SearchPorts } from '../../../src/cli/init/providers.ts';
import { type Account, parseTrust } from '../../../src/post/account.ts';
import { present } from '../../support/run/present.ts';
import {
  type Authority,
  ELSEWHERE,
  hasOpenssl,
  makeAuthority,
  startCertified,
} from '../../support/servers/certified.ts';
import { freePort } from '../../support/servers/ports.ts';

type Protocol = 'imap' | 'smtp';

describe.skipIf(!present('openssl', hasOpenssl()))(
  'a search for the mail servers of a domain',
  () => {
    let authority: Authority;
    let trust: NonNullable<Account['trust']>;
    let nobody: number;
    beforeAll(async () => {
      authority = makeAuthority();
      const read = parseTrust(authority.pem);
      if (!read.ok) throw new Error(read.error);
      trust = read.value;
      nobody = await freePort();
    });
    afterAll(() => authority.clear());

    /** What listens, by the host and port at which the search believes it to be. */
    const listening = new Map<string, number>();
    const started: { stop(): unknown }[] = [];
    afterEach(() => {
      for (const each of started.splice(0)) each.stop();
      listening.clear();
    });

    async function put(
      place: string,
      protocol: Protocol,
      secure: boolean,
      names = `DNS:${ELSEWHERE}`,
    ) {
      const server = await startCertified(protocol, secure, authority.issue(names));
      started.push(server);
      listening.set(place, server.port);
      return server;
    }

    /** The network of this machine alone, and no DNS but what is given. */
    const ports = (
      records: Readonly<Record<string, { name: string; port: number; priority: number }[]>> = {},
      believed: Pick<Account, 'trust'> = { trust },
    ): SearchPorts & { readonly asked: string[] } => {
      const asked: string[] = [];
      return {
        asked,
        srv: async (name) => records[name] ?? [],
        probe: (account, protocol, ms) => {
          const place = `${account.host}:${account.port}`;
          asked.push(place);
          const port = listening.get(place) ?? nobody;
          return probeWire({ ...account, ...believed, host: ELSEWHERE, port }, protocol, ms);
        },
      };
    };

    it('takes the first of the usual names, TLS before STARTTLS', async () => {
      await put('imap.example.org:143', 'imap', false);
      await put('example.org:993', 'imap', true);
      await put('mail.example.org:993', 'imap', true);
      const heard = await put('smtp.example.org:587', 'smtp', false);
      const out = ports();
      expect(await findServer('example.org', 'imap', out)).toEqual({
        server: { host: 'mail.example.org', port: 993, tls: true },
        tried: ['imap.example.org', 'mail.example.org', 'example.org'],
      });
      expect(out.asked).toHaveLength(6);
      expect(await findServer('example.org', 'smtp', ports())).toMatchObject({
        server: { host: 'smtp.example.org', port: 587, tls: false },
      });
      expect(heard.heard()).not.toMatch(/AUTH (?:PLAIN|LOGIN)|MAIL FROM/);
    });

    it('takes before them what SRV records name, by priority', async () => {
      await put('imap.example.org:993', 'imap', true);
      await put('in.example.net:1993', 'imap', true);
      const record = (name: string, priority: number) => ({ name, priority, port: 1993 });
      const records = {
        '_imaps._tcp.example.org': [record('spare.example.net', 2), record('in.example.net', 1)],
        '_imap._tcp.example.org': [record('', 0)],
      };
      expect((await findServer('example.org', 'imap', ports(records))).server).toEqual({
        host: 'in.example.net',
        port: 1993,
        tls: true,
      });
    });

    it('takes rather a server whose certificate is right', async () => {
      await put('imap.example.org:993', 'imap', true, 'DNS:shared.example.net');
      await put('mail.example.org:143', 'imap', false);
      const named = { host: 'mail.example.org', port: 143, tls: false };
      expect((await findServer('example.org', 'imap', ports())).server).toEqual(named);
      // Its authority may be one that the operator has yet to name.
      expect((await findServer('example.org', 'imap', ports({}, {}))).server).toEqual(named);
    });

    it('takes one with a wrong certificate when there is no other: what is wrong is told later', async () => {
      await put('imap.example.org:993', 'imap', true, 'DNS:shared.example.net');
      expect((await findServer('example.org', 'imap', ports())).server?.host).toBe(
        'imap.example.org',
      );
    });

    it('takes none that speaks something else, and says where it has looked', async () => {
      await put('smtp.example.org:465', 'imap', true);
      expect(await findServer('example.org', 'smtp', ports())).toEqual({
        server: undefined,
        tried: ['smtp.example.org', 'mail.example.org', 'example.org'],
      });
    });

    it('waits for nobody who does not answer', async () => {
      const silent: Server = createServer();
      await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve));
      started.push({ stop: () => silent.close() });
      const address = silent.address();
      listening.set(
        'imap.example.org:993',
        typeof address === 'object' && address ? address.port : 0,
      );
      await put('mail.example.org:143', 'imap', false);
      const never = new Promise<never>(() => undefined);
      const out = { ...ports(), srv: () => never };
      expect((await findServer('example.org', 'imap', out)).server?.host).toBe('mail.example.org');
    });
  },
);
