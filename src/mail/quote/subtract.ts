import { foundShareMin, newTextLinesMax } from '../../limits.ts';
import { findLetter, OURS, type QuotedSpan, UNSURE } from './find.ts';
import { belowHead, isQuoteMarked, namesUs, newLines, signatureIn } from './new-lines.ts';
import { type Ink, inkOfLines, piecesOf, rolling } from './trace.ts';

/** What a person wrote anew in an answer to a letter that we know. */
interface WrittenPart {
  readonly lines: readonly string[];
  /** They stand below the quotation or in it, and nothing new above it. */
  readonly below: boolean;
}

/**
 * Takes the letter that was answered out of an answer: what stands above it is new, as ever; where
 * that is nothing, what stands below it and between its lines. No line is new that bears a mark, or
 * that may be one of ours which was changed on the way.
 *
 * @param traces of the parts of the letters that may be the one answered
 * @param own the address of this server, without a tag
 * @returns undefined where none of them is found, nine tenths of it at least
 */
export function subtract(
  lines: readonly string[],
  traces: readonly Uint8Array[],
  own: string,
): WrittenPart | undefined {
  const ink = inkOfLines(lines);
  const quoting = { text: rolling(ink.signs), marked: markedAbove(lines, ink) };
  let best: QuotedSpan | undefined;
  for (const trace of traces) {
    const found = findLetter(piecesOf(trace), quoting);
    if (found.share > (best?.share ?? 0)) best = found;
    if (best?.share === 1) break;
  }
  if (!best || best.share < foundShareMin) return undefined;
  const kinds = kindsOf(lines, ink, best.signs, own);
  const above = newLines(lines.join('\n'), own, kinds.indexOf('ours'));
  if (above.some((line) => line !== '')) return { lines: above, below: false };
  const typed = typedBelow(lines, kinds, own);
  return { lines: typed, below: typed.some((line) => line !== '') };
}

/** How many signs above each place stand in lines that bear a mark. */
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

/** A line: typed, a part of the letter, neither for certain, or without any word. */
type Kind = 'typed' | 'ours' | 'unsure' | 'wordless';

function kindsOf(
  lines: readonly string[],
  { ends }: Ink,
  signs: Uint8Array,
  own: string,
): readonly Kind[] {
  const isUs = namesUs(own);
  return lines.map((line, index) => {
    const kinds = signs.subarray(ends[index - 1] ?? 0, ends[index]);
    if (kinds.includes(OURS)) return 'ours';
    if (isQuoteMarked(line) || isUs(line) || kinds.includes(UNSURE)) return 'unsure';
    return kinds.length === 0 ? 'wordless' : 'typed';
  });
}

/** The typed lines behind the beginning of the quotation, each run of them a paragraph. */
function typedBelow(
  lines: readonly string[],
  kinds: readonly Kind[],
  own: string,
): readonly string[] {
  const first = lines.findIndex((line, at) => kinds[at] === 'ours' || isQuoteMarked(line));
  const typed: string[] = [];
  /** What stands below the last typed line; it is only known later whether it was typed as well. */
  let between: string[] = [];
  const from = belowHead(lines, first, own);
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
