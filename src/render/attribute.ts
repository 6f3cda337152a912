const SIGNS: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
};

/** A text as it stands within the quotation marks of an attribute, or between two elements. */
export const inMarkup = (text: string): string =>
  text.replace(/[&<>"]/g, (sign) => SIGNS[sign] ?? sign);
