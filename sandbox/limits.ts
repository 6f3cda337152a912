/** The limits of the sandbox, each with its reason. */

const KIB = 1024;

/** A letter handed to the post office: above the worker's own limit, so that one can be tried. */
export const postedBytesMax = 4096 * KIB;
/** What the page sends: a letter that somebody has typed. */
export const bodyBytesMax = 256 * KIB;

/** One answer of a server on this machine. */
export const commandMsMax = 10_000;
/** Looking for new mail without being told of it: an IMAP server's hint can get lost. */
export const rescanMs = 15_000;
/** How often an open page is told that the server is alive. */
export const heartbeatMs = 25_000;
