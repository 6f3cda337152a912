import EmailReplyParser from 'email-reply-parser';
import { literal } from '../any-of.ts';
import {
  attributionCharsMax,
  newTextBytesMax,
  newTextLinesMax,
  quoteSearchCharsMax,
} from '../limits.ts';
import { splitTag } from '../player/address.ts';
import { isSentWith } from './sent-with.ts';

/** Where an older letter begins, in the ways that need no knowledge of a language. */
const OLDER =
  /^(?:\s{0,3}[>|]|-{2,12} ?[^-\n]{1,40} ?-{2,12}\s*$|[-_]{13,}\s*$|Summary of .{1,40} Board \d)/;
const SIGNATURE = /^-- ?$/;

/**
 * The lines that a person wrote anew: everything above the first quoted line, the attribution
 * (`On ... wrote:` in the languages that email-reply-parser knows), the first line that names our own
 * address, and the signature. Text below a quotation is never taken, so that no old command is read
 * again and no reply token is passed on.
 *
 * @param own the address of this server, without a tag
 * @returns at most 200 lines of at most 16 KiB in all, the empty ones at both ends left out
 */
export function newLines(text: string, own: string): readonly string[] {
  // Not between the halves of a surrogate pair.
  const considered = text.slice(0, newTextBytesMax).replace(/[\ud800-\udbff]$/, '');
  const lines = considered.split('\n').slice(0, newTextLinesMax);
  const ours = ownAddress(own);
  const older = lines.findIndex((line) => OLDER.test(line) || ours.test(line));
  const end = older < 0 ? lines.length : older;
  const signature = lines.findIndex((line) => SIGNATURE.test(line) || isSentWith(line));
  const ends = [
    attributionAbove(lines, end),
    // An attribution of several lines is known by its last one, which may name our address.
    hiddenFrom(lines.slice(0, end + 2)),
    signature < 0 ? lines.length : signature,
  ];
  const written = lines.slice(0, Math.min(...ends));
  const first = written.findIndex((line) => line.trim() !== '');
  const last = written.findLastIndex((line) => line.trim() !== '');
  return first < 0 ? [''] : [...written.slice(first, last), (written[last] ?? '').trimEnd()];
}

/**
 * How many lines stand above the first attribution or signature that email-reply-parser finds. The
 * library joins lines and trims them, so the place is found again by counting what is not blank.
 */
function hiddenFrom(lines: readonly string[]): number {
  // Some of its patterns take the fourth power of the length of a line: a long one is neither.
  const short = lines.map((line) => (line.length > attributionCharsMax ? 'x' : line));
  const searched = short.join('\n').slice(0, quoteSearchCharsMax);
  const fragments = new EmailReplyParser().read(searched).getFragments();
  const hidden = fragments.findIndex(
    (fragment) => fragment.isHidden() && fragment.getContent().trim() !== '',
  );
  if (hidden < 0) return lines.length;
  const visible = fragments.slice(0, hidden).map((fragment) => fragment.getContent());
  let left = inkOf(visible.join(''));
  const cut = short.findIndex((line) => {
    left -= inkOf(line);
    return left < 0;
  });
  return cut < 0 ? lines.length : cut;
}

/** How many characters are not blank. */
const inkOf = (text: string): number => text.replace(/\s/g, '').length;

/** Our address, plain, with a tag, or as links write it: nobody types it, programs quote it. */
function ownAddress(own: string): RegExp {
  const { base } = splitTag(own);
  const at = base.lastIndexOf('@');
  const [local, domain] = [base.slice(0, at), base.slice(at)].map(literal);
  return new RegExp(`${local}(?:(?:\\+|%2B)[a-z0-9]{1,64})?(?:${domain}|%40)`, 'i');
}

/** `Von: Turnpost`: in French with a blank before the colon. */
const HEADER_LINE = /^\p{L}[\p{L} \u00a0-]{0,19}:\s/u;
/** A year and a time of day, in either order. */
const DATED = /\b20\d\d\b.{1,60}\d[:.]\d\d|\d[:.]\d\d.{1,60}\b20\d\d\b/;

/**
 * Right above a quotation stands who wrote it, in any language: the header lines of the older letter,
 * the first line of an attribution that was wrapped before our address, or a paragraph of at most
 * three lines that ends with a colon.
 *
 * @param end the first line of the quotation, or the number of lines when there is none
 * @returns the number of lines above the attribution
 */
function attributionAbove(lines: readonly string[], end: number): number {
  if (end === lines.length) return end;
  const isBlank = (index: number): boolean => (lines[index] ?? '').trim() === '';
  let start = end;
  if (HEADER_LINE.test(lines[end] ?? '')) {
    while (start > 0 && HEADER_LINE.test(lines[start - 1] ?? '')) start--;
    return start;
  }
  while (start > 0 && isBlank(start - 1)) start--;
  const last = start - 1;
  const closing = lines[last] ?? '';
  while (start > 0 && !isBlank(start - 1)) start--;
  const paragraph = lines.slice(start, last + 1);
  if (paragraph.length > 1 && paragraph.every((line) => HEADER_LINE.test(line))) return start;
  const wrapped = closing.trimEnd().endsWith('<') || (DATED.test(closing) && !isMarked(lines, end));
  if (last === end - 1 && wrapped) return last;
  if (!/[:\uff1a]\s*$/.test(closing)) return end;
  // A lone first line may be a command with a colon behind it.
  if (last < 1) return DATED.test(closing) ? last : end;
  return start > 0 && paragraph.length <= 3 ? start : last;
}

const isMarked = (lines: readonly string[], index: number): boolean =>
  OLDER.test(lines[index] ?? '');
