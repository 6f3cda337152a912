import { newTextLinesMax, quotedShareMin } from '../../limits.ts';
import { findLetter, OURS, type QuotedSpan, UNSURE } from './find.ts';
import { belowHead, isQuoteMarked, namesUs, newLines, signatureIn } from './new-lines.ts';
import { type Ink, inkOfLines, piecesOf, rolling } from './trace.ts';

/** The new lines in an answer to a known letter. */
interface WrittenPart {
  readonly lines: readonly string[];
  /** The new lines are all below the quotation or within it. */
  readonly below: boolean;
}

/**
 * Removes the answered letter from an answer: text above it is new; if there is none, that below it and
 * between its lines. Quoted lines, and possibly altered ones of ours, are not new.
 *
 * @param traces the traces of letters that may be answered
 * @param serverAddress the address of this server, without a tag
 * @returns undefined unless at least nine tenths of a letter are found
 */
export function subtract(
  lines: readonly string[],
  traces: readonly Uint8Array[],
  serverAddress: string,
): WrittenPart | undefined {
  const ink = inkOfLines(lines);
  const quoting = { text: rolling(ink.signs), marked: markedAbove(lines, ink) };
  let best: QuotedSpan | undefined;
  for (const trace of traces) {
    const found = findLetter(piecesOf(trace), quoting);
    if (found.share > (best?.share ?? 0)) best = found;
    if (best?.share === 1) break;
  }
  if (!best || best.share < quotedShareMin) return undefined;
  const kinds = kindsOf(lines, ink, best.charKinds, serverAddress);
  const above = newLines(lines.join('\n'), serverAddress, kinds.indexOf('ours'));
  if (above.some((line) => line !== '')) return { lines: above, below: false };
  const typed = typedBelow(lines, kinds, serverAddress);
  return { lines: typed, below: typed.some((line) => line !== '') };
}

/** For each position, the number of signs above it in quoted lines. */
function markedAbove(lines: readonly string[], { signs, ends }: Ink): Int32Array {
  const above = new Int32Array(signs.length + 1);
  let at = 0;
  let count = 0;
  for (const [index, end] of ends.entries()) {
    const isQuoted = isQuoteMarked(lines[index] ?? '');
    for (; at < end; at++) {
      if (isQuoted) count++;
      above[at + 1] = count;
    }
  }
  return above;
}

/** A line: typed, of the letter, uncertain, or without letters and digits. */
type Kind = 'typed' | 'ours' | 'unsure' | 'wordless';

function kindsOf(
  lines: readonly string[],
  { ends }: Ink,
  charKinds: Uint8Array,
  serverAddress: string,
): readonly Kind[] {
  const isUs = namesUs(serverAddress);
  return lines.map((line, index) => {
    const kinds = charKinds.subarray(ends[index - 1] ?? 0, ends[index]);
    if (kinds.includes(OURS)) return 'ours';
    if (isQuoteMarked(line) || isUs(line) || kinds.includes(UNSURE)) return 'unsure';
    return kinds.length === 0 ? 'wordless' : 'typed';
  });
}

/** The typed lines after the start of the quotation, each run a paragraph. */
function typedBelow(
  lines: readonly string[],
  kinds: readonly Kind[],
  serverAddress: string,
): readonly string[] {
  const first = lines.findIndex((line, at) => kinds[at] === 'ours' || isQuoteMarked(line));
  const typed: string[] = [];
  /** Wordless lines below the last typed one; kept if a typed line follows. */
  let between: string[] = [];
  const from = belowHead(lines, first, serverAddress);
  const until = signatureIn(
    lines.map((line, at) => (at < from || kinds[at] === 'ours' ? '' : line)),
  );
  for (let at = from; at < until && typed.length < newTextLinesMax; at++) {
    const line = (lines[at] ?? '').trimEnd();
    const kind = kinds[at];
    if (kind === 'wordless') between.push(line);
    else if (kind === 'typed') {
      if (typed.length > 0) typed.push(...between);
      typed.push(line);
      between = [];
    } else between = [''];
  }
  typed.push(...between);
  const last = typed.findLastIndex((line) => line !== '');
  return last < 0 ? [''] : typed.slice(0, last + 1);
}
