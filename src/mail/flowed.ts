/**
 * Undoes format=flowed (RFC 3676, section 4): lines that end with a blank go on in the next line,
 * unless the depth of quoting changes (section 4.5) or the line is the signature's `-- `
 * (section 4.3). Quoted lines keep one `> `.
 *
 * @param delSp the blank before a soft line end is not part of the text (section 4.2)
 */
export function unflow(text: string, delSp: boolean): string {
  const paragraphs: string[] = [];
  let pieces: string[] = [];
  let depth = 0;
  const end = (): void => {
    if (pieces.length > 0) paragraphs.push((depth > 0 ? '> ' : '') + pieces.join(''));
    pieces = [];
  };
  for (const line of text.split(/\r?\n/)) {
    const quotes = /^>*/.exec(line)?.[0].length ?? 0;
    const stuffed = line.slice(quotes);
    const content = stuffed.startsWith(' ') ? stuffed.slice(1) : stuffed;
    if (quotes !== depth || content === '-- ') end();
    depth = quotes;
    const flows = content.endsWith(' ') && content !== '-- ';
    pieces.push(flows && delSp ? content.slice(0, -1) : content);
    if (!flows) end();
  }
  end();
  return paragraphs.join('\n');
}
