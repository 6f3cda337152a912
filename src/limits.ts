/** Every limit of the program in one place, each with its reason. Units stand last in the names. */

const KIB = 1024;
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/** A letter with its attachments. Answers with a logo or a photo must pass; films need not. */
export const letterBytesMax = 1024 * KIB;
/** The header block. Long References and ARC chains stay far below. */
export const headerBytesMax = 64 * KIB;
/** MIME parts inside parts. People's letters have three or four levels. */
export const mimeDepthMax = 10;
/** HTML that is turned to text: far more than a person types, little enough to be quick. */
export const htmlBytesMax = 128 * KIB;
export const htmlDepthMax = 100;
/** Hops. More means that two systems hand a letter to and fro (RFC 5321, section 6.3). */
export const receivedHeadersMax = 100;

/** A From field; a long display name has fifty characters. */
export const fromCharsMax = 1_000;
/** What a person writes above the quoted letter. */
export const newTextBytesMax = 16 * KIB;
export const newTextLinesMax = 200;
/** The part of it that is kept: the search for attributions takes the cube of the length. */
export const quoteSearchCharsMax = 5 * KIB;
/** A letter is a handful of commands; more is a mistake or a machine. */
export const commandsPerLetterMax = 10;
/** A word of a command: the longest real one is an address. */
export const commandLineCharsMax = 500;
/** A comment that goes along with a move: a screenful or two. */
export const commentCharsMax = 4 * KIB;

/** Answers to people who have no account. A forged From must not turn us into a mail cannon. */
export const strangerLettersPerAddressPerDayMax = 5;
export const strangerLettersPerDayMax = 200;
/** Confirmations that an unproven letter can cause to one address in a day. */
export const heldLettersPerAddressPerDayMax = 5;
/** The same for a sign-up: a second one mends a mistyped userid. */
export const signUpsPerAddressPerDayMax = 2;
/** How long a confirmation waits for its `yes`. */
export const heldMsMax = 48 * HOUR_MS;
/** Answers (not boards) to one address in an hour: behind every other guard against loops. */
export const answersPerAddressPerHourMax = 20;

/** Open challenges that one player may have waiting. */
export const openChallengesMax = 20;
/** How long a challenge waits: a fortnight, so that a holiday does not cost it. */
export const challengeMsMax = 14 * DAY_MS;
/** Challenges that are looked at in one go when old ones expire: a short transaction. */
export const expireBatchMax = 100;
/** Open challenges that are named to somebody who came too late for one: a line or two. */
export const othersNamedMax = 3;
/** Why an admin has done something: a sentence or two, in one line of a letter. */
export const reasonCharsMax = 300;
/** Acts of admins in one letter. */
export const adminActsMax = 100;
/** Lines of one list in a letter; a command to see the rest stands below it. */
export const listLinesMax = 20;

/** Running matches that one player may look on at: more is a subscription to the server. */
export const watchesPerPlayerMax = 50;
/** Spectators of one board: each of them is a letter for every ply. */
export const watchersPerBoardMax = 100;

/** Positions that one player may have solved in a day; each takes seconds of a core. */
export const analysesPerDayMax = 10;
/** Positions that the solver may look at for one letter: about ten seconds. */
export const solveNodesMax = 20_000_000;

/** A connection that lived this long was a good one; the next one need not wait. */
export const steadyMsMin = 60_000;

/** The same at the command line, where somebody sits and waits: a few minutes. */
export const solveAtTerminalNodesMax = 400_000_000;
/** The same for the line about a finished match: some ten milliseconds of writing a letter. */
export const hindsightNodesMax = 50_000;
/** Starts of the solver on one position; one that kills the process is given up. */
export const solveAttemptsMax = 2;

/** Letters fetched, or moved, in one IMAP command, and their bytes: bounds memory and waiting. */
export const fetchBatchLetters = 50;
export const fetchBatchBytesMax = 4 * 1024 * KIB;
/**
 * After letters have come in, the mailbox is looked at once more: a hint about another one may have
 * been lost between the last fetch and the next IDLE. Also the shortest sleep of the worker.
 */
export const lookAgainMs = 1_000;
/** Letters handed to the submission server in one round of the outbox. */
export const deliverBatchLetters = 100;
/** Starts of work on one letter that may fail; at the next one it is put aside as poison. */
export const readAttemptsMax = 2;
/** Tries to render a letter before it is given up; a template is mended, or it is not. */
export const composeAttemptsMax = 10;
/** One answer of an IMAP server. A dead connection often just says nothing. */
export const imapCommandMsMax = 60_000;
/** Connections to the submission server: more help little, and providers count them. */
export const sendConnectionsMax = 2;
/** One hand-over of a letter to the submission server. */
export const sendMsMax = 60_000;
/** Waiting after a failed send: doubled each time between these two. */
export const retryMsMin = 60_000;
export const retryMsMax = 4 * HOUR_MS;
/** After this a letter is given up (RFC 5321, section 4.5.4.1). */
export const retryForMsMax = 5 * DAY_MS;
/** Waiting before a new IMAP connection: doubled each time between these two. */
export const reconnectMsMin = 1_000;
export const reconnectMsMax = 15 * 60_000;
/** A References header names at most this many letters; the first ones anchor the thread. */
export const referencesMax = 20;

/** Legal moves offered as links in one letter; beyond that, one link a stone. */
export const moveLinksMax = 60;
/** Rounds of the move list in a turn letter. */
export const recentRoundsMax = 4;
/**
 * A match written out as a record, with what quoting adds to it. The longest record that we write,
 * of the plies below on the largest board, takes half of it.
 */
export const recordCharsMax = 32 * KIB;
/** Plies of a record. Forms has 675 at most; Minefield can turn in circles, but not for so long. */
export const recordPliesMax = 2_000;
/** Letters are set in a fixed width (RFC 5322 recommends 78; quoting needs room). */
export const columnsMax = 72;

export const oneHourMs = HOUR_MS;
export const oneDayMs = DAY_MS;
