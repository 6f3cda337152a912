const GAP = '[...]';
const PLACEHOLDER = /<([a-z]+(?:-[a-z]+)*)>/g;

/**
 * Tells whether lines are what a transcript expects. A line `[...]` stands for any lines, and
 * `<token>` for a word that is the same wherever its name stands.
 *
 * @param known the words that the names have stood for until now; new ones are added to it
 */
export function isLike(
  expected: readonly string[],
  lines: readonly string[],
  known: Map<string, string>,
): boolean {
  const names: string[] = [];
  const source = expected.map((line) => {
    if (line === GAP) return '(?:.*\n)*?';
    return `${patternOf(line, names, known)}\n`;
  });
  const match = new RegExp(`^${source.join('')}$`).exec(`${lines.join('\n')}\n`);
  if (!match) return false;
  for (const [index, name] of names.entries()) known.set(name, match[index + 1] ?? '');
  return true;
}

function patternOf(line: string, names: string[], known: ReadonlyMap<string, string>): string {
  let pattern = '';
  let at = 0;
  for (const { index, 0: written, 1: name = '' } of line.matchAll(PLACEHOLDER)) {
    pattern += literally(line.slice(at, index)) + wordOf(name, names, known);
    at = index + written.length;
  }
  return pattern + literally(line.slice(at));
}

function wordOf(name: string, names: string[], known: ReadonlyMap<string, string>): string {
  const word = known.get(name);
  if (word !== undefined) return literally(word);
  const place = names.indexOf(name);
  if (place >= 0) return `\\${place + 1}(?!\\d)`;
  names.push(name);
  return '([\\w-]+)';
}

const literally = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
