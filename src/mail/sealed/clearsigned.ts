const BEGIN = /^-----BEGIN PGP SIGNED MESSAGE-----\s*$/;
const SIGNATURE = /^-----BEGIN PGP SIGNATURE-----\s*$/;

/**
 * The text of a letter without the armour of a clear signature (RFC 9580, section 7), which nobody
 * here checks: its header lines, the hyphens that were put before hyphens, and the signature with all
 * below it. Any other text is as it was.
 */
export function withoutArmour(text: string): string {
  const lines = text.split('\n');
  const begin = lines.findIndex((line) => BEGIN.test(line));
  if (begin < 0) return text;
  const blank = lines.findIndex((line, at) => at > begin && line.trim() === '');
  if (blank < 0) return text;
  const end = lines.findIndex((line, at) => at > blank && SIGNATURE.test(line));
  const signed = lines.slice(blank + 1, end < 0 ? lines.length : end);
  const typed = signed.map((line) => (line.startsWith('- ') ? line.slice(2) : line));
  return [...lines.slice(0, begin), ...typed].join('\n');
}
