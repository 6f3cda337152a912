/**
 * Every limit on what people may write, have and cause, each with its reason. Units stand last in the
 * names. Those of the server's own work are in `server-limits.ts`.
 */

const KIB = 1024;
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/** A letter with its attachments. Answers with a logo or a photo must pass; films need not. */
export const letterBytesMax = 1024 * KIB;
/** The header block. Long References and ARC chains stay far below. */
export const headerBytesMax = 64 * KIB;
/** Parts of a letter. One with a dozen pictures stays far below; 200,000 empty ones took seconds. */
export const mimePartsMax = 50;
/** MIME parts inside parts. People's letters have three or four levels. */
export const mimeDepthMax = 10;
/** A boundary (RFC 2046, section 5.1.1, allows 70). */
export const boundaryCharsMax = 250;
/** A Content-Type or Content-Disposition, file name included. */
export const contentFieldCharsMax = 1_000;
/** A subject: a line of the longest kind (RFC 5322, section 2.1.1) and what folding adds. */
export const subjectCharsMax = 2_000;
/**
 * HTML converted to text: our largest letter, of 90 KB, as quoted by Outlook in three times the size. Text
 * typed below stands at its end.
 */
export const htmlBytesMax = 320 * KIB;
/** The beginning of a text part that is decoded at all: the HTML above, encoded wastefully. */
export const encodedTextBytesMax = 2 * htmlBytesMax;
export const htmlDepthMax = 100;
/** Open elements, including unclosed ones; a parser counts them all. */
export const htmlOpenMax = 10 * htmlDepthMax;
/** Parsing a letter takes milliseconds; a slower one is malicious. */
export const parseMsMax = 2_000;
/** Rendering takes a millisecond, and dozens for a picture. */
export const writeMsMax = 5_000;
/** Deadlines that a thread's question gets on a machine that leaves the process no processor. */
export const starvedDeadlinesMax = 10;
/** Loading a thread, on a machine that is busy with everything else. */
export const threadStartMsMax = 60_000;
/** At a stop the letter in hand is finished; a group that takes longer is left for the next start. */
export const stopReadingMsMax = parseMsMax + 1_000;
/**
 * Memory of a thread: many times the largest letter, little beside the machine's. Where the process
 * is started with a limit of its own, as by `npm start`, Node.js lets that one count for threads too.
 */
export const threadMebibytesMax = 256;
/** Hops. More means that two systems hand a letter to and fro (RFC 5321, section 6.3). */
export const receivedHeadersMax = 100;

/** An envelope sender (RFC 5321, section 4.5.3.1.3). */
export const pathCharsMax = 256;
/** A From field; a long display name has fifty characters. */
export const fromCharsMax = 1_000;
/** What a person writes above the quoted letter. */
export const newTextBytesMax = 16 * KIB;
export const newTextLinesMax = 200;
/** The part of it that is searched for attributions, which can take the cube of the length. */
export const quoteSearchCharsMax = 4 * KIB;
/** A line that names who wrote what is quoted; ours with their long addresses have 200. */
export const attributionCharsMax = 300;
/** A letter that quotes one of ours whole, with an address behind each link of the largest. */
export const quotingCharsMax = 96 * KIB;
/** Letters and digits of it; a few signs of Unicode stand for a dozen of them. */
export const inkMax = 24 * KIB;
/** Letters and digits of a line of ours that are kept as one hash; each length is searched for alone. */
export const tracePieceSignsMax = 32;
/** A piece that is looked for everywhere. No shorter one is met twice by nothing but chance. */
export const anchorSignsMin = 10;
/** How much of a letter of ours must be found in an answer, before anything below it is read. */
export const foundShareMin = 0.9;
/** Letters with one token that are compared with an answer that does not say which of them it means. */
export const tracesTriedMax = 3;
/** A letter is a handful of commands; more is a mistake or a machine. */
export const commandsPerLetterMax = 10;
/** A word of a command: the longest real one is an address. */
export const commandLineCharsMax = 500;
/** The words at the beginning of a letter that tell its language. Ten would do for most. */
export const languageWordsMax = 200;
/** Lines that are searched for what may be meant: who means something says it at the beginning. */
export const meantLinesMax = 20;
/** Words that are looked up as somebody's userid, each a question to the database. */
export const meantWordsMax = 50;
/** So many things that may be meant are asked about; more is a guess. */
export const offersMax = 5;
/** A comment that goes along with a move: a screenful or two. */
export const commentCharsMax = 4 * KIB;

