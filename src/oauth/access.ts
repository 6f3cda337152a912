import type { Time } from '../ports.ts';
import { type Access, refusedTwice } from '../post/access.ts';
import { accessTokenSpareMs, refusedRenewalMs } from '../server-limits.ts';

/** An access token, as it was given. */
export interface Grant {
  readonly token: string;
  /** How long it is good for. */
  readonly livesMs: number;
}

/**
 * Keeps an access token for all connections, and gets another before it ends: one at a time, whoever
 * asks for it.
 *
 * @param renew gets a new one. @throws AccessError
 */
export function makeAccess(renew: () => Promise<Grant>, time: Time): Access {
  let held: (Grant & { readonly since: number }) | undefined;
  let renewal: Promise<string> | undefined;
  /** The servers for whose refusal a token was renewed, and when; none of them has taken one since. */
  const renewedFor = new Map<string, number>();

  const age = (since: number): number => time.now() - since;
  /** A clock that was put back makes nothing younger than it is. */
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
          // What is left of its life bridges a short trouble of whoever gives tokens.
          const last = usable(0);
          if (last === undefined || last === refused) throw error;
          return last;
        });
      }
      const before = renewedFor.get(door);
      if (before !== undefined && isWithin(before, refusedRenewalMs)) throw refusedTwice();
      const token = await renewed();
      renewedFor.set(door, time.now());
      return token;
    },
    taken(door) {
      renewedFor.delete(door);
    },
  };
}
