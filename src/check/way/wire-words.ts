import type { Account } from '../../post/account.ts';
import { type Finding, findingsOf } from '../finding.ts';
import { isPassing, parseReply, quoted } from './reply.ts';
import type { Certificate, Protocol, Spoken, WireFacts } from './wire.ts';

const LABELS = {
  imap: {
    name: 'IMAP',
    variable: 'TURNPOST_IMAP_URL',
    usual: '993 with imaps://, or 143 with imap://',
  },
  smtp: {
    name: 'SMTP',
    variable: 'TURNPOST_SMTP_URL',
    usual: '465 with smtps://, or 587 with smtp://',
  },
} as const;

const SPOKEN: Readonly<Record<Spoken, string>> = {
  imap: 'an IMAP server',
  smtp: 'an SMTP server',
  pop3: 'a POP3 server',
  http: 'a web server',
  ssh: 'an SSH server',
  sieve: 'a server for Sieve filters',
  other: 'something that is no mail server',
  nothing: 'something that says nothing',
};

/** The variable that names a server. */
export const variableOf = (protocol: Protocol): string => LABELS[protocol].variable;

/**
 * What is to be said of the way to a mail server, as far as the login.
 *
 * @param now in UTC milliseconds
 */
export function wireFindings(
  protocol: Protocol,
  account: Pick<Account, 'host' | 'port' | 'secure'>,
  facts: WireFacts,
  now: number,
): readonly Finding[] {
  const { host, port, secure } = account;
  const { name, variable, usual } = LABELS[protocol];
  const { ok, wrong } = findingsOf(protocol);
  const place = `${host}:${port}`;
  const takePort = `See whether host and port are right in ${variable}: the usual port is ${usual}.`;
  const isOther = (spoken: Spoken) => {
    const belongs =
      spoken === 'imap' || spoken === 'smtp' ? `; this one belongs into ${variableOf(spoken)}` : '';
    return [
      wrong(
        `At ${place} is ${SPOKEN[spoken]}, and ${variable} needs ${name}.`,
        `Write the ${name} server there: its usual port is ${usual}${belongs}.`,
      ),
    ];
  };
  const isKnown = (spoken: Spoken | undefined): spoken is Spoken =>
    spoken !== undefined && spoken !== 'nothing' && spoken !== 'other' && spoken !== protocol;
  switch (facts.kind) {
    case 'no-name':
      return [
        facts.code === 'ENOTFOUND' || facts.code === 'ENODATA'
          ? wrong(
              `There is no host ${host} (${facts.code}).`,
              `Write the right name into ${variable}.`,
            )
          : wrong(
              `The name ${host} cannot be looked up (${facts.code}).`,
              `See whether it is right in ${variable}, and whether this machine has a name server (/etc/resolv.conf).`,
            ),
      ];
    case 'no-connection':
      return [
        wrong(connectionText(place, facts.code), connectionRemedy(facts.code, port, takePort)),
      ];
    case 'no-tls':
      if (facts.plain === protocol) {
        return [
          wrong(
            `At ${place} ${name} begins without TLS, and ${protocol}s:// wants it from the first byte.`,
            `Write ${protocol}:// in ${variable}, which switches to TLS by STARTTLS; or take the other port, ${usual}.`,
          ),
        ];
      }
      if (isKnown(facts.plain)) return isOther(facts.plain);
      return [tlsFinding(protocol, place, facts.code, takePort)];
    case 'silent':
      if (facts.overTls === protocol) {
        return [
          wrong(
            `At ${place} TLS is wanted from the first byte, and ${protocol}:// begins without.`,
            `Write ${protocol}s:// in ${variable}; or take the other port, ${usual}.`,
          ),
        ];
      }
      if (isKnown(facts.overTls)) return isOther(facts.overTls);
      if (isKnown(facts.asked)) return isOther(facts.asked);
      return [
        wrong(
          `${place} takes the connection and stays silent: there is no greeting.`,
          `${takePort} If they are, the server or a firewall before it is broken: ask its operator.`,
        ),
      ];
    case 'greeted':
      return facts.spoken === protocol
        ? [turnedAway(protocol, place, facts.greeting)]
        : isOther(facts.spoken);
    case 'stopped':
      return [
        wrong(
          `${place} greets, and then stops answering (${facts.at.replace(/^c1 /, '')}).`,
          'The server is overloaded or broken, or a firewall cuts in: try again later, or ask its operator.',
        ),
      ];
    case 'no-starttls':
      return [
        wrong(
          facts.said === ''
            ? `${place} offers no STARTTLS, and the password is not sent without TLS.`
            : `${place} offers STARTTLS and refuses it (${quoted(facts.said)}).`,
          `Write ${protocol}s:// in ${variable} with port ${protocol === 'imap' ? 993 : 465}, or have the operator of the server switch TLS on.`,
        ),
      ];
    case 'ready': {
      const bad = certificateFinding(protocol, host, variable, facts.certificate, now);
      const how =
        facts.certificate === undefined
          ? 'without TLS, on this machine'
          : secure
            ? 'by TLS'
            : 'by STARTTLS';
      return bad?.level === 'wrong'
        ? [bad]
        : [ok(`${place} is reached ${how}.`), ...(bad ? [bad] : [])];
    }
  }
}

const connectionText = (place: string, code: string): string =>
  code === 'ECONNREFUSED'
    ? `Nobody listens at ${place} (ECONNREFUSED).`
    : code === 'ETIMEDOUT'
      ? `${place} does not answer at all (ETIMEDOUT): something on the way swallows the connection.`
      : `${place} cannot be reached (${code}).`;

