/** More of an answer tells nothing more. */
const CHARS_MAX = 160;

/**
 * What a server has said, as it can be shown to the operator: on one line, short, and without what it
 * may have repeated of what it was told.
 */
export function quoted(said: string, hidden: readonly string[] = []): string {
  const line = said.replace(/[^\x20-\x7e]+/g, ' ').trim();
  const clean = hidden
    .flatMap((word) => [word, Buffer.from(word).toString('base64')])
    .filter((word) => word !== '')
    .reduce((text, word) => text.replaceAll(word, '...'), line);
  return clean.length > CHARS_MAX ? `${clean.slice(0, CHARS_MAX)}...` : clean;
}
