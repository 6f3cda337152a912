import { mayMeanSender } from '../../mail/dsn.ts';
import type { Handover, Submission } from '../../post/smtp.ts';
import { plainSenderDomainsMin, plainSenderMsMax } from '../../server-limits.ts';
import { lately } from '../../store/file/database.ts';
import { plainSenders } from '../../store/letters/counters.ts';
import { frozenRaw, type Leased } from '../../store/letters/leases.ts';
import type { Shell } from '../shell/shell.ts';

/** What decides which letters may be on their way at the same time. */
export interface Lane {
  readonly addressKey: string;
  readonly domain: string;
  /** Lower ones start before the others that wait here. */
  readonly precedence: number;
}

/** Letters that wait for a connection, and those that have one. */
export interface Lanes<T extends Lane> {
  readonly waiting: number;
  /** Whether `start` would find a letter. */
  readonly ready: boolean;
  waitingFor(domain: string): number;
  /** Whether any letter here matches, one that has a connection included. */
  some(matches: (letter: T) => boolean): boolean;
  add(letters: readonly T[]): void;
  /** Takes the next letter that may start now; undefined when none may. */
  start(): T | undefined;
  /** The letter's connection is free again. */
  finish(letter: T): void;
  /** Takes out every waiting letter that matches. */
  withdraw(matches: (letter: T) => boolean): readonly T[];
}

/**
 * Letters to one address go one after the other, and of those with the same precedence none overtakes
 * another that was added before. Different addresses share the connections, but one domain gets only so many.
 */
export function makeLanes<T extends Lane>(perDomainMax: number): Lanes<T> {
  let waiting: readonly T[] = [];
  const started = new Set<T>();
  const mayStart = (letter: T): boolean => {
    let sameDomain = 0;
    for (const { addressKey, domain } of started) {
      if (addressKey === letter.addressKey) return false;
      if (domain === letter.domain) sameDomain++;
    }
    return sameDomain < perDomainMax;
  };
  return {
    get waiting() {
      return waiting.length;
    },
    get ready() {
      return waiting.some(mayStart);
    },
    waitingFor: (domain) => waiting.filter((letter) => letter.domain === domain).length,
    some: (matches) => waiting.some(matches) || [...started].some(matches),
    add(letters) {
      waiting = [...waiting, ...letters].sort((one, next) => one.precedence - next.precedence);
    },
    start() {
      const letter = waiting.find(mayStart);
      if (letter === undefined) return undefined;
      waiting = waiting.filter((each) => each !== letter);
      started.add(letter);
      return letter;
    },
    finish(letter) {
      started.delete(letter);
    },
    withdraw(matches) {
      const out = waiting.filter(matches);
      waiting = waiting.filter((each) => !matches(each));
      return out;
    },
  };
}

/** What has come of one hand-over. */
export interface HandedOver {
  readonly handover: Handover;
  /** It was taken under the plain sender, after it was refused under the tagged one. */
  readonly plainOnly: boolean;
  /** How often the whole letter was said without being taken: the server may have counted it. */
  readonly uncertain: number;
}

/**
 * Hands a letter over. Some servers let an account send under its own address only, and say so at
 * the sender, at the recipient or to the whole letter, so one that is refused under the tagged sender
 * is tried once more under the plain one. Never one that may have been taken.
 *
 * @param known whether it is known that the server takes no other
 */
export async function handOver(
  { db, address: own, crash, log }: Shell,
  submission: Submission,
  { id, envelopeFrom, address }: Leased,
  known: boolean,
): Promise<HandedOver> {
  crash.reach('deliver: before send');
  const raw = frozenRaw(db, id);
  const send = (from: string) =>
    submission.send({ from, to: address, raw }).catch(
      // A bug rather than an answer. It must not stop the letters behind this one.
      ({ name }: Error): Handover => ({ kind: 'later', error: name }),
    );
  const first = await send(known ? own : envelopeFrom);
  const again = !known && envelopeFrom !== own && isOfSender(first);
  const handover = again ? await send(own) : first;
  const plainOnly = again && handover.kind === 'taken';
  if (plainOnly) log.warn({ outbox: id }, 'the server takes no tagged sender; see TURNPOST_PLUS');
  crash.reach('deliver: sent');
  const uncertain = (again ? [first, handover] : [handover]).filter(isSaid).length;
  return { handover, plainOnly, uncertain };
}

/** Whether the server has lately taken letters of several domains under the plain sender alone. */
export const takesPlainOnly = ({ db, time }: Shell): boolean =>
  plainSenders(db, lately(time.now(), plainSenderMsMax)) >= plainSenderDomainsMin;

/** `EMESSAGE` is the answer to the whole letter, and no other one. */
const isSaid = (handover: Handover): boolean =>
  handover.kind !== 'taken' && ('unheard' in handover || handover.error.startsWith('EMESSAGE'));

const isOfSender = (handover: Handover): boolean =>
  handover.kind === 'not-from-there' ||
  (handover.kind === 'refused' && mayMeanSender(handover.status));