function connectionRemedy(code: string, port: number, takePort: string): string {
  if (code === 'ECONNREFUSED') return takePort;
  if (/^E(?:NETUNREACH|HOSTUNREACH|NETDOWN|ADDRNOTAVAIL)$/.test(code)) {
    return 'See whether this machine has a network, and whether the host is the right one.';
  }
  const blocked = port === 25 ? ' Port 25 is blocked in many networks; 587 and 465 are not.' : '';
  return `See whether a firewall lets this machine out to that port.${blocked} ${takePort}`;
}

const OLD_TLS = /PROTOCOL_VERSION|UNSUPPORTED_PROTOCOL|VERSION_TOO_LOW|LEGACY|NO_PROTOCOLS/;

function tlsFinding(protocol: Protocol, place: string, code: string, takePort: string): Finding {
  const { wrong } = findingsOf(protocol);
  if (OLD_TLS.test(code)) {
    return wrong(
      `${place} speaks only a version of TLS that is too old (${code}).`,
      'It must offer TLS 1.2 or newer: have it updated, or take another server.',
    );
  }
  if (/HANDSHAKE_FAILURE|KEY_TOO_SMALL|NO_SHARED_CIPHER|NO_CIPHERS/.test(code)) {
    return wrong(
      `${place} offers no way of encrypting that is strong enough (${code}).`,
      'Have it updated (TLS 1.2, a key of 2048 bits or more), or take another server.',
    );
  }
  const how = code === 'ETIMEDOUT' ? 'is silent' : 'breaks off';
  return wrong(`${place} ${how} when TLS begins (${code}).`, takePort);
}

function turnedAway(protocol: Protocol, place: string, greeting: string): Finding {
  const reply = parseReply(greeting.replace(/^\* BYE /i, ''));
  const isBusy =
    isPassing(reply) ?? /too many|try again|\blater\b|\bbusy\b|overload/i.test(reply.words);
  return findingsOf(protocol).wrong(
    `${place} turns us away at the door (${quoted(greeting)}).`,
    isBusy
      ? 'Try again later. If it stays so, ask the operator of the server.'
      : 'Ask the operator of the server why: this machine may be on a list of those that it does not let in.',
  );
}

const DAY_MS = 86_400_000;
/** Those that renew themselves do so weeks before. */
const SOON_MS = 7 * DAY_MS;

const day = (at: number): string =>
  Number.isNaN(at) ? 'an unknown day' : new Date(at).toISOString().slice(0, 10);

const AUTHORITY =
  'save the certificate of its authority as a file, and name that in TURNPOST_CA_FILE';

/** What is to be said of a certificate; undefined when all is well, or there is none. */
export function certificateFinding(
  protocol: Protocol,
  host: string,
  variable: string,
  certificate: Certificate | undefined,
  now: number,
): Finding | undefined {
  if (!certificate) return undefined;
  const { wrong, warn } = findingsOf(protocol);
  const { code, names, isNamed, issuer, from, until } = certificate;
  const named = names.slice(0, 4).join(', ') || 'no name';
  // Once it is trusted the name would be the next trouble.
  const besides = isNamed ? '' : `; besides, it is for ${named} and not for ${host}`;
  const byName = isNamed
    ? ''
    : ` And write the name of the server into ${variable} as the certificate has it.`;
  // A certificate may be untrusted and too old at once; then its age is the plainer trouble.
  if (code !== undefined && until < now) {
    return wrong(
      `The certificate of ${host} has expired: it ended on ${day(until)} (${code}).`,
      `Have the operator of the server renew it. If today is not ${day(now)}, set the clock of this machine.`,
    );
  }
  if (code !== undefined && from > now) {
    return wrong(
      `The certificate of ${host} is not valid yet: it begins on ${day(from)} (${code}).`,
      `If today is not ${day(now)}, set the clock of this machine (timedatectl set-ntp true).`,
    );
  }
  switch (code) {
    case undefined:
      return until - now < SOON_MS
        ? warn(
            `The certificate of ${host} ends on ${day(until)}.`,
            'See that it is renewed by then.',
          )
        : undefined;
    case 'ERR_TLS_CERT_ALTNAME_INVALID':
      return wrong(
        `The certificate is for ${named} and not for ${host}, the host in ${variable}.`,
        names.length > 0
          ? `Write the name of the server as the certificate has it into ${variable}.`
          : 'Have the server show a certificate with its name.',
      );
    case 'DEPTH_ZERO_SELF_SIGNED_CERT':
      return wrong(
        `The certificate of ${host} is self-signed: no authority vouches for it (${code})${besides}.`,
        `Have the server use one of a public authority, or ${AUTHORITY.replace('of its authority ', '')}.${byName}`,
      );
    case 'SELF_SIGNED_CERT_IN_CHAIN':
    case 'UNABLE_TO_GET_ISSUER_CERT':
    case 'UNABLE_TO_GET_ISSUER_CERT_LOCALLY':
    case 'UNABLE_TO_VERIFY_LEAF_SIGNATURE':
      return wrong(
        `The certificate of ${host} is signed by an authority that this machine does not know: ${issuer} (${code})${besides}.`,
        `If that is a private authority of yours, ${AUTHORITY}; if it is a public one, have the server send its whole chain.${byName}`,
      );
    default:
      return wrong(
        `The certificate of ${host} cannot be trusted (${code}).`,
        'Have the operator of the server put another one in its place.',
      );
  }
}
