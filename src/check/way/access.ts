import { type Access, AccessError } from '../../post/access.ts';
import type { Account } from '../../post/account.ts';
import type { Result } from '../../result.ts';
import { type Finding, findingsOf } from '../finding.ts';
import { quoted } from './quoted.ts';
import type { Protocol } from './wire.ts';
import { variableOf } from './wire-words.ts';

const { ok, wrong } = findingsOf('oauth');

/** Whether there is an access token for the accounts that need one; nothing where none does. */
export async function accessFindings(
  accounts: readonly (Account | undefined)[],
): Promise<readonly Finding[]> {
  const account = accounts.find((each) => each?.access);
  if (!account?.access) return [];
  return [await accessFinding(account, account.access)];
}

async function accessFinding({ host, port }: Account, access: Access): Promise<Finding> {
  try {
    await access.token(`${host}:${port}`);
    return ok('There is an access token.');
  } catch (error) {
    if (!(error instanceof AccessError)) throw error;
    const { message, see } = error;
    return wrong(
      `There is no access token: ${message}.`,
      see === undefined ? 'Try again later.' : `Look at ${see}.`,
    );
  }
}

/** What is said of a login by an access token. */
export function tokenFinding(
  protocol: Protocol,
  host: string,
  entered: Result<unknown, { readonly said: string }>,
): Finding {
  const told = findingsOf(protocol);
  if (entered.ok) return told.ok(`${host} accepts the access token.`);
  return told.wrong(
    `${host} does not accept the access token (${quoted(entered.error.said)}).`,
    `See that the user of ${variableOf(protocol)} is the one who has said yes, and that the account lets programs in by ${protocol.toUpperCase()}; or say yes again, with turnpost init.`,
  );
}
