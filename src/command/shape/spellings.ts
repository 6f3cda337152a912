/** Signs that are written with two letters where a keyboard lacks them. */
const IN_TWO: Readonly<Record<string, string>> = { ä: 'ae', ö: 'oe', ü: 'ue', ß: 'ss' };

/**
 * The ways to write a word of a language: as it is, with two letters for each of its signs (`zurueck`),
 * and without their marks (`zuruck`). In lower case, each once.
 */
export function spellings(word: string): readonly string[] {
  const whole = word.toLowerCase().normalize('NFC');
  const inTwo = whole.replace(/[äöüß]/g, (sign) => IN_TWO[sign] ?? sign);
  const bare = whole.replaceAll('ß', 'ss').normalize('NFD').replace(/\p{M}/gu, '');
  return [...new Set([whole, inTwo, bare])];
}
