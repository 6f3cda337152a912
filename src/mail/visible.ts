/** Also those of Unicode, which a mail program shows as line ends. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: two of them are controls
const LINE_ENDS = /\r\n?|[\u000b\u000c\u2028\u2029]/g;

/**
 * What windows-1252 has where latin1 has controls that nobody writes: text that says it is latin1 is
 * windows-1252 (WHATWG Encoding, section 4.2), and TextDecoder of Node 20 takes one for the other.
 */
const WINDOWS_1252 =
  '\u20ac\u0081\u201a\u0192\u201e\u2026\u2020\u2021\u02c6\u2030\u0160\u2039\u0152\u008d\u017d\u008f\u0090\u2018\u2019\u201c\u201d\u2022\u2013\u2014\u02dc\u2122\u0161\u203a\u0153\u009d\u017e\u0178';

/**
 * Controls, what turns the direction of writing, other invisible characters and halves of surrogate
 * pairs, and the places that Unicode keeps for more of them (Default_Ignorable_Code_Point). The
 * joiners stay, and what chooses a form of a character: emoji, Persian and Japanese are written so.
 */
const INVISIBLE =
  /(?![\t\n\u200c\u200d])[\p{Cc}\p{Cf}\p{Cs}]|[\u2065\ufff0-\ufff8\u{e0000}-\u{e00ff}\u{e01f0}-\u{e0fff}]/gu;

/** A text without characters that nobody sees, so that what is read is what was shown. */
export const visibleText = (text: string): string =>
  text
    .replace(/[\u0080-\u009f]/g, (char) => WINDOWS_1252[char.charCodeAt(0) - 0x80] ?? '')
    .replace(INVISIBLE, '');

/** The same with every kind of line end turned into `\n`. */
export const plainLines = (text: string): string => visibleText(text.replace(LINE_ENDS, '\n'));
