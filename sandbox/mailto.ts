import { err, ok, type Result } from '../src/result.ts';

/** What a `mailto:` link fills in. */
export interface FilledIn {
  readonly to: string;
  readonly subject: string;
  readonly body: string;
  /** The value of In-Reply-To, when the link has one. */
  readonly inReplyTo: string;
}

/**
 * Reads a `mailto:` link (RFC 6068). Only the four fields that a mail program may safely take from a
 * stranger's link are read. A plus sign stands for itself, unlike in a web form.
 */
export function parseMailto(href: string): Result<FilledIn, 'not-a-mailto-link'> {
  const [, path = '', query = ''] = /^mailto:([^?#]*)(?:\?([^#]*))?/i.exec(href) ?? [];
  if (!/^mailto:/i.test(href)) return err('not-a-mailto-link');
  try {
    const fields = new Map(
      query.split('&').map((field) => {
        const [name = '', ...value] = field.split('=');
        return [decodeURIComponent(name).toLowerCase(), decodeURIComponent(value.join('='))];
      }),
    );
    const to = [decodeURIComponent(path), fields.get('to') ?? ''];
    return ok({
      to: to.filter((each) => each !== '').join(', '),
      subject: (fields.get('subject') ?? '').replace(/\s+/g, ' '),
      body: (fields.get('body') ?? '').replaceAll('\r\n', '\n'),
      inReplyTo: fields.get('in-reply-to') ?? '',
    });
  } catch {
    return err('not-a-mailto-link');
  }
}
