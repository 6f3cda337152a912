/** A text without quotation marks of any kind. */
export const plainQuotes = (text: string): string =>
  text.replace(/["'\u2018-\u201f\u00ab\u00bb]/g, '').trim();
