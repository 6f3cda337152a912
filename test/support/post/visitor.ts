import { expect } from 'vitest';
import { until } from '../servers/ports.ts';

/** What the page knows of a letter. */
export interface PageLetter {
  readonly id: string;
  readonly subject: string;
  readonly text: string;
}

interface Draft {
  readonly to: string;
  readonly subject: string;
  readonly body: string;
  readonly inReplyTo?: string;
  readonly references: readonly string[];
}

/** One of the page's four people, who uses it as a browser does: by its API. */
export interface Visitor {
  /** Waits for a letter that has not been read yet, and opens the newest. */
  next(): Promise<PageLetter>;
  /** Waits for a letter with something in its text, and opens the newest of them; all are read then. */
  find(text: RegExp): Promise<PageLetter>;
  /** Answers a letter with everything quoted below. */
  answer(letter: PageLetter, text: string): Promise<void>;
  write(subject: string, body?: string): Promise<void>;
  /** The targets of the links in a letter's HTML. */
  links(letter: PageLetter): Promise<readonly string[]>;
  /** Follows a link and sends what it fills in. */
  follow(letter: PageLetter, link: string, typed?: string): Promise<void>;
}

export function visit(url: string, name: string): Visitor {
  const base = new URL(`api/mailboxes/${name}`, url).href;
  const get = async <T>(path: string): Promise<T> =>
    (await fetch(base + path)).json() as Promise<T>;
  const post = async (path: string, body: unknown): Promise<void> => {
    const response = await fetch(base + path, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', Origin: new URL(url).origin },
      body: JSON.stringify(body),
    });
    if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
  };
  const unread = async () =>
    (await get<{ id: string; sent: boolean; seen: boolean }[]>('')).filter(
      ({ sent, seen }) => !sent && !seen,
    );
  /** Letters do not change, and a mailbox is looked through again and again. */
  const opened = new Map<string, PageLetter>();
  const open = async (id: string): Promise<PageLetter> => {
    const letter = opened.get(id) ?? (await get<PageLetter>(`/${id}`));
    opened.set(id, letter);
    return letter;
  };
  const newestWith = async (text: RegExp): Promise<PageLetter | undefined> => {
    const entries = await get<{ id: string; sent: boolean }[]>('');
    for (const { id, sent } of entries) {
      const letter = sent ? undefined : await open(id);
      if (letter && text.test(letter.text.replace(/\s+/g, ' '))) return letter;
    }
    return undefined;
  };
  return {
    async find(text) {
      let found: PageLetter | undefined;
      await until(`${name} has a letter with ${text}`, async () => {
        found = await newestWith(text);
        return found !== undefined;
      });
      for (const { id } of await unread()) await post(`/${id}/seen`, {});
      return found as PageLetter;
    },
    async next() {
      await until(`${name} has a new letter`, async () => (await unread()).length > 0);
      const ids = (await unread()).map(({ id }) => id);
      for (const id of ids) await post(`/${id}/seen`, {});
      return get<PageLetter>(`/${ids[0]}`);
    },
    async answer(letter, text) {
      const draft = await get<Draft>(`/${letter.id}/answer`);
      await post('', { ...draft, body: text + draft.body });
    },
    async write(subject, body = '') {
      await post('', { to: 'games@turnpost.test', subject, body, references: [] });
    },
    async links(letter) {
      const html = await (await fetch(`${base}/${letter.id}/html`)).text();
      return [...html.matchAll(/href="([^"]+)"/g)].map(([, link]) =>
        (link ?? '').replaceAll('&amp;', '&'),
      );
    },
    async follow(letter, link, typed = '') {
      const draft = await get<Draft>(`/${letter.id}/answer?link=${encodeURIComponent(link)}`);
      await post('', { ...draft, body: draft.body + typed });
    },
  };
}

const BODY = /[?&]body=([^&]*)/;
/** What a link of a letter fills in. */
const commandOf = (link: string) => decodeURIComponent(BODY.exec(link)?.[1] ?? '').trim();

/** Follows the first move link of whoever has a board to move on, until the match is over. */
export async function playToTheEnd(
  board: PageLetter,
  mover: Visitor,
  waiting: Visitor,
): Promise<PageLetter> {
  let [turn, other, letter] = [mover, waiting, board];
  for (let ply = 1; ply <= 60; ply++) {
    const links = await turn.links(letter);
    const move = links.find((link) => /^[a-z]\d+[x-][a-z]\d+$/.test(commandOf(link)));
    const several = links.find((link) => /^\[[a-z]\d+\][\s\S]*1\) /.test(commandOf(link)));
    if (move) await turn.follow(letter, move);
    else if (several) await turn.follow(letter, several, '1');
    else throw new Error(`no move in: ${letter.text}`);
    const [mine, theirs] = await Promise.all([turn.next(), other.next()]);
    if (/(?:has|have) (?:won|lost)/.test(theirs.text)) {
      expect(mine.text).toMatch(/(?:has|have) (?:won|lost)/);
      return theirs;
    }
    [turn, other, letter] = [other, turn, theirs];
  }
  throw new Error('the match does not end');
}
