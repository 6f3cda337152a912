import { z } from 'zod';
import { bareSubject } from '../src/command/text/subject.ts';
import type { Draft } from './draft.ts';
import type { Guide } from './guide.ts';
import { type Attached, isPicture, type Letter } from './letter.ts';
import type { Entry, Mailbox, Tab } from './mailbox.ts';

/** What the page shows. */
export interface Shown {
  readonly mailboxes: readonly Tab[];
  /** To whom a new letter is addressed. */
  readonly newLetterTo: string;
  readonly guide: Guide;
}

interface Asked {
  readonly method: string;
  /** The parts of the path below `/api/`. */
  readonly path: readonly string[];
  readonly query: URLSearchParams;
  readonly body: unknown;
}

/** JSON, unless it is the HTML of a letter, or a file that the browser keeps or shows as a picture. */
export type Reply =
  | { readonly status: number; readonly json: unknown }
  | { readonly status: number; readonly html: string }
  | { readonly file: Buffer; readonly type: string; readonly name: string };

const reply = (json: unknown, status = 200): Reply => ({ status, json });
const NOT_FOUND = reply({ code: 'not-found' }, 404);
const WRONG_DRAFT = reply({ code: 'wrong-draft' }, 400);

const messageId = z.string().regex(/^[^<>\s]{1,250}$/);
const DRAFT = z.object({
  to: z.string(),
  subject: z.string(),
  body: z.string(),
  inReplyTo: messageId.optional(),
  references: z.array(messageId),
});

/**
 * What the page asks of the server:
 *
 * ```
 * GET  welcome                              steps, mailboxes with their unread counts
 * GET  mailboxes/alice                      the list of letters
 * POST mailboxes/alice                      sends a draft
 * GET  mailboxes/alice/INBOX-1              a letter
 * GET  mailboxes/alice/INBOX-1/html         its HTML part, for a frame; ?scheme=dark as in the dark
 * GET  mailboxes/alice/INBOX-1/eml          its bytes
 * GET  mailboxes/alice/INBOX-1/attached-0   the first file that came along
 * GET  mailboxes/alice/INBOX-1/answer       a draft; ?link=mailto:… fills it in from the link
 * POST mailboxes/alice/INBOX-1/seen         it was read
 * ```
 */
export async function answerApi(asked: Asked, shown: Shown): Promise<Reply> {
  const [room, name, id, part, ...rest] = asked.path;
  if (rest.length > 0) return NOT_FOUND;
  if (room === 'welcome' && name === undefined && asked.method === 'GET')
    return reply(await welcome(shown));
  const tab = shown.mailboxes.find((each) => each.name === name);
  if (room !== 'mailboxes' || !tab) return NOT_FOUND;
  if (id === undefined) return answerList(asked, tab.mailbox, shown.guide);
  return answerLetter(asked, tab.mailbox, id, part);
}

async function welcome({ mailboxes, newLetterTo, guide }: Shown) {
  const done = await guide.progress(mailboxes);
  return {
    steps: guide.steps.map((step, at) => ({ ...step, done: done[at] })),
    newLetterTo,
    mailboxes: await Promise.all(mailboxes.map(describe)),
  };
}

async function answerList({ method, body }: Asked, mailbox: Mailbox, guide: Guide): Promise<Reply> {
  if (method === 'GET') return reply(await linesOf(mailbox, guide));
  const draft = DRAFT.safeParse(body);
  if (!draft.success) return WRONG_DRAFT;
  const { inReplyTo, ...rest } = draft.data;
  const sent = await mailbox.send({ ...rest, inReplyTo } satisfies Draft);
  return sent.ok ? reply({}, 201) : reply(sent.error, 422);
}

async function answerLetter(
  { method, query }: Asked,
  mailbox: Mailbox,
  id: string,
  part: string | undefined,
): Promise<Reply> {
  const entry = await mailbox.read(id);
  if (!entry) return NOT_FOUND;
  const { html, attachments, ...letter } = entry.letter;
  const attached = method === 'GET' ? /^attached-(\d{1,4})$/.exec(part ?? '') : null;
  if (attached) return answerAttached(attachments[Number(attached[1])]);
  switch (`${method} ${part ?? ''}`) {
    case 'GET ':
      return reply({
        ...letter,
        ...summary(entry),
        hasHtml: html !== undefined,
        attachments: attachments.map(describeAttached),
      });
    case 'GET html':
      if (html === undefined) return NOT_FOUND;
      return { status: 200, html: inScheme(html, schemeOf(query)) };
    case 'GET eml':
      return { file: entry.raw, type: 'message/rfc822', name: `${id}.eml` };
    case 'GET answer': {
      const draft = await mailbox.reply(id, query.get('link') ?? undefined);
      return draft ? reply(draft) : NOT_FOUND;
    }
    case 'POST seen':
      return reply({ seen: await mailbox.markSeen(id) });
    default:
      return NOT_FOUND;
  }
}

