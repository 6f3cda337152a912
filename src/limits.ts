/**
 * Limits on what people may write, have and cause, each with its reason. Names give the unit where there
 * is one, then `Max` or `Min`. Limits of the server's own work are in `server-limits.ts`.
 */

const KIB = 1024;
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/** A letter with its attachments. A reply with a logo or a photo must pass; a film need not. */
export const letterBytesMax = 1024 * KIB;
/** The header block. Long References and ARC chains stay far below. */
export const headerBytesMax = 64 * KIB;
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
/** A subject: the longest line (RFC 5322, section 2.1.1), twice because of folding. */
export const subjectCharsMax = 2_000;
/**
 * HTML converted to text: our largest letter, 90 KB, which Outlook quotes in three times the size. Text
 * typed below it stands at the end.
 */
export const htmlBytesMax = 320 * KIB;
/** The beginning of a text part that is decoded: the HTML above, inefficiently encoded. */
export const encodedTextBytesMax = 2 * htmlBytesMax;
export const htmlDepthMax = 100;
/** Open elements, including unclosed ones; a parser counts them all. */
export const htmlOpenMax = 10 * htmlDepthMax;
/** Parsing a letter takes milliseconds; a slower one is malicious. */
export const parseMsMax = 2_000;
/** Rendering takes a millisecond, with a picture dozens. */
export const writeMsMax = 5_000;
/** Deadlines in a row for one question to a thread, while the process gets no processor time. */
export const starvedDeadlinesMax = 10;
/** Starting a thread, on a busy machine. */
export const threadStartMsMax = 60_000;
/** Finishing the current letter at a stop; a group that takes longer is left for the next start. */
export const stopReadingMsMax = parseMsMax + 1_000;
/**
 * Memory of a thread: many times the largest letter, a small part of the machine's. Node.js applies a limit
 * given to the process, as by `npm start`, to its threads instead.
 */
export const threadMebibytesMax = 256;
/** Received headers. More mean a mail loop (RFC 5321, section 6.3). */
export const receivedHeadersMax = 100;

/** An envelope sender (RFC 5321, section 4.5.3.1.3). */
export const pathCharsMax = 256;
/** A From field; a long display name has fifty characters. */
export const fromCharsMax = 1_000;
/** The new text of a reply, above the quotation. */
export const newTextBytesMax = 16 * KIB;
export const newTextLinesMax = 200;
/** The part of a new text that is searched for attributions; the search can take cubic time. */
export const quoteSearchCharsMax = 4 * KIB;
/** An attribution line; one with our long address has 200 characters. */
export const attributionCharsMax = 300;
/** A letter that quotes our largest in full, with the URL after each link. */
export const quotingCharsMax = 96 * KIB;
/**
 * Letters and digits of our largest outgoing letter, whose hashes (its trace) find it again in a reply; a few
 * Unicode characters expand to a dozen.
 */
export const traceCharsMax = 24 * KIB;
/** Letters and digits of one of our lines that share one hash; a reply is searched once for each length. */
export const tracePieceCharsMax = 32;
/** A hashed piece that is searched for everywhere; a shorter one may recur by chance. */
export const anchorCharsMin = 10;
/** The share of our letter that must be found in a reply before text below it is read. */
export const quotedShareMin = 0.9;
/** Our letters with the same token that are compared with a reply when its header names none of them. */
export const tracesTriedMax = 3;
/** Addresses and ids of a header that are tried as reply tokens; a reply has two or three. */
export const headerTokensMax = 20;
/**
 * Signatures computed in the search of new text for a reply token: 16 KiB of prose, with three secrets, takes
 * 14,000.
 */
export const tokenSignaturesMax = 16_000;
/** A letter has a handful of commands; more is a mistake or a machine. */
export const commandsPerLetterMax = 10;
/** A command line. The longest real word is an address. */
export const commandLineCharsMax = 500;
/** Words at the beginning of a letter by which its language is detected. Ten suffice for most. */
export const languageWordsMax = 200;
/** Lines that are searched for a possible command: people write it at the beginning. */
export const guessLinesMax = 20;
/** Words that are looked up as userids, each with a query. */
export const guessWordsMax = 50;
/** Possible commands that are offered; more would be a guess. */
export const offersMax = 5;
/** A comment with a move: a screenful or two. */
export const commentCharsMax = 4 * KIB;