/** A token bucket: letters at once, then one in every `everyMs`. */
export interface RateLimit {
  readonly atOnce: number;
  readonly everyMs: number;
}
/** For proven senders: a class, or the readers of an article, in one hour. */
const KNOWN = { atOnce: 100, everyMs: HOUR_MS / 12 };
/**
 * Letters to people without an account, all together and of one domain: what anybody can cause, what
 * senders do whom the mail host has verified, and those who write to the published word. Answers to
 * commands and to prose have such a limit each. More than the 408 that anybody can cause on the first day
 * of a flood, and 288 on each later one, would use up what a mail account may send in a day.
 */
export const strangerLimits = {
  unproven: {
    all: { atOnce: 60, everyMs: HOUR_MS / 6 },
    domain: { atOnce: 10, everyMs: HOUR_MS / 2 },
  },
  verified: { all: KNOWN, domain: KNOWN },
  word: { all: KNOWN, domain: KNOWN },
} as const;
/** How long a letter waits for room. After a day the sender has gone elsewhere. */
export const strangerMsMax = DAY_MS;
/** Letters that wait for one such limit: more than it lets through in that time. */
export const newcomersMax = 500;
/** One introduction to each stranger in this time, */
export const firstLetterEveryMs = 30 * DAY_MS;
/** ... in answer to at most this much text: a question has a few lines, an advertisement has many. */
export const firstLetterBytesMax = 2 * KIB;
/** Questions to one address in a day for unproven letters, which anyone can write. */
export const pendingLettersPerAddressPerDayMax = 5;
/** ... and for proven ones, which only their writer can cause. */
export const provenQuestionsPerAddressPerDayMax = 20;
/** The same request, unproven, is asked about again after this: long enough to find the first letter. */
export const askAgainMs = HOUR_MS;
/** Unproven letters in a player's name in a day before a notice: no person writes so many. */
export const unprovenNoticeMin = 30;
/** The same for a sign-up: a second one mends a mistyped userid. */
export const signUpsPerAddressPerDayMax = 2;
/** How long a confirmation waits for its `yes`. */
export const pendingMsMax = 48 * HOUR_MS;
/**
 * Answers (not boards) to one address in an hour, to letters with a proof: behind every other guard
 * against loops.
 */
export const answersPerAddressPerHourMax = 20;
/** What is asked beyond them is answered later: two dozen letters, which is more than one hour's. */
export const lateAnswersBytesMax = 84 * KIB;
/**
 * The same to letters that nothing proves, in a day, with an account or without: whoever has lost all our
 * letters can find the way back with five, and a forged From does not turn us into a mail cannon.
 */
export const unprovenAnswersPerAddressPerDayMax = 5;
/** ... and with the questions, what a stranger is told once, and what a player is told of a flood. */
export const unprovenLettersPerAddressPerDayMax =
  unprovenAnswersPerAddressPerDayMax + pendingLettersPerAddressPerDayMax + 1;
/** ... and what all of these come to: one with a board, of 40 KB, and the others short. */
export const unprovenBytesPerAddressPerDayMax = 80 * KIB;
/** A short one in plain text, with its headers. */
export const shortAnswerBytesMax = 3.5 * KIB;
/**
 * What a letter that nothing proves causes has at most so many times its bytes: who writes in the names
 * of others must not find us a better cannon than their own. One of a person has 1 to 3 KB.
 */
export const amplificationMax = 20;
/**
 * Letters in a row that ask for nothing we know, and are told so. Somebody who needs more tries of
 * the same kind is a machine; any letter that does something, such as help, begins the row anew.
 */
export const refusalsInARowMax = 10;
/** ... within this time. A machine that answers once a day is told once a day. */
export const refusalsWithinMs = 7 * DAY_MS;

/** Comments without a move, of a player on a board in a day: a talk, not a chat room. */
export const saysPerBoardPerDayMax = 10;
/** How long after the end of a match its players may still talk about it on the board. */
export const sayAfterEndMsMax = 14 * DAY_MS;
/** Offers of a draw or an undo, of a player on a board in a day: asking is fine, nagging is not. */
export const offersPerBoardPerDayMax = 3;
/**
 * Passes in a row that are played because nothing else is legal: one for each side. Where the rules of a
 * game have still not ended it then, somebody has to write the next one, so that no letter goes on for ever.
 */
