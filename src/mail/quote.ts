import EmailReplyParser from 'email-reply-parser';
import { newTextBytesMax, newTextLinesMax } from '../limits.ts';

/** Where the older letter begins, in the ways that need no knowledge of a language. */
const OLDER = /^(?:\s{0,3}[>|]|-{2,12} ?[^-\n]{1,40} ?-{2,12}\s*$|_{20,}\s*$)/;
const SIGNATURE = /^-- ?$/;

/**
 * The lines that a person wrote anew: everything above the first quoted line, the attribution
 * (`On … wrote:` in the languages that email-reply-parser knows) and the signature. Text below a
 * quotation is never taken, so that no old command is read again.
 *
 * @returns at most 200 lines of at most 16 KiB in all, the empty ones at both ends left out
 */
export function newLines(text: string): readonly string[] {
  const lines = text
    .slice(0, newTextBytesMax)
    .split(/\r\n|\r|\n/)
    .slice(0, newTextLinesMax);
  const end = lines.findIndex((line) => OLDER.test(line) || SIGNATURE.test(line));
  const above = (end < 0 ? lines : lines.slice(0, end)).join('\n');
  const fragments = new EmailReplyParser().read(above).getFragments();
  const firstHidden = fragments.findIndex(
    (fragment) => fragment.isHidden() && fragment.getContent().trim() !== '',
  );
  const visible = firstHidden < 0 ? fragments : fragments.slice(0, firstHidden);
  const written = visible.map((fragment) => fragment.getContent()).join('\n');
  return written.replace(/^\s*\n|\s+$/g, '').split('\n');
}