/** For verified senders, and users of the published tag: a class, or an article's readers, in one hour. */
const PREFERRED = { atOnce: 100, everyMs: HOUR_MS / 12 };
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
/**
 * How long a letter may wait for room within one of these limits. After a day the sender has gone elsewhere.
 */
export const strangerWaitMsMax = DAY_MS;
/** Letters that wait for room within one of them: more than it admits in that time. */
export const strangerLettersWaitingMax = 500;
/** The time between two introductions to a stranger. */
export const introductionEveryMs = 30 * DAY_MS;
/** The longest text that an introduction answers: a question is short, an advertisement long. */
export const introducedTextBytesMax = 2 * KIB;
/** Questions to one address in a day about unproven letters, which anyone can write. */
export const unprovenQuestionsPerAddressPerDayMax = 5;
/** Questions to one address in a day about proven letters, which only their writer can cause. */
export const provenQuestionsPerAddressPerDayMax = 20;
/** The time between questions about one unproven request: long enough to find the first. */
export const questionEveryMs = HOUR_MS;
/** Unproven letters in a player's name in a day that cause a notice: no person writes so many. */
export const unprovenNoticeMin = 30;
/** Questions about a sign-up to one address in a day: the second corrects a mistyped userid. */
export const signUpsPerAddressPerDayMax = 2;
/** How long held commands wait for a `yes`. */
export const heldMsMax = 48 * HOUR_MS;
/**
 * Answers (not boards) to one address in an hour, to letters with a proof: the last guard against loops. Room
 * for the questions of a lively match, and below `lettersPerAddressPerHourMax`, beyond which letters are late.
 */
export const answersPerAddressPerHourMax = 50;
/** Later answers, to letters beyond that limit: two dozen, more than a person writes meanwhile. */
export const lateAnswersBytesMax = 84 * KIB;
/**
 * Answers to one address in a day, to unproven letters, with an account or without. Five are enough for a
 * player who has lost all our letters, and of little use to a forger.
 */
export const unprovenAnswersPerAddressPerDayMax = 5;
/**
 * All letters to one address in a day that unproven letters cause: answers, questions, and one introduction
 * or notice of a flood.
 */
export const unprovenLettersPerAddressPerDayMax =
  unprovenAnswersPerAddressPerDayMax + unprovenQuestionsPerAddressPerDayMax + 1;
/** The bytes of those letters: one with a board, of 40 KB, and the others short. */
export const unprovenBytesPerAddressPerDayMax = 80 * KIB;
/** A short answer in plain text, with its headers. */
export const shortAnswerBytesMax = 3.5 * KIB;
/**
 * Bytes that an unproven letter may cause, as a multiple of its own: forgers must not gain much by us. A
 * person's letter has 1 to 3 KB.
 */
export const amplificationMax = 20;
/**
 * Refused letters in a row that are answered. A sender of more is a machine; any letter that does
 * something, such as help, resets the count.
 */
export const refusalsInARowMax = 10;
/** The time in which refusals count. A machine that writes once a day gets an answer a day. */
export const refusalsWithinMs = 7 * DAY_MS;

/** Comments without a move, of a player on a board in a day: a talk, not a chat room. */
export const saysPerBoardPerDayMax = 10;
/** How long after the end of a match its players may comment on it. */
export const sayAfterEndMsMax = 14 * DAY_MS;
/** Offers of a draw or an undo, of a player on a board in a day: asking is fine, nagging is not. */
export const offersPerBoardPerDayMax = 3;
/**
 * Forced passes in a row that are played at once: one for each side. If the rules do not end the game then,
 * a player has to send the next one, so that the processing of a letter ends.
 */
export const forcedPassesMax = 2;
/** Alternatives of a queue, and moves of each: more than anybody foresees. */
export const queueLinesMax = 10;
export const queueConditionalsMax = 10;
/** Moves that one `preview` plays. */
export const previewPliesMax = 50;
/** How long tokens of the previous secret stay valid: people come back to a board after weeks. */
export const secretKeptMs = 60 * DAY_MS;

