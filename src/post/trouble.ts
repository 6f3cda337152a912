import { AccessError } from './access.ts';
import { namedMs } from './throttle.ts';

/** What the errors of imapflow, nodemailer and Node.js have in common. */
interface WireError extends Error {
  readonly authenticationFailed?: boolean;
  readonly code?: string;
  /** Of Node.js, where nodemailer has put a code of its own in its place. */
  readonly originalCode?: string;
  /** What a submission server said. */
  readonly responseCode?: number;
  readonly response?: string;
}

/** The code that says most about a broken connection. */
export const wireCode = ({ originalCode, code }: WireError): string | undefined =>
  originalCode ?? code;

/** Whether a submission server is there, and asks to be tried again later (RFC 5321: 4yz). */
export function isForNow(error: unknown): boolean {
  const { responseCode = 0 } = error as WireError;
  return responseCode >= 400 && responseCode < 500;
}

/** How long such a one wants to be left alone; 0 when it does not say. */
export const waitOf = (error: unknown): number => namedMs((error as WireError).response ?? '') ?? 0;

/** Why a mail server cannot be used, to be said of it to the operator; names no password. */
export function troubleText(error: unknown): string {
  if (error instanceof AccessError) return `cannot be logged in to: ${error.message}`;
  const { authenticationFailed, code, message, responseCode } = error as WireError;
  if (isForNow(error)) return `takes no letters for now (${responseCode})`;
  return authenticationFailed || code === 'EAUTH'
    ? 'does not accept the user or the password'
    : `cannot be reached (${wireCode(error as WireError) ?? message})`;
}
