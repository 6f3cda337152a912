/**
 * A refusal taken apart. What it means is told by its codes; words count where these leave it open, for
 * every server has its own, and repeats addresses in them.
 */
export interface Reply {
  /** The three digits of SMTP (RFC 5321, section 4.2); undefined for another protocol. */
  readonly code: number | undefined;
  /** As in RFC 3463, such as 5.7.8. */
  readonly status: string | undefined;
  /** What IMAP has in brackets, such as UNAVAILABLE (RFC 5530). */
  readonly response: string | undefined;
  /** The rest, without addresses and other names. */
  readonly words: string;
}

/**
 * @param said as the server has said it, one line or more
 * @param names what it may have repeated, such as a user
 */
export function parseReply(said: string, names: readonly string[] = []): Reply {
  const [, code, status] = /^(\d{3})(?:[ -]([245]\.\d{1,3}\.\d{1,3})\b)?/.exec(said) ?? [];
  const [, response] = /^\[([A-Z][A-Z-]*)/.exec(said) ?? [];
  const words = names
    .filter((name) => name !== '')
    .reduce((text, name) => text.replaceAll(name, ' '), said)
    .replace(/<[^<>]*>|[^\s<>]+@[^\s<>]+/g, ' ');
  return { code: code === undefined ? undefined : Number(code), status, response, words };
}

/** The codes of RFC 5530, section 3, and what Microsoft and Yahoo say, of a trouble that passes. */
const PASSING = ['UNAVAILABLE', 'INUSE', 'LIMIT', 'THROTTLED'];
/** A 4yz that is about the account for all that (RFC 4954, section 4.7.2: a new password is wanted). */
const ODD = /\.7\.12$/;

/** Whether the codes say that the same may succeed later; undefined where there is none that says it. */
export function isPassing({ code, status, response }: Reply): boolean | undefined {
  if (code !== undefined) return code < 500 && !ODD.test(status ?? '');
  if (response === undefined || response === 'ALERT') return undefined;
  return PASSING.includes(response);
}

/** More of an answer tells nothing more. */
const CHARS_MAX = 160;

/**
 * What a server has said, as it can be shown to the operator: on one line, short, and without what it
 * may have repeated of what it was told.
 */
export function quoted(said: string, hidden: readonly string[] = []): string {
  const line = said.replace(/[^\x21-\x7e]+/g, ' ').trim();
  const clean = hidden
    .flatMap((word) => [word, Buffer.from(word).toString('base64')])
    .filter((word) => word !== '')
    .reduce((text, word) => text.replaceAll(word, '...'), line);
  return clean.length > CHARS_MAX ? `${clean.slice(0, CHARS_MAX)}...` : clean;
}
