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