/** Challenges of one player to another in a day: more than two people can play. */
export const challengesToAnotherPerDayMax = 10;
/** Open challenges of one player. */
export const openChallengesMax = 20;
/** How long a challenge stays open: a fortnight, so that it outlasts a holiday. */
export const challengeMsMax = 14 * DAY_MS;
/** Challenges that expire in one transaction, to keep it short. */
export const expireBatchMax = 100;
/** Open challenges that are named to a player who was too late for one: a line or two. */
export const othersNamedMax = 3;
/** An admin's reason: a sentence or two, in one line of a letter. */
export const reasonCharsMax = 300;
/** Admin acts listed in one letter. */
export const adminActsMax = 100;
/** Lines of one list in a letter; a command to see the rest stands below it. */
export const listLinesMax = 20;

/** Rating periods without a match that are computed: a hundred years, for the most certain rating. */
export const ratingPeriodsMax = 1_200;
/** Rated matches that are read at a time when ratings are recomputed: bounds memory. */
export const ratingBatchMax = 200;
/** The highest end of a rating band in a challenge: nobody's rating is as high. */
export const bandRatingMax = 4_000;

/** Running matches that one player may watch: more is a subscription to the server. */
export const watchesPerPlayerMax = 50;
/** Spectators of one board: each gets a letter for every ply. */
export const watchersPerBoardMax = 100;

/** Days for a turn: a year. Players who need more play without a clock. */
export const forfeitDaysMax = 365;
/** The shortest default interval of reminders; shorter ones have to be asked for. */
export const shortNagDays = 3;
/** Days for all turns of a player: the longest matches by mail took some years. */
export const totalDaysMax = 2_000;
/** Days added for each move: more than a month is no limit any more. */
export const incrementDaysMax = 30;

/** How long before the end of the last day a forfeit is announced: a weekend. */
export const warningDays = 2;
/** The least time from the announcement of a forfeit to the forfeit, so that it can be read. */
export const warningMsMin = DAY_MS;
/** Days off in a year by default: as many as people have from work. */
export const vacationDaysDefault = 30;
/** Days to move that a player has at least after as many days off. */
export const returnDaysMin = 3;
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
};
/** A clock with more days left is not shown at the start of a turn. */
export const clockShownDaysMax = 7;
/** Letters of the day go out when people have breakfast. */
export const morningHour = 8;
/** After this time without a look into the mailbox the worker counts as absent, and clocks stand still. */
export const absenceMsMin = HOUR_MS;
/** How often a heartbeat is stored. */
export const heartbeatMs = HOUR_MS / 12;
/**
 * After this time without a look into the mailbox, or with letters due, there is an alarm: no restart of a
 * mail server takes that, and clocks still run for as long again.
 */
export const alarmMsMin = absenceMsMin / 2;
/** The longest sleep of a worker that nothing wakes, so that it does not count as absent. */
export const workerSleepMsMax = alarmMsMin / 3;
/** Turns, or players, that are read at a time. */
export const clockBatchMax = 100;
/** How far ahead days off can be planned: a year and the summer after. */
export const vacationAheadDaysMax = 550;

/** Addresses of one account: home, work, a telephone, and some to spare. */
export const addressesPerPlayerMax = 5;
/** Letters to new addresses that one player may cause in a day: they go to strangers. */
export const addressRequestsPerDayMax = 3;
/** Messages that one player may send in a day: a good talk, and no newsletter. */
export const messagesPerDayMax = 20;
/** Players that one player may block. */
export const blocksPerPlayerMax = 200;
/** Letters to the admins: a few from each player, and from all players as many as a person reads. */
export const feedbackPerPlayerPerDayMax = 3;
export const feedbackPerDayMax = 50;
/** Invitations: they go to strangers, so a few from each player. */
export const invitationsPerPlayerPerDayMax = 5;
/** Some tens from all players; beyond them each has a share, which nobody else can use up. */
export const invitationsPerDayMax = 50;
export const invitationsSharePerDay = 2;
/** Exports of everything about one player: each reads the whole outbox. */
export const exportsPerDayMax = 1;

