/** A file that came along. */
export interface Attached {
  /** Empty when the letter has none for it. */
  readonly name: string;
  /** In lower case, such as `image/png`. */
  readonly type: string;
  /** The Content-ID, by which the HTML names it. */
  readonly cid: string | undefined;
  readonly content: Buffer;
}

/** What an `img` shows and no browser takes for a page or a script: so no SVG. */
const PICTURE = /^image\/(?:png|jpeg|gif|webp)$/;

/** Whether a file is a picture that may be shown. */
export const isPicture = ({ type }: Pick<Attached, 'type'>): boolean => PICTURE.test(type);

/** Where HTML names a part of its own letter: an attribute, or a style sheet. */
const NAMED = /(\b(?:src|background)\s*=\s*["']?|\burl\(\s*["']?)cid:([^"'\s<>)]+)/gi;

/**
 * Puts attached pictures where the letter's HTML names them (RFC 2392), as often as it does. What
 * names no picture of the letter stays as it is.
 */
export function withPictures(html: string, attachments: readonly Attached[]): string {
  const pictures = new Map(
    attachments.flatMap((each) =>
      each.cid !== undefined && isPicture(each) ? [[each.cid, addressOf(each)] as const] : [],
    ),
  );
  if (pictures.size === 0) return html;
  return html.replace(NAMED, (whole, before: string, id: string) => {
    const address = pictures.get(decoded(id));
    return address === undefined ? whole : before + address;
  });
}

const addressOf = ({ type, content }: Attached): string =>
  `data:${type};base64,${content.toString('base64')}`;

/** Tells which files a letter's HTML shows, so that they need no place of their own. */
export function shownBy(html: string): (attached: Attached) => boolean {
  const ids = new Set([...html.matchAll(NAMED)].map(([, , id = '']) => decoded(id)));
  return (attached) => isPicture(attached) && ids.has(attached.cid ?? '');
}

/** An address is written with percent signs where the id itself could not stand. */
function decoded(id: string): string {
  try {
    return decodeURIComponent(id);
  } catch {
    return id;
  }
}
