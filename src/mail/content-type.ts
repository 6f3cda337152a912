import { contentFieldCharsMax } from '../limits.ts';
import { type Field, valuesOf } from './header.ts';

/** What a part of a letter says about itself (RFC 2045 and RFC 2183). */
export interface ContentType {
  /** `text/plain`, in lower case. */
  readonly type: string;
  /** What a calendar asks for (RFC 6047, section 2.4), in lower case. */
  readonly method: string | undefined;
  /** What an S/MIME part is (RFC 8551, section 3.2.2), in lower case. */
  readonly smime: string | undefined;
  readonly fileName: string | undefined;
  readonly boundary: string | undefined;
  readonly charset: string | undefined;
  /** RFC 3676, section 4. */
  readonly flowed: boolean;
  readonly delSp: boolean;
  /** Declared as one, or with the name of a file. */
  readonly attachment: boolean;
  /** The transfer encoding, in lower case. */
  readonly encoding: string;
}

/** A parameter; of two with one name the first counts, as it does in postal-mime. */
const PARAMETER = /;\s*([a-z0-9*-]{1,40})\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^\s;"]*))/gi;

/**
 * The type of a part. One that says nothing, or nothing that can be read, is plain text (RFC 2045,
 * section 5.2).
 */
export function contentType(fields: readonly Field[]): ContentType {
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

const field = (fields: readonly Field[], name: string): string =>
  (valuesOf(fields, name)[0] ?? '').slice(0, contentFieldCharsMax);

function parametersOf(value: string): ReadonlyMap<string, string> {
  const parameters = new Map<string, string>();
  for (const [, name = '', quoted, token = ''] of value.matchAll(PARAMETER)) {
    const key = name.toLowerCase();
    if (!parameters.has(key)) parameters.set(key, quoted?.replace(/\\(.)/g, '$1') ?? token);
  }
  return parameters;
}
