import { type Access, AccessError } from '../../post/access.ts';
import type { Account } from '../../post/account.ts';
import { type Finding, findingsOf } from '../finding.ts';

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
