import type { Draft } from '../config.ts';
import { addressKey, splitTag } from '../player/address.ts';
import { type Finding, findingsOf } from './finding.ts';

const { warn, wrong } = findingsOf('admins');

/** Whether somebody is told when something is wrong. */
export function adminFindings({ address, admins }: Draft): readonly Finding[] {
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
  return [...admins].some(isOwn)
    ? [
        wrong(
          'TURNPOST_ADMINS names the address of the server itself, which reads no letter of its own.',
          'Put addresses of people there.',
        ),
      ]
    : [];
}
