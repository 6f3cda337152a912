import EmailReplyParser from 'email-reply-parser';
import {
  attributionCharsMax,
  newTextBytesMax,
  newTextLinesMax,
  quoteSearchCharsMax,
} from '../../limits.ts';
import { splitTag } from '../../player/address.ts';
import { aboveSeparators, isDisclaimer } from './disclaimer.ts';
import { isSentWith } from './sent-with.ts';

/** Where an older letter begins, in the ways that need no knowledge of a language. */
const OLDER =
  /^(?:\s{0,3}[>|]|-{2,30}\s?[^-\n]{1,40}\s?-{2,30}\s*$|[-_]{13,}\s*$|Summary of .{1,40} Board \d)/;
/** The second line of a board letter, in the languages of the letters; above it stands the first. */
const OUR_SECOND =
  /^\S.{0,40} (?:Board|Brett) \d{1,15}(?:, [^:]{1,20}: (?:you|du|\S{2,20}) (?:are|is|were|was|spielst|spielt|warst|war) |: (?:It was|Du warst|\S{2,20} war) )/;
/** How the first one begins where a match goes on. It looks like a line of a header. */
const OUR_FIRST =
  /^(?:Your move: |Du bist am Zug: |It is \S{2,20} turn\.|\S{2,20} (?:bist|ist) am Zug\.)/i;
/** So many lines has the first one, where it is too long for one. */
const FIRST_LINES_MAX = 3;
const MARKED = /^\s{0,3}[>|]/;
const SIGNATURE = /^-- ?$/;
/** A text as a pattern that finds it as it stands. */
const literal = (text: string): string => text.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&');

/** Whether a line bears a quotation mark. */
export const isMarked = (line: string): boolean => MARKED.test(line);
/**
 * Where a letter ends: what stands below is said of every letter of its writer.
 *
 * @returns the number of lines above; all of them where there is no such line
 */
export function signatureIn(lines: readonly string[]): number {
  const first = lines.findIndex(
    (line) => SIGNATURE.test(line) || isSentWith(line) || isDisclaimer(line),
  );
  if (first < 0) return lines.length;
  return isDisclaimer(lines[first] ?? '') ? aboveSeparators(lines, first) : first;
}

/**
 * The lines that a person wrote anew: everything above the first quoted line, the attribution
 * (`On ... wrote:` in the languages that email-reply-parser knows), the first line that names our own
 * address, and the signature. Text below a quotation is never taken, so that no old command is read
 * again and no reply token is passed on.
 *
 * @param own the address of this server, without a tag
 * @param known the first line that is known to be an older letter's, or none
 * @returns at most 200 lines of at most 16 KiB in all, the empty ones at both ends left out
 */
export function newLines(text: string, own: string, known = -1): readonly string[] {
  // Not between the halves of a surrogate pair.
  const considered = text.slice(0, newTextBytesMax).replace(/[\ud800-\udbff]$/, '');
  const lines = considered.split('\n').slice(0, newTextLinesMax);
  const isUs = namesUs(own);
  const older = lines.findIndex(
    (line, at) => at === known || OLDER.test(line) || OUR_SECOND.test(line) || isUs(line),
  );
  const end = older < 0 ? lines.length : firstOfOurs(lines, older);
  const ends = [
    attributionAbove(lines, end, end === known || end !== older),
    // An attribution of several lines is known by its last one, which may name our address.
    hiddenFrom(lines.slice(0, end + 2)),
    signatureIn(lines),
  ];
  const written = lines.slice(0, Math.min(...ends));
  const first = written.findIndex((line) => line.trim() !== '');
  const last = written.findLastIndex((line) => line.trim() !== '');
  return first < 0 ? [''] : [...written.slice(first, last), (written[last] ?? '').trimEnd()];
}

/** Where a board letter begins whose second line is known: at its first, which may be anything. */
function firstOfOurs(lines: readonly string[], second: number): number {
  if (!OUR_SECOND.test(lines[second] ?? '')) return second;
  const above = lines.slice(Math.max(0, second - FIRST_LINES_MAX), second);
  const near = above.slice(above.findLastIndex((line) => line.trim() === '') + 1);
  const first = near.findLastIndex((line) => OUR_FIRST.test(line));
  return first < 0 ? second - Math.min(1, near.length) : second - near.length + first;
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
  let left = nonBlanksOf(visible.join(''));
  const cut = short.findIndex((line) => {
    left -= nonBlanksOf(line);
    return left < 0;
  });
  return cut < 0 ? lines.length : cut;
}

