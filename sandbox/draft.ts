import { makeReferences, parseMessageIds } from '../src/mail/header.ts';
import { err, ok, type Result } from '../src/result.ts';
import type { Correspondent, Letter } from './letter.ts';

/** A letter that is being written. Ids are without their angles. */
export interface Draft {
  readonly to: string;
  readonly subject: string;
  readonly body: string;
  readonly inReplyTo: string | undefined;
  readonly references: readonly string[];
}

/**
 * The answer that a mail program opens: to Reply-To or From, with room for new text above the quoted
 * letter.
 *
 * @param at when the letter came, UTC milliseconds
 * @param sent whether the letter is one's own: then the answer goes to its recipients again
 */
export function replyTo(letter: Letter, at: number, sent: boolean): Draft {
  const replyTo = letter.replyTo.length > 0 ? letter.replyTo : [letter.from];
  return {
    to: (sent ? letter.to : replyTo).map(makeAddress).join(', '),
    subject: /^re:/i.test(letter.subject) ? letter.subject : `Re: ${letter.subject}`,
    body: letter.text === undefined ? '' : `\n\n${quote(letter, letter.text, at)}`,
    ...threadOf(letter),
  };
}

/** The filled-in letter that a `mailto:` link opens; an answer to the letter that holds the link. */
export function follow(link: string, letter: Letter): Result<Draft, 'not-a-mailto-link'> {
  const filledIn = parseMailto(link);
  if (!filledIn.ok) return err(filledIn.error);
  const { to, subject, body, inReplyTo } = filledIn.value;
  const [id] = parseMessageIds(inReplyTo);
  const thread =
    id === undefined || id === letter.messageId
      ? threadOf(letter)
      : { inReplyTo: id, references: [id] };
  return ok({ to, subject, body, ...thread });
}

/** RFC 5322, section 3.6.4. */
function threadOf({ messageId, references }: Letter): Pick<Draft, 'inReplyTo' | 'references'> {
  if (messageId === undefined) return { inReplyTo: undefined, references: [] };
  return { inReplyTo: messageId, references: makeReferences([...references, messageId]) };
}

function quote({ from }: Letter, text: string, at: number): string {
  const lines = text.trimEnd().split(/\r\n|\r|\n/);
  const quoted = lines.map((line) => (/^(?:>|$)/.test(line) ? `>${line}` : `> ${line}`));
  return [`On ${makeDate(at)}, ${makeAddress(from)} wrote:`, ...quoted, ''].join('\n');
}

/** `Mon, 5 Jan 2026 at 09:30`, in the zone of this machine, as a mail program would say it. */
function makeDate(at: number): string {
  const [weekday, month, day, year, time = ''] = new Date(at).toString().split(' ');
  return `${weekday}, ${Number(day)} ${month} ${year} at ${time.slice(0, 5)}`;
}

/** A name is quoted where it holds what has a meaning in a header (RFC 5322, section 3.2.3). */
function makeAddress({ name, address }: Correspondent): string {
  if (name === '') return address;
  const written = /[^\w\s!#$%&'*+/=?^`{|}~\u0080-\uffff-]/.test(name) ? JSON.stringify(name) : name;
  return `${written} <${address}>`;
}

/** What a `mailto:` link fills in. */
interface FilledIn {
  readonly to: string;
  readonly subject: string;
  readonly body: string;
  /** The value of In-Reply-To, when the link has one. */
  readonly inReplyTo: string;
}

/**
 * Reads a `mailto:` link (RFC 6068). Only the four fields that a mail program may safely take from a
 * stranger's link are read. A plus sign stands for itself, unlike in a web form.
 */
export function parseMailto(href: string): Result<FilledIn, 'not-a-mailto-link'> {
  const [, path = '', query = ''] = /^mailto:([^?#]*)(?:\?([^#]*))?/i.exec(href) ?? [];
  if (!/^mailto:/i.test(href)) return err('not-a-mailto-link');
  try {
    const fields = new Map(
      query.split('&').map((field) => {
        const [name = '', ...value] = field.split('=');
        return [decodeURIComponent(name).toLowerCase(), decodeURIComponent(value.join('='))];
      }),
    );
    const to = [decodeURIComponent(path), fields.get('to') ?? ''];
    return ok({
      to: to.filter((each) => each !== '').join(', '),
      subject: (fields.get('subject') ?? '').replace(/\s+/g, ' '),
      body: (fields.get('body') ?? '').replaceAll('\r\n', '\n'),
      inReplyTo: fields.get('in-reply-to') ?? '',
    });
  } catch {
    return err('not-a-mailto-link');
  }
}
