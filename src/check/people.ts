import type { ConfigDraft } from '../config.ts';
import { addressKey, splitTag } from '../player/address.ts';
import { isLoopback } from '../post/account.ts';
import { type Finding, findingsOf } from './finding.ts';

const { warn, wrong } = findingsOf('admins');

/** Whether somebody is told when something is wrong. */
export function adminFindings({ address, admins, smtp }: ConfigDraft): readonly Finding[] {
  if (!admins || admins.size === 0) {
    return [
      warn(
        'TURNPOST_ADMINS is not set, so that nobody is told by letter of trouble.',
        'Set it to your own address.',
      ),
    ];
  }
  const isOwn = (admin: string) =>
    address !== undefined && addressKey(splitTag(admin).base) === addressKey(address);
  if ([...admins].some(isOwn)) {
    return [
      wrong(
        'TURNPOST_ADMINS names the address of the server itself, which reads no letter of its own.',
        'Put addresses of people there.',
      ),
    ];
  }
  const ours = address?.split('@').at(-1)?.toLowerCase();
  const isOdd = (domain: string) =>
    !domain.includes('.') &&
    domain !== ours &&
    !(domain === 'localhost' && smtp && isLoopback(smtp));
  const odd = [...admins].filter((admin) => isOdd(admin.split('@').at(-1) ?? ''));
  return odd.length === 0
    ? []
    : [
        warn(
          `TURNPOST_ADMINS names ${odd.join(' and ')}, and no domain is written without a dot.`,
          'See that it is written right: letters about trouble go there.',
        ),
      ];
}