/** How many characters are not blank. */
const nonBlanksOf = (text: string): number => text.replace(/\s/g, '').length;

/** Whether a line holds our address, plain, with a tag, or as links write it: programs quote it. */
export function namesUs(own: string): (line: string) => boolean {
  const { base } = splitTag(own);
  const at = base.lastIndexOf('@');
  const [local, domain] = [base.slice(0, at), base.slice(at)].map(literal);
  const address = new RegExp(`${local}(?:(?:\\+|%2B)[a-z0-9]{1,64})?(?:${domain}|%40)`, 'i');
  return (line) => address.test(line);
}

/** `Von: Turnpost`: in French with a blank before the colon. */
const HEADER_LINE = /^[*_]{0,2}\p{L}[\p{L} \u00a0-]{0,19}(?::[*_]{0,2}\s|\uff1a)/u;
/** A day with its year, in figures also with two of them, and a time of day, in either order. */
const DAY = String.raw`(?:\b20\d\d\b|\b\d\d?[./-]\d\d?[./-]\d\d\b)`;
const TIME = String.raw`\d ?[:.h時点] ?\d\d`;
const DATED = new RegExp(`${DAY}.{1,60}${TIME}|${TIME}.{1,60}${DAY}`, 'i');
/** As our letters call us. */
const OUR_NAME = /\bTurnpost\b/i;

/** An attribution ends so in most languages. */
const CLOSED = /[:\uff1a]\s*$/;

/**
 * Right above a quotation stands who wrote it, in any language: the header lines of the older letter,
 * the first line of an attribution that was wrapped before our address, or a paragraph of at most
 * three lines that ends with a colon.
 *
 * @param end the first line of the quotation, or the number of lines when there is none
 * @param isOurs that line is known to be the older letter's, and so none of its header
 * @returns the number of lines above the attribution
 */
function attributionAbove(lines: readonly string[], end: number, isOurs: boolean): number {
  if (end === lines.length) return end;
  const isBlank = (index: number): boolean => (lines[index] ?? '').trim() === '';
  let start = end;
  if (!isOurs && HEADER_LINE.test(lines[end] ?? '')) {
    while (start > 0 && HEADER_LINE.test(lines[start - 1] ?? '')) start--;
    return aboveAddress(lines, start);
  }
  while (start > 0 && isBlank(start - 1)) start--;
  const last = start - 1;
  const closing = lines[last] ?? '';
  while (start > 0 && !isBlank(start - 1)) start--;
  const paragraph = lines.slice(start, last + 1);
  if (paragraph.length > 1 && paragraph.every((line) => HEADER_LINE.test(line))) {
    return aboveAddress(lines, start);
  }
  const wrapped =
    closing.trimEnd().endsWith('<') || (DATED.test(closing) && !OLDER.test(lines[end] ?? ''));
  if (last === end - 1 && wrapped) return last;
  if (!CLOSED.test(closing)) return end;
  // A lone first line may be a command with a colon behind it.
  if (last < 1) return DATED.test(closing) || OUR_NAME.test(closing) ? last : end;
  return start > 0 && paragraph.length <= 3 ? start : last;
}

/** Foxmail puts the writer's own address above the header lines: the place above it. */
function aboveAddress(lines: readonly string[], end: number): number {
  const last = lines.slice(0, end).findLastIndex((line) => line.trim() !== '');
  return /^\s*\S{1,80}@\S{1,200}\s*$/.test(lines[last] ?? '') ? last : end;
}

/**
 * Where what tells of a quotation ends, above its first line: its header lines or its attribution.
 *
 * @param first line of the quotation
 * @returns the line below the last of them; the first one itself where there are none
 */
export function belowHead(lines: readonly string[], first: number, own: string): number {
  const isUs = namesUs(own);
  const head = lines.slice(0, first).findLastIndex((line) => {
    const told = OLDER.test(line) || HEADER_LINE.test(line) || isUs(line);
    return told || DATED.test(line) || CLOSED.test(line);
  });
  return head < 0 ? first : head + 1;
}
