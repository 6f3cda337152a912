/**
 * Limits on what people may write, have and cause, each with its reason, grouped by subject. A number is a
 * maximum, unless its name ends with `Min` or `Default`, it is an interval (`everyMs`), or its comment says
 * otherwise. Limits of the server's own work are in `server-limits.ts`, those of playing alone in `solo-limits.ts`.
 */

const KIB = 1024;
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const HTML_BYTES = 320 * KIB;
const HTML_DEPTH = 100;
const UNPROVEN_ANSWERS_PER_DAY = 5;
/** For verified senders, and users of the published tag: a class, or an article's readers, in one hour. */
const PREFERRED = { atOnce: 100, everyMs: HOUR_MS / 12 };
/** Letters that arrive, and their headers. */
export const letterLimits = {
  /** A letter with its attachments. A reply with a logo or a photo must pass; a film need not. */
  bytes: 1024 * KIB,
  /** The header block. Long References and ARC chains stay far below. */
  headerBytes: 64 * KIB,
  /** A subject: the longest line (RFC 5322, section 2.1.1), twice because of folding. */
  subjectChars: 2_000,
  /** Received headers. More mean a mail loop (RFC 5321, section 6.3). */
  receivedHeaders: 100,
  /** An envelope sender (RFC 5321, section 4.5.3.1.3). */
  pathChars: 256,
  /** A From field; a long display name has fifty characters. */
  fromChars: 1_000,
  /** Letters named in a References header; the first ones anchor the thread. */
  references: 20,
  /** A delivery report: its status stands before the returned letter, whose header is enough. */
  dsnBytes: 256 * KIB,
};
/** The MIME structure of a letter. */
export const mimeLimits = {
  /** MIME parts. A letter with a dozen pictures stays far below; 200,000 empty ones took seconds. */
  parts: 50,
  /** Nesting of MIME parts. People's letters have three or four levels. */
  depth: 10,
  /** A MIME boundary (RFC 2046, section 5.1.1, allows 70). */
  boundaryChars: 250,
  /** A Content-Type or Content-Disposition, file name included. */
  fieldChars: 1_000,
};
/** Converting HTML to text. */
export const htmlLimits = {
  /**
   * HTML converted to text: our largest letter, 90 KB, which Outlook quotes in three times the size. Text
   * typed below it stands at the end.
   */
  bytes: HTML_BYTES,
  /** The beginning of a text part that is decoded: the HTML above, inefficiently encoded. */
  encodedBytes: 2 * HTML_BYTES,
  depth: HTML_DEPTH,
  /** Open elements, including unclosed ones; a parser counts them all. */
  open: 10 * HTML_DEPTH,
};
/** What a person writes above the quotation. */
export const newTextLimits = {
  bytes: 16 * KIB,
  lines: 200,
  /** A comment with a move: a screenful or two. */
  commentChars: 4 * KIB,
};
/** Quotations, and the traces of our letters in them. */
export const quoteLimits = {
  /** The part of a new text that is searched for attributions; the search can take cubic time. */
  searchChars: 4 * KIB,
  /** An attribution line; one with our long address has 200 characters. */
  attributionChars: 300,
  /** A letter that quotes our largest in full, with the URL after each link. */
  letterChars: 96 * KIB,
  /**
   * Letters and digits of our largest outgoing letter, whose hashes (its trace) find it again in a reply; a few
   * Unicode characters expand to a dozen.
   */
  traceChars: 24 * KIB,
  /** Letters and digits of one of our lines that share one hash; a reply is searched once for each length. */
  pieceChars: 32,
  /** A hashed piece that is searched for everywhere; a shorter one may recur by chance. */
  anchorCharsMin: 10,
  /** The share of our letter that must be found in a reply before text below it is read. */
  shareMin: 0.9,
  /** Our letters with the same token that are compared with a reply when its header names none of them. */
  tracesTried: 3,
};
/** The search for reply tokens. */
export const tokenLimits = {
  /** Addresses and ids of a header that are tried as reply tokens; a reply has two or three. */
  headerTokens: 20,
  /**
   * Signatures computed in the search of new text for a reply token: 16 KiB of prose, with three secrets, takes
   * 14,000.
   */
  signatures: 16_000,
  /** How long tokens of the previous secret stay valid: people come back to a board after weeks. */
  oldSecretMs: 60 * DAY_MS,
};
/** Commands of a letter, and the search for what was meant. */
export const commandLimits = {
  /** A letter has a handful of commands; more is a mistake or a machine. */
  perLetter: 10,
  /** A command line. The longest real word is an address. */
  lineChars: 500,
  /** Words at the beginning of a letter by which its language is detected. Ten suffice for most. */
  languageWords: 200,
  /** Lines that are searched for a possible command: people write it at the beginning. */
  guessLines: 20,
  /** Words that are looked up as userids, each with a query. */
  guessWords: 50,
  /** Possible commands that are offered; more would be a guess. */
  offers: 5,
};
/**
 * Letters to people without an account, in total and per domain: to unproven senders, to those verified by
 * the mail host, and to those who write to the published tag. Answers to commands and to prose have such a
 * limit each. Unproven senders can cause 408 letters on the first day of a flood, and 288 on each later
 * one; more would use up the daily quota of a mail account.
 */
