import type { Time } from '../ports.ts';
import { type Access, renewedTokenRefused } from '../post/access.ts';
import { accessTokenSpareMs, refusedRenewalMs } from '../server-limits.ts';

/** An access token as issued. */
export interface Grant {
  readonly token: string;
  /** Lifetime in milliseconds. */
  readonly livesMs: number;
}

/**
 * Shares one access token among all connections, and renews it before it expires; concurrent requests share
 * one renewal.
 *
 * @param renew gets a new token. @throws AccessError
 */
export function makeAccess(renew: () => Promise<Grant>, time: Time): Access {
  let held: (Grant & { readonly since: number }) | undefined;
  let renewal: Promise<string> | undefined;
  /** Renewal times by server, after a refusal; an accepted token clears the entry. */
  const renewedFor = new Map<string, number>();

  const age = (since: number): number => time.now() - since;
  /** False after the clock was set back. */
  const isWithin = (since: number, ms: number): boolean => age(since) >= 0 && age(since) < ms;
  const usable = (spareMs: number): string | undefined =>
    held && isWithin(held.since, Math.max(held.livesMs - spareMs, held.livesMs / 2))
      ? held.token
      : undefined;

  const renewed = (): Promise<string> => {
    renewal ??= renew()
      .then((grant) => {
        held = { ...grant, since: time.now() };
        return grant.token;
      })
      .finally(() => {
        renewal = undefined;
      });
    return renewal;
  };

  return {
    async token(door, refused) {
      if (refused === undefined || held?.token !== refused) {
        const good = usable(accessTokenSpareMs);
        if (good !== undefined) return good;
        return renewed().catch((error) => {
          // The rest of its lifetime bridges a short outage of the token endpoint.
          const last = usable(0);
          if (last === undefined || last === refused) throw error;
          return last;
        });
      }
      const before = renewedFor.get(door);
      if (before !== undefined && isWithin(before, refusedRenewalMs)) throw renewedTokenRefused();
      const token = await renewed();
      renewedFor.set(door, time.now());
      return token;
    },
    taken(door) {
      renewedFor.delete(door);
    },
  };
}
