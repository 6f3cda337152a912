import { boundaryCharsMax, mimeDepthMax, mimePartsMax } from '../limits.ts';
import { err, ok, type Result } from '../result.ts';
import { type ContentType, contentType } from './content-type.ts';
import { type Header, readHeader } from './header.ts';

/** A letter, or a part of one (RFC 2046, section 5.1). Nothing in it is decoded. */
export interface Part {
  readonly content: ContentType;
  /** As transferred; empty when there are parts instead. */
  readonly body: Uint8Array;
  readonly parts: readonly Part[];
}

/** Why the parts of a letter are not looked at. */
export type PartError = 'too many parts' | 'parts nested too deep';

/** A part that is being read. */
interface Draft {
  readonly content: ContentType;
  readonly from: number;
  /** Where its body ends; undefined as long as no delimiter has come. */
  end: number | undefined;
  readonly parts: Draft[];
  /** The multipart around it. */
  readonly parent: Draft | undefined;
  readonly depth: number;
}

/**
 * Splits a letter into its parts in one pass over the bytes: the time is linear in the length,
 * however the parts are nested. Letters inside letters (message/rfc822) are not opened.
 *
 * @param header of the letter itself
 */
export function readParts(raw: Uint8Array, header: Header): Result<Part, PartError> {
  const bytes = Buffer.from(raw.buffer, raw.byteOffset, raw.length);
  const root = draft(header, undefined);
  let count = 1;
  let leaf: Draft | undefined = root;
  let around = isOpen(root) ? root : undefined;
  // A delimiter stands at the beginning of a line, maybe of the first one of the body.
  let at = root.from - 1;
  while (around) {
    at = bytes.indexOf('\n--', Math.max(at, 0));
    if (at < 0) break;
    const feed = bytes.indexOf(0x0a, at + 1);
    const next = feed < 0 ? bytes.length : feed + 1;
    const until = Math.min(next, at + 3 + 2 * boundaryCharsMax);
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
    if (count > mimePartsMax) return err('too many parts');
    leaf = draft(readHeader(bytes, next), hit.part);
    hit.part.parts.push(leaf);
    around = isOpen(leaf) ? leaf : hit.part;
    if (around.depth > mimeDepthMax) return err('parts nested too deep');
    at = leaf.from - 1;
  }
  return ok(finish(root, raw));
}

function draft({ fields, end }: Header, parent: Draft | undefined): Draft {
  const content = contentType(fields);
  return { content, from: end, end: undefined, parts: [], parent, depth: (parent?.depth ?? 0) + 1 };
}

const isOpen = ({ content }: Draft): boolean =>
  content.type.startsWith('multipart/') &&
  content.boundary !== undefined &&
  content.boundary.length <= boundaryCharsMax;

/** The innermost multipart that this line, behind its two hyphens, is a delimiter of. */
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

/**
 * The types of a letter and of all its parts but the attachments. Those of calendars say what they
 * ask for: `text/calendar; method=reply`.
 */
export function typesOf({ content, parts }: Part): readonly string[] {
  const { type, method } = content;
  const own = method === undefined ? type : `${type}; method=${method}`;
  return [own, ...parts.filter((part) => !part.content.attachment).flatMap(typesOf)];
}