/** Positions that one player may have solved in a day; each takes seconds of a core. */
export const analysesPerDayMax = 10;
/** Positions that the solver may search for one letter: about ten seconds. */
export const solveNodesMax = 20_000_000;
/** Hints that one player may ask for in a day: a whole game of them. */
export const hintsPerDayMax = 40;
/** Positions that the solver may search for a hint: about a second. */
export const hintNodesMax = 1_000_000;
/** Positions that the solver may search at the command line: a few minutes. */
export const solveAtTerminalNodesMax = 400_000_000;
/** Positions for the best line and the other moves, once a terminal shows the outcome: some seconds. */
export const solveMoreNodesMax = 10_000_000;
/** Positions for the remark on a finished match: some ten milliseconds of rendering a letter. */
export const hindsightNodesMax = 50_000;
/** Plies of a line of best play in a letter: nobody plays more through in the head. */
export const linePliesShownMax = 20;
/** Starts of the solver on one position; one that kills the process is given up. */
export const solveAttemptsMax = 2;

/** A delivery report: its status stands before the returned letter, whose header is enough. */
export const dsnBytesMax = 256 * KIB;
/** Letters named in a References header; the first ones anchor the thread. */
export const referencesMax = 20;

/**
 * Lines of a record in an HTML part, which Gmail cuts off beyond 102 KB: each takes 80 bytes, and the
 * largest board 60 KB. The text part has them all.
 */
export const htmlRoundsMax = 300;
/** Lines of the record in an HTML part that would otherwise be too long. */
export const shortenedHtmlRoundsMax = 30;
/**
 * A letter with boards, or that of the day, as it is sent: Gmail cuts it off beyond 102 KB, and relays add
 * headers.
 */
export const shownBytesMax = 90 * 1_000;
/** Legal moves as links, of which an opening has a hundred; beyond that, one link a stone. */
export const moveLinksBytesMax = 60 * 1_000;
/**
 * The same below a board whose cells are links already: some thirty moves, which fit two screens of a phone.
 */
export const moveLinksBelowLinkedBoardBytesMax = 8 * 1_000;
/** Moves of a tapped stone that its answer offers for choice: each has a number of one digit. */
export const tapChoicesMax = 9;
/** Moves of one stone that an answer lists; beyond that, their first steps. */
export const movesListedMax = 150;
/** Columns and ranks of a board whose cells are links: each takes 250 bytes, and must be tapped. */
export const linkedSideMax = 14;
/** Rounds of the move list in a turn letter. */
export const recentRoundsMax = 4;
/**
 * A match as a record, with what quoting adds. Our longest record, of the plies below on the largest board,
 * takes half of it.
 */
export const recordCharsMax = 32 * KIB;
/** Plies of a record. Forms has 675 at most; Minefield can go in circles, but not for so long. */
export const recordPliesMax = 2_000;
/**
 * A line of an archive: a match of a hundred thousand plies, far more than any. There is a limit because a
 * complete line is held in memory.
 */
export const archiveLineBytesMax = 2 * 1024 * KIB;
/** A command in a subject: with the rest, two lines on a telephone. */
export const subjectCommandCharsMax = 40;
/** The preview after the subject in lists of letters: the widest of them, in one line. */
export const preheaderCharsMax = 120;
/** The width of text parts (RFC 5322 recommends 78; quoting needs room). */
export const columnsMax = 72;

export const oneMebibyte = 1024 * KIB;
export const oneMinuteMs = 60_000;
export const oneHourMs = HOUR_MS;
export const oneDayMs = DAY_MS;

// Pictures of boards.

/** The alternative text of a picture: that of ten columns and ranks; more pushes all else away. */
export const altCharsMax = 400;
/** Lines and characters of a comment above the board of an HTML part, so that the board stays in sight. */
export const commentAboveLinesMax = 3;
export const commentAboveCharsMax = 120;

// Memory of the solver at the command line.

/**
 * Default size of the solver's table in MiB. While it grows, the old and the new table take less than 1 GiB.
 */
export const solveMemoryMib = 512;
/** The largest table that may be asked for, which takes hours to fill. */
export const solveMemoryMibMax = 4096;
