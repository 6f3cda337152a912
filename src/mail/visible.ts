/** Also those of Unicode, which a mail program shows as line ends. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: two of them are controls
const LINE_ENDS = /\r\n?|[\u000b\u000c\u0085\u2028\u2029]/g;

/**
 * Controls, what turns the direction of writing, other invisible characters and halves of surrogate
 * pairs. The joiners stay: emoji and Persian are written with them.
 */
const INVISIBLE = /(?![\t\n\u200c\u200d])[\p{Cc}\p{Cf}\p{Cs}]/gu;

/** A text without characters that nobody sees, so that what is read is what was shown. */
export const visibleText = (text: string): string => text.replace(INVISIBLE, '');

/** The same with every kind of line end turned into `\n`. */
export const plainLines = (text: string): string => visibleText(text.replace(LINE_ENDS, '\n'));
