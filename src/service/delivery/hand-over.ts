import { mayMeanSender } from '../../mail/dsn.ts';
import type { Handover, Submission } from '../../post/smtp.ts';
import { frozenRaw, type Leased } from '../../store/letters/leases.ts';
import type { Shell } from '../shell/shell.ts';

/** The facts that decide which letters may be sent at the same time. */
export interface Sendable {
  readonly addressKey: string;
  readonly domain: string;
  /** Lower values start first. */
  readonly precedence: number;
}

/**
 * Letters waiting for a connection, and letters with one. Those to one address are sent one after another, and
 * in order within a precedence. Addresses share the connections, with a limit for each domain.
 */
export function makeSendQueue<T extends Sendable>(perDomainMax: number) {
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
    /** Whether `start` would find a letter. */
    get ready() {
      return waiting.some(mayStart);
    },
    waitingFor: (domain: string) => waiting.filter((letter) => letter.domain === domain).length,
    /** Whether any letter matches, including started ones. */
    some: (matches: (letter: T) => boolean) => waiting.some(matches) || [...started].some(matches),
    add(letters: readonly T[]): void {
      waiting = [...waiting, ...letters].sort((one, next) => one.precedence - next.precedence);
    },
    /** Takes the next letter that may start now; undefined if none may. */
    start(): T | undefined {
      const letter = waiting.find(mayStart);
      if (letter === undefined) return undefined;
      waiting = waiting.filter((each) => each !== letter);
      started.add(letter);
      return letter;
    },
    /** Frees the letter's connection. */
    finish(letter: T): void {
      started.delete(letter);
    },
    /** Removes every waiting letter that matches. */
    withdraw(matches: (letter: T) => boolean): readonly T[] {
      const leaving = waiting.filter(matches);
      waiting = waiting.filter((each) => !matches(each));
      return leaving;
    },
  };
}

export interface HandedOver {
  readonly handover: Handover;
  /** Accepted under the plain sender after a refusal of the tagged one. */
  readonly plainOnly: boolean;
  /** The number of complete transmissions without acceptance, which the server may have counted. */
  readonly uncertain: number;
}

/**
 * Hands a letter over. Some servers accept only the account's own address, and refuse at the sender, the
 * recipient or the data: a letter refused under the tagged sender is tried once more under the plain one,
 * unless it may have been accepted.
 *
 * @param known whether the server is known to take only the plain sender
 */
export async function handOver(
  { db, address: serverAddress, crash, log }: Shell,
  submission: Submission,
  { id, envelopeFrom, address }: Leased,
  known: boolean,
): Promise<HandedOver> {
  crash.reach('deliver: before send');
  const raw = frozenRaw(db, id);
  const send = (from: string) =>
    submission.send({ from, to: address, raw }).catch(
      // A bug, not an answer. It must not stop the next letters.
      ({ name }: Error): Handover => ({ kind: 'later', error: name }),
    );
  const first = await send(known ? serverAddress : envelopeFrom);
  const retries = !known && envelopeFrom !== serverAddress && mayConcernSender(first);
  const handover = retries ? await send(serverAddress) : first;
  const plainOnly = retries && handover.kind === 'taken';
  if (plainOnly) log.warn({ outbox: id }, 'the server rejects tagged senders; see TURNPOST_PLUS');
  crash.reach('deliver: sent');
  const uncertain = (retries ? [first, handover] : [handover]).filter(isUncertain).length;
  return { handover, plainOnly, uncertain };
}

/** Whether all data was sent without acceptance; `EMESSAGE` is an error after the data. */
const isUncertain = (handover: Handover): boolean =>
  handover.kind !== 'taken' &&
  ('replyMissing' in handover || handover.error.startsWith('EMESSAGE'));

const mayConcernSender = (handover: Handover): boolean =>
  handover.kind === 'sender-refused' ||
  (handover.kind === 'refused' && mayMeanSender(handover.status));
