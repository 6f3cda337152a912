import { AccessError } from './access.ts';

/** What the errors of imapflow, nodemailer and Node.js have in common. */
interface WireError extends Error {
  readonly authenticationFailed?: boolean;
  readonly code?: string;
  /** Of Node.js, where nodemailer has put a code of its own in its place. */
  readonly originalCode?: string;
}

/** The code that says most about a broken connection. */
export const wireCode = ({ originalCode, code }: WireError): string | undefined =>
  originalCode ?? code;

/** Why a mail server cannot be used, to be said of it to the operator; names no password. */
export function troubleText(error: unknown): string {
  if (error instanceof AccessError) return `cannot be logged in to: ${error.message}`;
  const { authenticationFailed, code, message } = error as WireError;
  return authenticationFailed || code === 'EAUTH'
    ? 'does not accept the user or the password'
    : `cannot be reached (${wireCode(error as WireError) ?? message})`;
}