export const forcedPassesMax = 2;
/** Alternatives of a queue, and moves of each: more than anybody foresees. */
export const queueLinesMax = 10;
export const queueConditionalsMax = 10;
/** Moves that one `preview` plays. */
export const previewPliesMax = 50;
/** How long tokens of the secret before still count: people come back to a board after weeks. */
export const secretKeptMs = 60 * DAY_MS;

/** Challenges of one player to another in a day: more than two people can play. */
export const challengesToAnotherPerDayMax = 10;
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

/** Periods without a match that make a rating less certain: a hundred years take the most certain. */
export const ratingPeriodsMax = 1_200;
/** Rated ends that are read at a time when ratings are computed anew: bounds memory. */
export const laterEndsMax = 200;
/** A rating that a challenge may name: nobody's is as high. */
export const ratingBandMax = 4_000;

/** Running matches that one player may look on at: more is a subscription to the server. */
export const watchesPerPlayerMax = 50;
/** Spectators of one board: each of them is a letter for every ply. */
export const watchersPerBoardMax = 100;

/** A turn may take a year; who needs more plays without a clock. */
export const forfeitDaysMax = 365;
/** Reminders that would come more often than every third day are not meant, unless they are named. */
export const shortNagDays = 3;
/** All turns of a player together: the longest matches by mail went on for some years. */
export const totalDaysMax = 2_000;
/** A month for each move on top is no limit any more. */
export const incrementDaysMax = 30;

/** How long before the end of the last day a forfeit is announced: a weekend. */
export const warningDays = 2;
/** No match is lost by an announcement that nobody could read yet. */
export const warningMsMin = DAY_MS;
/** Days off in a year, unless the operator says otherwise: as many as people have from work. */
export const vacationDaysDefault = 30;
/** Days that somebody has at least who is back from as many days off. */
export const justBackDaysMax = 3;
/** Boards that a letter of the day shows: a look at each over breakfast. A link brings the others. */
export const digestBoardsMax = 5;
/** ... and of which it has a line; whoever plays on more asks for the rest. */
export const digestRowsMax = 100;
/** A row takes so much of `shownBytesMax` in both parts, with the longest userid and a glance at words. */
export const digestRowBytes = 0.8 * KIB;
/** ... the frame and all that stands around the table, */
export const digestFrameBytes = 6 * KIB;
/** ... and words below it, without the words themselves and for each of their lines. */
export const digestWordsBytes = 0.7 * KIB;
export const digestLineBytes = 90;
/** Moves of one board as links in it: more belong to a board letter, where cells are links. */
export const digestMoveLinksMax = 24;
/** How much of the words of others stands in its table: a glance. */
export const glanceColumnsMax = 60;
/** A clock with more days left is not shown at the start of a turn. */
export const clockShownDaysMax = 7;
/** Letters of the day go out when people have breakfast. */
export const morningHour = 8;
/** The worker is taken for absent, and clocks stand still, when the mailbox was not read for so long. */
export const absenceMsMin = HOUR_MS;
/** How often a heartbeat is stored. */
export const heartbeatMs = HOUR_MS / 12;
/**
 * Whoever runs the server is called when it has not read its mailbox, or sent what was due, for so
 * long: no restart of a mail server takes that, and clocks still run for as long again.
 */
export const alarmMsMin = absenceMsMin / 2;
/** A worker that nothing wakes looks into the mailbox all the same, or it would seem to be away. */
export const restMsMax = alarmMsMin / 3;
/** Turns, or players, that are looked up at a time. */
export const clockBatchMax = 100;
/** Days off are planned at most so far ahead: a year and the summer after. */
export const vacationAheadDaysMax = 550;

/** Addresses of one account: home, work, a telephone, and some to spare. */
export const addressesPerPlayerMax = 5;
/** Letters to new addresses that one player may cause in a day: they go to strangers. */
export const addressRequestsPerDayMax = 3;
/** Further addresses that a sign-up may name: home and work. Each is a sentence of the welcome. */
export const signUpAddressesMax = 2;
/** Messages that one player may send in a day: a good talk, and no newsletter. */
export const messagesPerDayMax = 20;
/** Players that one player may have blocked. */
export const blocksPerPlayerMax = 200;
/** Letters to the admins: a few from each player, and from all of us as many as a person reads. */
export const feedbackPerPlayerPerDayMax = 3;
export const feedbackPerDayMax = 50;
/** Invitations: they go to strangers, so a few from each player. */
export const invitationsPerPlayerPerDayMax = 5;
/** Some tens from all of us: beyond them nobody has more than a share, which nobody else can use up. */
export const invitationsPerDayMax = 50;
export const invitationsSharePerDay = 2;
/** Exports of everything about one player: each reads the whole outbox. */
export const exportsPerDayMax = 1;