export const strangerLimits = {
  unproven: {
    all: { atOnce: 60, everyMs: HOUR_MS / 6 },
    domain: { atOnce: 10, everyMs: HOUR_MS / 2 },
  },
  verified: { all: PREFERRED, domain: PREFERRED },
  word: { all: PREFERRED, domain: PREFERRED },
} as const;
/** Letters from strangers that wait for an answer, and introductions. */
export const introductionLimits = {
  /**
   * How long a letter may wait for room within one of the limits above. After a day the sender has gone elsewhere.
   */
  waitMs: DAY_MS,
  /** Letters that wait for room within one of them: more than it admits in that time. */
  lettersWaiting: 500,
  /** The time between two introductions to a stranger. */
  everyMs: 30 * DAY_MS,
  /** The longest text that an introduction answers: a question is short, an advertisement long. */
  textBytes: 2 * KIB,
};
/** Questions that ask for a `yes`, and commands held for it. */
export const questionLimits = {
  /** Questions to one address in a day about unproven letters, which anyone can write. */
  unprovenPerDay: 5,
  /** Questions to one address in a day about proven letters, which only their writer can cause. */
  provenPerDay: 20,
  /** The time between questions about one unproven request: long enough to find the first. */
  everyMs: HOUR_MS,
  /** Unproven letters in a player's name in a day that cause a notice: no person writes so many. */
  unprovenNoticeMin: 30,
  /** Questions about a sign-up to one address in a day: the second corrects a mistyped userid. */
  signUpsPerDay: 2,
  /** How long held commands wait for a `yes`. */
  heldMs: 48 * HOUR_MS,
};
/** Answers to one address. */
export const answerLimits = {
  /**
   * Answers (not boards) to one address in an hour, to letters with a proof: the last guard against loops. Room
   * for the questions of a lively match, and below `leaseLimits.perAddressPerHour`, beyond which letters are late.
   */
  perHour: 50,
  /** Later answers, to letters beyond that limit: two dozen, more than a person writes meanwhile. */
  lateBytes: 84 * KIB,
  /**
   * Answers to one address in a day, to unproven letters, with an account or without. Five are enough for a
   * player who has lost all our letters, and of little use to a forger.
   */
  unprovenPerDay: UNPROVEN_ANSWERS_PER_DAY,
  /**
   * All letters to one address in a day that unproven letters cause: answers, questions, and one introduction
   * or notice of a flood.
   */
  unprovenLettersPerDay: UNPROVEN_ANSWERS_PER_DAY + questionLimits.unprovenPerDay + 1,
  /** The bytes of those letters: one with a board, of 40 KB, and the others short. */
  unprovenBytesPerDay: 80 * KIB,
  /** A short answer in plain text, with its headers. */
  shortBytes: 3.5 * KIB,
  /**
   * Bytes that an unproven letter may cause, as a multiple of its own: forgers must not gain much by us. A
   * person's letter has 1 to 3 KB.
   */
  amplification: 20,
  /**
   * Refused letters in a row that are answered. A sender of more is a machine; any letter that does
   * something, such as help, resets the count.
   */
  refusalsInARow: 10,
  /** The time in which refusals count. A machine that writes once a day gets an answer a day. */
  refusalsWithinMs: 7 * DAY_MS,
};
/** What a player may do at one board. */
export const boardLimits = {
  /** Comments without a move, of a player on a board in a day: a talk, not a chat room. */
  saysPerDay: 10,
  /** How long after the end of a match its players may comment on it. */
  sayAfterEndMs: 14 * DAY_MS,
  /** Offers of a draw or an undo, of a player on a board in a day: asking is fine, nagging is not. */
  offersPerDay: 3,
  /**
   * Forced passes in a row that are played at once: one for each side. If the rules do not end the game then,
   * a player has to send the next one, so that the processing of a letter ends.
   */
  forcedPasses: 2,
  /** Alternatives of a queue, and moves of each: more than anybody foresees. */
  queueLines: 10,
  queueConditionals: 10,
  /** Moves that one `preview` plays. */
  previewPlies: 50,
  /** Running matches that one player may watch: more is a subscription to the server. */
  watchesPerPlayer: 50,
  /** Spectators of one board: each gets a letter for every ply. */
  watchers: 100,
};
/** Challenges. */
export const challengeLimits = {
  /** Challenges of one player to another in a day: more than two people can play. */
  toAnotherPerDay: 10,
  /** Open challenges of one player. */
  open: 20,
  /** How long a challenge stays open: a fortnight, so that it outlasts a holiday. */
  openMs: 14 * DAY_MS,
  /** Challenges that expire in one transaction, to keep it short. */
  expireBatch: 100,
  /** Open challenges that are named to a player who was too late for one: a line or two. */
  othersNamed: 3,
  /** The highest end of a rating band in a challenge: nobody's rating is as high. */
  bandRating: 4_000,
};
/** Commands of admins. */
export const adminLimits = {
  /** An admin's reason: a sentence or two, in one line of a letter. */
  reasonChars: 300,
  /** Admin acts listed in one letter. */
  acts: 100,
};
/** Computing ratings. */
export const ratingLimits = {
  /** Rating periods without a match that are computed: a hundred years, for the most certain rating. */
  periods: 1_200,
  /** Rated matches that are read at a time when ratings are recomputed: bounds memory. */
  batch: 200,
};
/** Time to move. */
export const clockLimits = {
  /** Days for a turn: a year. Players who need more play without a clock. */
  forfeitDays: 365,
  /** The shortest default interval of reminders; shorter ones have to be asked for. */
  shortNagDays: 3,
  /** Days for all turns of a player: the longest matches by mail took some years. */
  totalDays: 2_000,
  /** Days added for each move: more than a month is no limit any more. */
  incrementDays: 30,
  /** How long before the end of the last day a forfeit is announced: a weekend. */
  warningDays: 2,
  /** The least time from the announcement of a forfeit to the forfeit, so that it can be read. */
  warningMsMin: DAY_MS,
  /** A clock with more days left is not shown at the start of a turn. */
  shownDays: 7,
  /** Turns, or players, that are read at a time. */
  batch: 100,
};
/** Days off. */
export const vacationLimits = {
  /** Days off in a year by default: as many as people have from work. */
  daysDefault: 30,
  /** How far ahead days off can be planned: a year and the summer after. */
  aheadDays: 550,
  /** Days to move that a player has at least after as many days off. */
  returnDaysMin: 3,
};
/** The letter of the day (`morning`). Its bytes are shares of `shownBytesMax`. */
export const morningLimits = {
  /** Boards that it shows: a look at each over breakfast. A link brings the others. */
  boards: 5,
  /** Boards that have a row; a player of more asks for the rest. */
  rows: 100,
  /** A row in text and HTML, with the longest userid and a short comment. */
  rowBytes: 0.8 * KIB,
  /** The frame and everything around the table. */
  frameBytes: 6 * KIB,
  /** A comment below the table, besides its text; and each of its lines. */
  wordsBytes: 0.7 * KIB,
  lineBytes: 90,
  /** Moves of one board as links: more belong to a board letter, where cells are links. */
  moveLinks: 24,
  /** Characters of a comment that fit into its row. */
  commentChars: 60,
  /** Letters of the day go out when people have breakfast. */
  hour: 8,
};
/** What a player may have and write. */
export const accountLimits = {
  /** Addresses of one account: home, work, a telephone, and some to spare. */
  addresses: 5,
  /** Letters to new addresses that one player may cause in a day: they go to strangers. */
  addressRequestsPerDay: 3,
  /** Messages that one player may send in a day: a good talk, and no newsletter. */
  messagesPerDay: 20,
  /** Players that one player may block. */
  blocks: 200,
  /** Letters to the admins: a few from each player, and from all players as many as a person reads. */
  feedbackPerDay: 3,
  feedbackOfAllPerDay: 50,
  /** Exports of everything about one player: each reads the whole outbox. */
  exportsPerDay: 1,
};
/** Invitations to people without an account. */
export const invitationLimits = {
  /** Invitations: they go to strangers, so a few from each player. */
  perPlayerPerDay: 5,
  /** Some tens from all players; beyond them each may send a guaranteed few, which nobody else can use up. */
  perDay: 50,
  guaranteedPerDay: 2,
};
/** What our letters show. */
export const shownLimits = {
  /**
   * A letter with boards, or that of the day, as it is sent: Gmail cuts it off beyond 102 KB, and relays add
   * headers.
   */
  bytes: 90 * 1_000,
  /**
   * Lines of a record in an HTML part, which Gmail cuts off beyond 102 KB: each takes 80 bytes, and the
   * largest board 60 KB. The text part has them all.
   */
  htmlRounds: 300,
  /** Lines of the record in an HTML part that would otherwise be too long. */
  shortenedHtmlRounds: 30,
  /** Rounds of the move list in a turn letter. */
  recentRounds: 4,
  /** Legal moves as links, of which an opening has a hundred; beyond that, one link a stone. */
  moveLinksBytes: 60 * 1_000,
  /**
   * The same below a board whose cells are links already: some thirty moves, which fit two screens of a phone.
   */
  moveLinksBelowLinkedBoardBytes: 8 * 1_000,
  /** Positions for the remark on a finished match: some ten milliseconds of rendering a letter. */
  hindsightNodes: 50_000,
  /** Moves of a tapped stone that its answer offers for choice: each has a number of one digit. */
  tapChoices: 9,
  /** Moves of one stone that an answer lists; beyond that, their first steps. */
  moves: 150,
  /** Columns and ranks of a board whose cells are links: each takes 250 bytes, and must be tapped. */
  linkedSide: 14,
  /** Lines of one list in a letter; a command to see the rest stands below it. */
  listLines: 20,
  /** A command in a subject: with the rest, two lines on a telephone. */
  subjectCommandChars: 40,
  /** The preview after the subject in lists of letters: the widest of them, in one line. */
  preheaderChars: 120,
  /** The alternative text of a picture: that of ten columns and ranks; more pushes all else away. */
  altChars: 400,
  /** Lines and characters of a comment above the board of an HTML part, so that the board stays in sight. */
  commentAboveLines: 3,
  commentAboveChars: 120,
};
/** Records of matches. */
export const recordLimits = {
  /**
   * A match as a record, with what quoting adds. Our longest record, of the plies below on the largest board,
   * takes half of it.
   */
  chars: 32 * KIB,
  /** Plies of a record. Forms has 675 at most; Minefield can go in circles, but not for so long. */
  plies: 2_000,
  /**
   * A line of an archive: a match of a hundred thousand plies, far more than any. There is a limit because a
   * complete line is held in memory.
   */
  archiveLineBytes: 2 * 1024 * KIB,
};
/** The width of text parts (RFC 5322 recommends 78; quoting needs room). */
export const columnsMax = 72;
export const oneMebibyte = 1024 * KIB;
export const oneMinuteMs = 60_000;
export const oneHourMs = HOUR_MS;
export const oneDayMs = DAY_MS;
