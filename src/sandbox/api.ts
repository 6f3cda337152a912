import { z } from 'zod';
import type { Draft } from './draft.ts';
import type { Entry, Mailbox } from './mailbox.ts';

/** A mailbox that the page shows. */
export interface Tab {
  /** One word, which is also its place in the address of the page. */
  readonly name: string;
  /** One line, such as `a player: a board is waiting for her`. */
  readonly about: string;
  readonly mailbox: Mailbox;
}

/** What the page is to be told before anything else. */
export interface Welcome {
  /** What to do first, a line each. */
  readonly intro: readonly string[];
  /** To whom a new letter is addressed. */
  readonly newLetterTo: string;
}

export interface Asked {
  readonly method: string;
  /** The parts of the path below `/api/`. */
  readonly path: readonly string[];
  readonly query: URLSearchParams;
  readonly body: unknown;
}

/** JSON, unless it is the HTML of a letter. */
export type Reply =
  | { readonly status: number; readonly json: unknown }
  | { readonly status: number; readonly html: string };

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
 * GET  welcome                              intro, mailboxes with their unread counts
 * GET  mailboxes/alice                      the list of letters
 * POST mailboxes/alice                      sends a draft
 * GET  mailboxes/alice/INBOX-1              a letter
 * GET  mailboxes/alice/INBOX-1/html         its HTML part, for a frame
 * GET  mailboxes/alice/INBOX-1/answer       a draft; ?link=mailto:… fills it in from the link
 * POST mailboxes/alice/INBOX-1/seen         it was read
 * ```
 */
export async function answerApi(asked: Asked, tabs: readonly Tab[], welcome: Welcome) {
  const [room, name, id, part, ...rest] = asked.path;
  if (rest.length > 0) return NOT_FOUND;
  if (room === 'welcome' && name === undefined && asked.method === 'GET')
    return reply({ ...welcome, mailboxes: await Promise.all(tabs.map(describe)) });
  const tab = tabs.find((each) => each.name === name);
  if (room !== 'mailboxes' || !tab) return NOT_FOUND;
  if (id === undefined) return answerList(asked, tab.mailbox);
  return answerLetter(asked, tab.mailbox, id, part);
}

async function answerList({ method, body }: Asked, mailbox: Mailbox): Promise<Reply> {
  if (method === 'GET') return reply((await mailbox.list()).map(summary));
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
  const { html, ...letter } = entry.letter;
  switch (`${method} ${part ?? ''}`) {
    case 'GET ':
      return reply({ ...letter, ...summary(entry), hasHtml: html !== undefined });
    case 'GET html':
      return html === undefined ? NOT_FOUND : { status: 200, html };
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

async function describe({ name, about, mailbox }: Tab) {
  return { name, about, address: mailbox.owner.address, unread: await unreadOf(mailbox) };
}

/** How many letters of a mailbox nobody has opened yet. */
export const unreadOf = async (mailbox: Mailbox): Promise<number> =>
  (await mailbox.list()).filter(({ seen }) => !seen).length;

/** A letter as a line of the list. */
export const summary = ({ id, sent, seen, at, letter: { from, to, subject } }: Entry) => ({
  id,
  sent,
  seen,
  at,
  from,
  to,
  subject,
});
