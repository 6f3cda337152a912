/** How a reader's screen is set. */
export type Scheme = 'light' | 'dark';

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