const schemeOf = (query: URLSearchParams): Scheme =>
  query.get('scheme') === 'dark' ? 'dark' : 'light';

/** What is no picture is kept without being looked at. */
function answerAttached(attached: Attached | undefined): Reply {
  if (!attached) return NOT_FOUND;
  const { content: file, type, name } = attached;
  return {
    file,
    type: isPicture(attached) ? type : 'application/octet-stream',
    name: name || 'attachment',
  };
}

const describeAttached = (attached: Letter['attachments'][number]) => ({
  name: attached.name,
  type: attached.type,
  bytes: attached.content.length,
  isPicture: isPicture(attached),
  isShown: attached.isShown,
});

async function describe({ name, about, mailbox }: Tab) {
  return { name, about, address: mailbox.owner.address, unread: await unreadOf(mailbox) };
}

/** How many letters nobody has opened yet. */
const unreadOf = async (mailbox: Mailbox): Promise<number> =>
  (await mailbox.list()).filter(({ seen }) => !seen).length;

/** The letters of a mailbox, newest first: a line each, which says what it is a part of. */
export async function linesOf(mailbox: Mailbox, guide: Guide) {
  const entries = await mailbox.list();
  const threads = threadsOf(entries);
  return entries.map((entry) => ({
    ...summary(entry),
    thread: threads.get(entry.id),
    kind: guide.kindOf(entry),
  }));
}

const summary = ({ id, sent, seen, at, letter: { from, to, subject, preview } }: Entry) => ({
  id,
  sent,
  seen,
  at,
  from,
  to,
  subject,
  preview,
});

/** How a reader's screen is set. */
type Scheme = 'light' | 'dark';

const SHEET = /(<style\b[^>]*>)([\s\S]*?)(<\/style>)/gi;
const QUERY = /\(\s*prefers-color-scheme\s*:\s*(light|dark)\s*\)/gi;
const PROPERTY = /(\bcolor-scheme\s*:\s*)(?:light\s+dark|dark\s+light)\b/gi;
const META = /<meta\b[^>]*\bname\s*=\s*["']?(?:supported-)?color-schemes?\b[^>]*>/gi;

/**
 * A letter as it looks on a screen that is set so. A frame cannot be told what its screen is like, but
 * what the letter asks of the screen can be answered: with what is always, or never, true.
 */
export function inScheme(html: string, scheme: Scheme): string {
  const answered = (_whole: string, asked: string) =>
    asked.toLowerCase() === scheme ? '(min-width: 0)' : '(max-width: 0)';
  return html
    .replace(SHEET, (_whole, begin: string, rules: string, end: string) =>
      [begin, rules.replace(QUERY, answered).replace(PROPERTY, `$1${scheme}`), end].join(''),
    )
    .replace(META, (meta) => meta.replace(/(?:light\s+dark|dark\s+light)/i, scheme));
}

/**
 * Which letters belong to one conversation (RFC 5322, section 3.6.4): those of one subject that name each
 * other or the same one, wherever that one is. A new match has a new subject, and so its own conversation.
 *
 * @returns by the id of each entry the id of the oldest one of its conversation
 */
export function threadsOf(entries: readonly Entry[]): ReadonlyMap<string, string> {
  const above = new Map<string, string>();
  const top = (id: string): string => {
    let found = id;
    for (let next = above.get(found); next !== undefined; next = above.get(found)) found = next;
    // What was long to find is short the next time.
    if (found !== id) above.set(id, found);
    return found;
  };
  const join = (one: string, other: string) => {
    const [a, b] = [top(one), top(other)];
    if (a !== b) above.set(a, b);
  };
  const keyOf = ({ letter }: Entry, id: string) => `<${id}> ${bareSubject(letter.subject)}`;
  const ownKey = (entry: Entry) => keyOf(entry, entry.letter.messageId ?? entry.id);
  for (const entry of entries)
    for (const reference of entry.letter.references) join(ownKey(entry), keyOf(entry, reference));
  const oldest = new Map<string, Entry>();
  for (const entry of entries) {
    const thread = top(ownKey(entry));
    const before = oldest.get(thread);
    if (!before || entry.at < before.at) oldest.set(thread, entry);
  }
  return new Map(
    entries.map((entry) => [entry.id, oldest.get(top(ownKey(entry)))?.id ?? entry.id]),
  );
}
