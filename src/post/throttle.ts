import { throttledMsByDefault, throttledMsMax } from '../server-limits.ts';

/** What ImapFlow tells of a failure, as far as it can be a wish to be left alone for a while. */
interface Failure {
  /** Milliseconds, of Microsoft's "Suggested Backoff Time". */
  readonly throttleReset?: unknown;
  /** The code in brackets, such as `UNAVAILABLE` (RFC 5530, section 3). */
  readonly serverResponseCode?: unknown;
  readonly responseText?: unknown;
  readonly response?: unknown;
  /** The text of a BYE. */
  readonly reason?: unknown;
}

/** Codes that are about how much we ask for, or about right now, and not about what we ask. */
const CODES = ['THROTTLED', 'LIMIT', 'UNAVAILABLE', 'INUSE'];
/** Codes that say nothing of why, so that the words count (RFC 9051, section 7.1). */
const OPEN_CODES = ['', 'ALERT', 'CAPABILITY', 'SERVERBUG'];
/** What servers say without a code. */
const WORDS =
  /too many (?:simultaneous |concurrent )?(?:connections|logins|requests|commands)|maximum number of connections|rate limit|throttl|(?:try|retry) again (?:in|after|later)/i;
const BEFORE_TIME = '(?:again|retry|wait|back|backoff time|greylisted)\\D{0,20}?';
const IN_TIME = new RegExp(
  `${BEFORE_TIME}(\\d{1,9})\\s*(milliseconds?|ms|seconds?|secs?|s|minutes?|mins?|hours?)\\b`,
  'i',
);
/** As milters write it. */
const IN_DIGITS = new RegExp(`${BEFORE_TIME}(\\d{1,2}):(\\d{2}):(\\d{2})\\b`, 'i');

const UNIT_MS: readonly (readonly [string, number])[] = [
  ['mi', 60_000],
  ['s', 1_000],
  ['h', 3_600_000],
];

/**
 * How long a server wants to be left alone, when that is why something failed: as long as it says,
 * within reason, or five minutes when it names no time.
 *
 * @param failure what ImapFlow has thrown, or the reason of a BYE
 * @returns milliseconds, or undefined when the failure is of another kind
 */
export function throttleMs(failure: unknown): number | undefined {
  const told: Failure = typeof failure === 'string' ? { reason: failure } : Object(failure);
  if (typeof told.throttleReset === 'number') return within(told.throttleReset);
  const texts = [told.responseText, told.reason, told.response].map(textOf);
  const text = texts.join(' ');
  const code =
    typeof told.serverResponseCode === 'string'
      ? told.serverResponseCode
      : (texts.map(codeIn).find((each) => each !== '') ?? '');
  return CODES.includes(code) || (OPEN_CODES.includes(code) && WORDS.test(text))
    ? (namedMs(text) ?? within(throttledMsByDefault))
    : undefined;
}

/** The code that a text begins with, behind the tag of a response. */
const codeIn = (text: string): string =>
  /^(?:\S+ (?:NO|BAD|BYE) )?\[([A-Z-]+)/.exec(text)?.[1] ?? '';

/** The time that a server names, within reason; undefined when it names none. */
export function namedMs(text: string): number | undefined {
  const [, count, unit] = IN_TIME.exec(text) ?? [];
  if (count !== undefined) return within(Number(count) * unitMs(unit?.toLowerCase() ?? ''));
  const [, hours, minutes, seconds] = IN_DIGITS.exec(text) ?? [];
  return hours === undefined
    ? undefined
    : within(((Number(hours) * 60 + Number(minutes)) * 60 + Number(seconds)) * 1_000);
}

/** Of a submission server: this one has enough for now, and not a host behind it. */
const OWN_WORDS = /\b(?:too (?:many|much)|rate|limit|quota|throttl\w*|storage|overload\w*|busy)\b/i;
const GREYLIST = /gr[ea]y-?list/i;

/** The subjects of RFC 3463, section 2: of the mail system; of addresses, mailboxes and the way on. */
const OF_SYSTEM = /^4\.3\./;
const OF_RECIPIENT = /^4\.[124]\./;
/** What may hold any word at all. */
const ADDRESSES = /<[^<>]*>|[^\s<>]+@[^\s<>]+/g;

/**
 * Whether a submission server that does not take a letter for now speaks of itself: it ends the
 * connection (RFC 5321, section 3.8), or says that it has enough, by its status or else in words.
 * What it says of a recipient, and greylisting, is about this letter.
 */
export function isOfServer(code: number, status: string | undefined, text: string): boolean {
  if (code === 421 || OF_SYSTEM.test(status ?? '')) return true;
  const words = text.replace(ADDRESSES, ' ');
  return !OF_RECIPIENT.test(status ?? '') && OWN_WORDS.test(words) && !GREYLIST.test(words);
}

/**
 * Takes what the server refuses for an answer. That it is gone, or wants to be left alone, is none.
 *
 * @throws the error in that case
 */
export function takeNo(client: { readonly usable: boolean }, error: unknown): void {
  if (!client.usable || throttleMs(error) !== undefined) throw error;
}

const within = (ms: number): number => Math.min(ms, throttledMsMax);

function unitMs(unit: string): number {
  if (unit.startsWith('ms') || unit.startsWith('milli')) return 1;
  return UNIT_MS.find(([start]) => unit.startsWith(start))?.[1] ?? 1_000;
}

/** A response that ImapFlow has not put into words yet holds its code in the first attribute. */
function textOf(told: unknown): string {
  if (typeof told === 'string') return told;
  const response = told as
    | { attributes?: readonly { section?: readonly { value?: unknown }[] }[] }
    | undefined;
  const code = (response?.attributes?.[0]?.section ?? []).map(({ value }) => String(value));
  return code.length === 0 ? '' : `[${code.join(' ')}]`;
}
