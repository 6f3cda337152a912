import EmailReplyParser from 'email-reply-parser';
import {
  attributionCharsMax,
  newTextBytesMax,
  newTextLinesMax,
  quoteSearchCharsMax,
} from '../limits.ts';
import { splitTag } from '../player/address.ts';

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
  const end = lines.findIndex(
    (line) => OLDER.test(line) || SIGNATURE.test(line) || ours.test(line),
  );
  const written = aboveHidden(end < 0 ? lines : withoutAttribution(lines.slice(0, end)));
  const first = written.findIndex((line) => line.trim() !== '');
  const last = written.findLastIndex((line) => line.trim() !== '');
  return first < 0 ? [''] : [...written.slice(first, last), (written[last] ?? '').trimEnd()];
}

/**
 * The lines above the first attribution or signature that email-reply-parser finds. The library joins
 * lines and trims them, so the place is found again by counting what is not blank.
 */
function aboveHidden(lines: readonly string[]): readonly string[] {
  // Some of its patterns take the fourth power of the length of a line: a long one is neither.
  const short = lines.map((line) => (line.length > attributionCharsMax ? 'x' : line));
  const searched = short.join('\n').slice(0, quoteSearchCharsMax);
  const fragments = new EmailReplyParser().read(searched).getFragments();
  const hidden = fragments.findIndex(
    (fragment) => fragment.isHidden() && fragment.getContent().trim() !== '',
  );
  if (hidden < 0) return lines;
  const visible = fragments.slice(0, hidden).map((fragment) => fragment.getContent());
  let left = inkOf(visible.join(''));
  const cut = short.findIndex((line) => {
    left -= inkOf(line);
    return left < 0;
  });
  return lines.slice(0, cut);
}

/** How many characters are not blank. */
const inkOf = (text: string): number => text.replace(/\s/g, '').length;

/** Our address, plain, with a tag, or as links write it: nobody types it, programs quote it. */
function ownAddress(own: string): RegExp {
  const { base } = splitTag(own);
  const at = base.lastIndexOf('@');
  const [local, domain] = [base.slice(0, at), base.slice(at)].map((part) =>
    part.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&'),
  );
  return new RegExp(`${local}(?:(?:\\+|%2B)[a-z0-9]{1,64})?(?:${domain}|%40)`, 'i');
}

const HEADER_LINE = /^\p{L}[\p{L} -]{0,19}:\s/u;

/**
 * Right above a quotation stands who wrote it, in any language: a paragraph of at most three lines
 * that ends with a colon, or the header lines of the older letter.
 */
function withoutAttribution(lines: readonly string[]): readonly string[] {
  const last = lines.findLastIndex((line) => line.trim() !== '');
  const gap = lines.findLastIndex((line, index) => index < last && line.trim() === '');
  const paragraph = lines.slice(gap + 1, last + 1);
  if (paragraph.length > 1 && paragraph.every((line) => HEADER_LINE.test(line))) {
    return lines.slice(0, gap + 1);
  }
  if (last < 1 || !/[:\uff1a]\s*$/.test(lines[last] ?? '')) return lines;
  return lines.slice(0, gap > 0 && paragraph.length <= 3 ? gap : last);
}
