import PostalMime from 'postal-mime';
import { headerBytesMax, mimeDepthMax } from '../limits.ts';
import { err, ok, type Result } from '../result.ts';
import { type Field, headerFields, valuesOf } from './header.ts';
import { htmlToText } from './html.ts';
import { newLines } from './quote.ts';
import { parseMessageIds } from './references.ts';
import { parseSender, type SenderError } from './sender.ts';

/** A letter that came in, as far as it concerns us. */
export interface Letter {
  readonly fields: readonly Field[];
  readonly sender: Result<string, SenderError>;
  /** Every address it was sent to: the To, Cc and delivery headers, as far as they are plain. */
  readonly recipients: readonly string[];
  readonly messageId: string | undefined;
  readonly inReplyTo: readonly string[];
  readonly references: readonly string[];
  readonly date: string;
  /** Decoded (RFC 2047), without control characters. */
  readonly subject: string;
  /** What the person wrote anew, line by line. */
  readonly lines: readonly string[];
}

/** Also those of Unicode, which a mail program shows as line ends. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: two of them are controls
const LINE_ENDS = /\r\n?|[\u000b\u000c\u0085\u2028\u2029]/g;
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is taken out
const CONTROLS = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/g;

/**
 * Takes a raw letter apart. Who wrote it is read from the raw header, the text by postal-mime:
 * transfer encodings, charsets and format=flowed undone, HTML turned to text where there is nothing
 * else. Letters inside letters are attachments, and attachments are not looked at.
 *
 * @param own the address of this server, whose letters are what people quote
 */
export async function parseLetter(
  raw: Uint8Array,
  own: string,
): Promise<Result<Letter, 'unreadable'>> {
  const fields = headerFields(raw);
  try {
    const email = await PostalMime.parse(raw, {
      forceRfc822Attachments: true,
      maxNestingDepth: mimeDepthMax,
      maxHeadersSize: headerBytesMax,
    });
    const written = email.text ?? '';
    // Some programs put an empty text beside the HTML that holds the words.
    const text = written.trim() === '' ? htmlToText(email.html ?? '') : written;
    return ok({
      fields,
      sender: parseSender(fields),
      recipients: recipients(fields),
      messageId: parseMessageIds(valuesOf(fields, 'message-id').join(' '))[0],
      inReplyTo: parseMessageIds(valuesOf(fields, 'in-reply-to').join(' ')),
      references: parseMessageIds(valuesOf(fields, 'references').join(' ')),
      date: valuesOf(fields, 'date')[0] ?? '',
      subject: (email.subject ?? '').replace(/\s+/g, ' ').replace(CONTROLS, ''),
      lines: newLines(text.replace(LINE_ENDS, '\n').replace(CONTROLS, ''), own),
    });
  } catch {
    return err('unreadable');
  }
}

const RECIPIENT_FIELDS = ['to', 'cc', 'delivered-to', 'x-original-to', 'envelope-to'];

/** The plain addresses in the To, Cc and delivery headers. */
export function recipients(fields: readonly Field[]): readonly string[] {
  return RECIPIENT_FIELDS.flatMap((name) => valuesOf(fields, name)).flatMap((value) =>
    [...value.matchAll(/[^\s<>,;:"()]{1,64}@[^\s<>,;:"()]{1,253}/g)].map(([address]) => address),
  );
}
