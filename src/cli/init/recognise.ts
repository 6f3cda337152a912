import { resolveMx } from 'node:dns/promises';
import { mxMsMax } from '../../server-limits.ts';
import { PROVIDERS, type Provider } from './providers.ts';

/** The provider with a certain id. */
export const providerOf = (id: string | undefined): Provider | undefined =>
  PROVIDERS.find((each) => each.id === id);

/** The provider whose domain it is. */
export const providerOfDomain = (domain: string): Provider | undefined =>
  PROVIDERS.find(({ domains }) => domains.includes(domain.toLowerCase()));

/** The provider with the longest name that one of a domain's mail exchangers has. */
export function providerOfExchangers(names: readonly string[]): Provider | undefined {
  const known = PROVIDERS.flatMap((provider) =>
    provider.exchangers.map((ending) => ({ provider, ending })),
  ).sort((one, other) => other.ending.length - one.ending.length);
  const exchangers = names.map((name) => name.toLowerCase().replace(/\.$/, ''));
  return known.find(({ ending }) => exchangers.some((name) => `.${name}`.endsWith(ending)))
    ?.provider;
}

/** The mail exchangers of a domain; none where nobody says in time, as without a network. */
export async function exchangersOf(domain: string): Promise<readonly string[]> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<readonly string[]>((resolve) => {
    timer = setTimeout(() => resolve([]), mxMsMax);
  });
  const asked = resolveMx(domain).then(
    (found) => found.map(({ exchange }) => exchange),
    () => [],
  );
  return Promise.race([asked, late]).finally(() => clearTimeout(timer));
}
