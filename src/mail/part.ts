import { mimeLimits } from '../limits.ts';
import { err, ok, type Result } from '../result.ts';
import { type Header, type HeaderField, readHeader, valuesOf } from './header.ts';

/** A letter, or a part of one (RFC 2046, section 5.1), not decoded. */
export interface Part {
  readonly content: ContentFields;
  /** Transfer-encoded; empty for a multipart. */
  readonly body: Uint8Array;
  readonly parts: readonly Part[];
}

export type PartError = 'too many parts' | 'parts nested too deep';

interface Draft {
  readonly content: ContentFields;
  readonly from: number;
  /** The end of its body; undefined before its delimiter. */
  end: number | undefined;
  readonly parts: Draft[];
  /** The enclosing multipart. */
  readonly parent: Draft | undefined;
  readonly depth: number;
}

/**
 * Splits a letter into its parts in one pass: linear time, however nested. Enclosed letters
 * (message/rfc822) are not opened.
 */
export function readParts(raw: Uint8Array, header: Header): Result<Part, PartError> {
  const bytes = Buffer.from(raw.buffer, raw.byteOffset, raw.length);
  const root = draft(header, undefined);
  let count = 1;
  let leaf: Draft | undefined = root;
  let around = canHaveParts(root) ? root : undefined;
  // A delimiter starts a line, possibly the first of the body.
  let at = root.from - 1;
  while (around) {
    at = bytes.indexOf('\n--', Math.max(at, 0));
    if (at < 0) break;
    const feed = bytes.indexOf(0x0a, at + 1);
    const next = feed < 0 ? bytes.length : feed + 1;
    const until = Math.min(next, at + 3 + 2 * mimeLimits.boundaryChars);
    const hit = delimiter(bytes.toString('latin1', at + 3, until), around);
    if (!hit) {
      at += 3;
      continue;
    }
    if (leaf) leaf.end = bytes[at - 1] === 0x0d ? at - 1 : at;
    if (hit.closes) {
      leaf = undefined;
      around = hit.part.parent;
      at += 3;
      continue;
    }
    count += 1;
    if (count > mimeLimits.parts) return err('too many parts');
    leaf = draft(readHeader(bytes, next), hit.part);
    hit.part.parts.push(leaf);
    around = canHaveParts(leaf) ? leaf : hit.part;
    if (around.depth > mimeLimits.depth) return err('parts nested too deep');
    at = leaf.from - 1;
  }
  return ok(finish(root, raw));
}

function draft({ fields, end }: Header, parent: Draft | undefined): Draft {
  const content = parseContentFields(fields);
  return { content, from: end, end: undefined, parts: [], parent, depth: (parent?.depth ?? 0) + 1 };
}

const canHaveParts = ({ content }: Draft): boolean =>
  content.type.startsWith('multipart/') &&
  content.boundary !== undefined &&
  content.boundary.length <= mimeLimits.boundaryChars;

/** The innermost multipart that this line, without its two hyphens, delimits. */
function delimiter(line: string, around: Draft): { part: Draft; closes: boolean } | undefined {
  for (let part: Draft | undefined = around; part; part = part.parent) {
    const boundary = part.content.boundary ?? '';
    if (!line.startsWith(boundary)) continue;
    const rest = line.slice(boundary.length).trimEnd();
    if (rest === '' || rest === '--') return { part, closes: rest === '--' };
  }
  return undefined;
}

function finish({ content, from, end, parts }: Draft, raw: Uint8Array): Part {
  const body = content.type.startsWith('multipart/')
    ? raw.subarray(0, 0)
    : raw.subarray(from, Math.max(from, end ?? raw.length));
  return { content, body, parts: parts.map((part) => finish(part, raw)) };
}

/** The content fields of a part (RFC 2045, RFC 2183). */
interface ContentFields {
  /** `text/plain`, in lower case. */
  readonly type: string;
  /** The method of a calendar (RFC 6047, section 2.4), in lower case. */
  readonly method: string | undefined;
  /** The S/MIME type (RFC 8551, section 3.2.2), in lower case. */
  readonly smime: string | undefined;
  readonly fileName: string | undefined;
  readonly boundary: string | undefined;
  readonly charset: string | undefined;
  /** RFC 3676, section 4. */
  readonly flowed: boolean;
  readonly delSp: boolean;
  /** Declared as attachment, or with a file name. */
  readonly attachment: boolean;
  /** The transfer encoding, in lower case. */
  readonly encoding: string;
}

/** A parameter; of duplicates the first counts, as in postal-mime. */
const PARAMETER = /;\s*([a-z0-9*-]{1,40})\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^\s;"]*))/gi;

/** Parses the content fields of a part. By default it is plain text (RFC 2045, section 5.2). */
export function parseContentFields(fields: readonly HeaderField[]): ContentFields {
  const value = field(fields, 'content-type');
  const parameters = parametersOf(value);
  const disposition = field(fields, 'content-disposition');
  const disposed = parametersOf(disposition);
  const named = [...parameters.keys(), ...disposed.keys()];
  return {
    type: (/^\s*([\w.+-]{1,60}\/[\w.+-]{1,60})/.exec(value)?.[1] ?? 'text/plain').toLowerCase(),
    method: parameters.get('method')?.toLowerCase(),
    smime: parameters.get('smime-type')?.toLowerCase(),
    fileName: disposed.get('filename') ?? parameters.get('name'),
    boundary: parameters.get('boundary') || undefined,
    charset: parameters.get('charset'),
    flowed: parameters.get('format')?.toLowerCase() === 'flowed',
    delSp: parameters.get('delsp')?.toLowerCase() === 'yes',
    attachment:
      /^\s*attachment\b/i.test(disposition) || named.some((name) => /^(?:file)?name\b/.test(name)),
    encoding:
      /[\w-]{1,20}/.exec(field(fields, 'content-transfer-encoding'))?.[0].toLowerCase() ?? '',
  };
}

const field = (fields: readonly HeaderField[], name: string): string =>
  (valuesOf(fields, name)[0] ?? '').slice(0, mimeLimits.fieldChars);

function parametersOf(value: string): ReadonlyMap<string, string> {
  const parameters = new Map<string, string>();
  for (const [, name = '', quoted, token = ''] of value.matchAll(PARAMETER)) {
    const key = name.toLowerCase();
    if (!parameters.has(key)) parameters.set(key, quoted?.replace(/\\(.)/g, '$1') ?? token);
  }
  return parameters;
}

/** How a letter is sealed: encrypted, wrapped in its S/MIME signature, or in Outlook's TNEF format. */
export type Seal = 'encrypted' | 'packed' | 'winmail';