/** Positions that one player may have solved in a day; each takes seconds of a core. */
export const analysesPerDayMax = 10;
/** Positions that the solver may look at for one letter: about ten seconds. */
export const solveNodesMax = 20_000_000;
/** Hints that one player may ask for in a day: a whole game of them. */
export const hintsPerDayMax = 40;
/** Positions that the solver may look at for a hint: about a second. */
export const hintNodesMax = 1_000_000;
/** The same at the command line, where somebody sits and waits: a few minutes. */
export const solveAtTerminalNodesMax = 400_000_000;
/** Nodes for the way to the end and the other moves, once a terminal shows the outcome: some seconds. */
export const solveMoreNodesMax = 10_000_000;
/** The same for the line about a finished match: some ten milliseconds of writing a letter. */
export const hindsightNodesMax = 50_000;
/**
 * ... of a game that finds nothing faster than by a look at every move. In one such as chess a look at a
 * position may take a millisecond, and nobody's letters shall wait for that.
 */
export const hindsightUnaidedNodesMax = 1_000;
/** Plies of a line of best play that a letter shows: more nobody plays through in the head. */
export const linePliesShownMax = 20;
/** Starts of the solver on one position; one that kills the process is given up. */
export const solveAttemptsMax = 2;

/** A delivery report: its status stands before the returned letter, whose head is enough. */
export const dsnBytesMax = 256 * KIB;
/** MIME parts of one; three are usual. */
export const dsnPartsMax = 20;
/** A References header names at most this many letters; the first ones anchor the thread. */
export const referencesMax = 20;

/**
 * Lines of a record in an HTML part, which Gmail cuts off beyond 102 KB: each takes 80 bytes, and the
 * largest board 60 KB. The text part has them all.
 */
export const htmlRoundsMax = 300;
/** ... where the letter would be too long. */
export const htmlRoundsFew = 30;
/**
 * A letter with boards, or that of the day, as it is sent: Gmail cuts off what is beyond 102 KB, and
 * the relays add their lines.
 */
export const shownBytesMax = 90 * 1_000;
/** Legal moves as links, of which an opening has a hundred; beyond that, one link a stone. */
export const moveLinksBytesMax = 60 * 1_000;
/** Columns and ranks of a board whose cells are links: each takes 250 bytes, and must be tapped. */
export const linkedSideMax = 14;
/** Rounds of the move list in a turn letter. */
export const recentRoundsMax = 4;
/**
 * A match written out as a record, with what quoting adds to it. The longest record that we write,
 * of the plies below on the largest board, takes half of it.
 */
export const recordCharsMax = 32 * KIB;
/** Plies of a record. Forms has 675 at most; Minefield can turn in circles, but not for so long. */
export const recordPliesMax = 2_000;
/**
 * A line of an archive: a match of a hundred thousand plies, which is far more than any. Some limit
 * there must be, since a line is read whole.
 */
export const archiveLineBytesMax = 2 * 1024 * KIB;
/** A command in a subject: with the rest, two lines of a telephone. */
export const subjectCommandCharsMax = 40;
/** What lists of letters show beside the subject: the widest of them, in one line. */
export const preheaderCharsMax = 120;
/** Letters are set in a fixed width (RFC 5322 recommends 78; quoting needs room). */
export const columnsMax = 72;

export const oneMebibyte = 1024 * KIB;
export const oneMinuteMs = 60_000;
export const oneHourMs = HOUR_MS;
export const oneDayMs = DAY_MS;

// Pictures of boards.

/** Length of the words in a picture's place: those of ten columns and ranks; more pushes all else away. */
export const altCharsMax = 400;
/** Words of so many lines and characters stand above the board of an HTML part, and it stays in sight. */
export const commentAboveLinesMax = 3;
export const commentAboveCharsMax = 120;

// What a solver at the command line may take of a machine.

/** MiB for what it finds, where nothing is said: with what it grows by, less than a gibibyte. */
export const solveMemoryMib = 512;
/** ... and at most: it takes hours to fill. */
export const solveMemoryMibMax = 4096;
