import { resolveSrv } from 'node:dns/promises';
import type { Account } from '../../post/account.ts';
import { serverSearchMsMax, srvRecordsMax } from '../../server-limits.ts';
import { type Protocol, probeWire, type WireFacts, withTimeout } from '../check/wire.ts';
import type { ServerAddress } from './plan.ts';

/** The network access of a search. */
export interface SearchPorts {
  /** The SRV records of a name, perhaps none. */
  srv(name: string): Promise<readonly SrvRecord[]>;
  /** Probes a server up to the login. */
  probe(account: Account, protocol: Protocol, ms: number): Promise<WireFacts>;
}

interface SrvRecord {
  /** Empty: the service is not offered (RFC 2782, "Target"). */
  readonly name: string;
  readonly port: number;
  readonly priority: number;
}

/** The result of a search. */
export interface FoundServer {
  /** The best one that answers; undefined where none does. */
  readonly place: ServerAddress | undefined;
  /** The hosts that were tried. */
  readonly tried: readonly string[];
}

/** The services in DNS (RFC 6186, section 3; RFC 8314, section 5.1), and their ports. */
const SERVICES = {
  imap: [
    { service: '_imaps', port: 993, tls: true },
    { service: '_imap', port: 143, tls: false },
  ],
  smtp: [
    { service: '_submissions', port: 465, tls: true },
    { service: '_submission', port: 587, tls: false },
  ],
} as const;

/** Searches by the DNS and the network of this machine. */
const systemSearch: SearchPorts = {
  srv: (name) => resolveSrv(name).catch(() => []),
  probe: probeWire,
};

/**
 * Finds the server of a domain: by its SRV records, and at common names and ports. All are probed at once,
 * with one timeout.
 */
export async function findServer(
  domain: string,
  protocol: Protocol,
  { srv, probe }: SearchPorts = systemSearch,
): Promise<FoundServer> {
  const tried = new Set<string>();
  const tryAt = async (place: ServerAddress): Promise<Answer> => {
    tried.add(place.host);
    const { host, port, tls: secure } = place;
    const account = { host, port, secure, user: '', pass: '', path: '' };
    return { place, facts: await probe(account, protocol, serverSearchMsMax) };
  };
  const bySrv = SERVICES[protocol].map(async ({ service, tls }) => {
    const records = (await srv(`${service}._tcp.${domain}`)).filter(({ name }) => name !== '');
    const first = records.toSorted((one, next) => one.priority - next.priority);
    const places = first
      .slice(0, srvRecordsMax)
      .map(({ name: host, port }) => ({ host, port, tls }));
    return Promise.all(places.map(tryAt));
  });
  const hosts = [`${protocol}.${domain}`, `mail.${domain}`, domain];
  const byCommonName = SERVICES[protocol].flatMap(({ port, tls }) =>
    hosts.map((host) => tryAt({ host, port, tls })),
  );
  const searches: Promise<Answer | readonly Answer[]>[] = [...bySrv, ...byCommonName];
  const answers = await Promise.all(
    searches.map((each) => withTimeout(each, serverSearchMsMax, undefined)),
  );
  const [best] = answers
    .flat()
    .filter((answer) => rankOf(answer) > 0)
    .toSorted((one, next) => rankOf(next) - rankOf(one));
  return { place: best?.place, tried: [...tried] };
}

type Answer = { readonly place: ServerAddress; readonly facts: WireFacts } | undefined;

/** The rank of a server: its certificate is trusted, or has its name, or a login is possible. */
function rankOf(answer: Answer): number {
  if (answer?.facts.kind !== 'ready') return 0;
  const { certificate } = answer.facts;
  if (certificate && certificate.code === undefined) return 3;
  return certificate?.isNamed ? 2 : 1;
}
