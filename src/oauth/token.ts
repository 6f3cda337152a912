import { accessTokenCharsMax } from '../server-limits.ts';

/**
 * Whether something can be a token. It is said to mail servers between signs of control, so a blank or
 * a line break in it could say something else.
 */
export const isToken = (value: unknown): value is string =>
  typeof value === 'string' && value.length <= accessTokenCharsMax && /^[\x21-\x7e]+$/.test(value);
