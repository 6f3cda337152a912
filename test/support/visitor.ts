import { until } from './ports.ts';

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
  /** Answers a letter with everything quoted below. */
  answer(letter: PageLetter, text: string): Promise<void>;
  write(subject: string, body?: string): Promise<void>;
  /** The targets of the links in a letter's HTML. */
  links(letter: PageLetter): Promise<readonly string[]>;
  /** Follows a link and sends what it fills in. */
  follow(letter: PageLetter, link: string): Promise<void>;
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
  return {
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
    async follow(letter, link) {
      const draft = await get<Draft>(`/${letter.id}/answer?link=${encodeURIComponent(link)}`);
      await post('', draft);
    },
  };
}
