import { type Finding, findingsOf } from '../finding.ts';
import type { Certificate, Protocol } from './wire.ts';

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
