import type { Entry } from './mailbox.ts';

/**
 * Which letters belong to one conversation (RFC 5322, section 3.6.4): those that name each other, and
 * those that name the same one, wherever that one is.
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
  const keyOf = ({ id, letter }: Entry) => `<${letter.messageId ?? id}>`;
  for (const entry of entries)
    for (const reference of entry.letter.references) join(keyOf(entry), `<${reference}>`);
  const oldest = new Map<string, Entry>();
  for (const entry of entries) {
    const thread = top(keyOf(entry));
    const before = oldest.get(thread);
    if (!before || entry.at < before.at) oldest.set(thread, entry);
  }
  return new Map(entries.map((entry) => [entry.id, oldest.get(top(keyOf(entry)))?.id ?? entry.id]));
}
