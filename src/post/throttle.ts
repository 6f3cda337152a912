import { connectionLimits } from '../server-limits.ts';

/** The fields of an ImapFlow error that may ask for a pause. */
interface Failure {
  /** Milliseconds, of Microsoft's "Suggested Backoff Time". */
  readonly throttleReset?: unknown;
  /** The response code, such as `UNAVAILABLE` (RFC 5530, section 3). */
  readonly serverResponseCode?: unknown;
  readonly responseText?: unknown;
  readonly response?: unknown;
  /** The text of a BYE. */
  readonly reason?: unknown;
}

/** Codes of rate limits or temporary failures. */
const CODES = ['THROTTLED', 'LIMIT', 'UNAVAILABLE', 'INUSE'];
/** Codes without a reason; the text decides (RFC 9051, section 7.1). */
const OPEN_CODES = ['', 'ALERT', 'CAPABILITY', 'SERVERBUG'];
/** Texts of rate limits without a code. */
const WORDS =
  /too many (?:simultaneous |concurrent )?(?:connections|logins|requests|commands)|maximum number of connections|rate limit|throttl|(?:try|retry) again (?:in|after|later)/i;
const BEFORE_TIME = '(?:again|retry|wait|back|backoff time|greylisted)\\D{0,20}?';
const IN_TIME = new RegExp(
  `${BEFORE_TIME}(\\d{1,9})\\s*(milliseconds?|ms|seconds?|secs?|s|minutes?|mins?|hours?)\\b`,
  'i',
);
/** `h:mm:ss`, as milters write it. */
const IN_DIGITS = new RegExp(`${BEFORE_TIME}(\\d{1,2}):(\\d{2}):(\\d{2})\\b`, 'i');

const UNIT_MS: readonly (readonly [string, number])[] = [
  ['mi', 60_000],
  ['s', 1_000],
  ['h', 3_600_000],
];

/**
 * The pause that a rate limit or temporary failure asks for, up to a maximum; a default if no time is
 * named.
 *
 * @param failure an ImapFlow error, or the reason of a BYE
 * @returns milliseconds, or undefined for any other failure
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
    ? (parseWaitMs(text) ?? within(connectionLimits.throttledMsDefault))
    : undefined;
}

/** The response code at the start of a text, after the tag. */
const codeIn = (text: string): string =>
  /^(?:\S+ (?:NO|BAD|BYE) )?\[([A-Z-]+)/.exec(text)?.[1] ?? '';

/** The time that a server's text names, in milliseconds, up to a maximum; undefined if it names none. */
export function parseWaitMs(text: string): number | undefined {
  const [, count, unit] = IN_TIME.exec(text) ?? [];
  if (count !== undefined) return within(Number(count) * unitMs(unit?.toLowerCase() ?? ''));
  const [, hours, minutes, seconds] = IN_DIGITS.exec(text) ?? [];
  return hours === undefined
    ? undefined
    : within(((Number(hours) * 60 + Number(minutes)) * 60 + Number(seconds)) * 1_000);
}

/** Words of a limit of the submission server itself. */
const OWN_WORDS = /\b(?:too (?:many|much)|rate|limit|quota|throttl\w*|storage|overload\w*|busy)\b/i;
const GREYLIST = /gr[ea]y-?list/i;

/** Subjects of RFC 3463, section 2: mail system; addressing, mailbox and routing. */
const OF_SYSTEM = /^4\.3\./;
const OF_RECIPIENT = /^4\.[124]\./;
/** Addresses, which may contain any word. */
const ADDRESSES = /<[^<>]*>|[^\s<>]+@[^\s<>]+/g;

/**
 * Whether a temporary failure concerns the submission server itself: it closes the connection (RFC 5321,
 * section 3.8), or reports a limit by status or text. Replies about a recipient, and greylisting, concern
 * one letter.
 */
export function concernsServer(code: number, status: string | undefined, text: string): boolean {
  if (code === 421 || OF_SYSTEM.test(status ?? '')) return true;
  const words = text.replace(ADDRESSES, ' ');
  return !OF_RECIPIENT.test(status ?? '') && OWN_WORDS.test(words) && !GREYLIST.test(words);
}

/** Ignores a refusal. A lost connection or a request to pause is not one. @throws the error in these cases */
export function ignoreRefusal(client: { readonly usable: boolean }, error: unknown): void {
  if (!client.usable || throttleMs(error) !== undefined) throw error;
}

const within = (ms: number): number => Math.min(ms, connectionLimits.throttledMs);

function unitMs(unit: string): number {
  if (unit.startsWith('ms') || unit.startsWith('milli')) return 1;
  return UNIT_MS.find(([start]) => unit.startsWith(start))?.[1] ?? 1_000;
}

/** An unparsed ImapFlow response has its code in the first attribute. */
function textOf(told: unknown): string {
  if (typeof told === 'string') return told;
  const response = told as
    | { attributes?: readonly { section?: readonly { value?: unknown }[] }[] }
    | undefined;
  const code = (response?.attributes?.[0]?.section ?? []).map(({ value }) => String(value));
  return code.length === 0 ? '' : `[${code.join(' ')}]`;
}
