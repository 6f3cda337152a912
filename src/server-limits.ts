/**
 * Every limit of the server's own work: on its database, its threads, and the mail servers that it
 * talks to, each with its reason. Units stand last in the names. What people may do is in `limits.ts`.
 */

const KIB = 1024;
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/** Letters fetched, or moved, in one IMAP command, and their bytes: bounds memory and waiting. */
export const fetchBatchLetters = 50;
export const fetchBatchBytesMax = 4 * 1024 * KIB;
/**
 * After letters have come in, the mailbox is looked at once more: a hint about another one may have
 * been lost between the last fetch and the next IDLE. Also the shortest sleep of the worker.
 */
export const lookAgainMs = 1_000;
/** Waiting for another process to finish its transaction. Ours take milliseconds. */
export const busyMsMax = 5_000;
/** How often the worker checks whether another process has stored a letter. */
export const pollDatabaseMs = 1_000;
/**
 * How often the clock of the machine is looked at for whether a poll is due. A timer that runs until
 * then does not know that it was put forward or back.
 */
export const lookAtClockMs = 1_000;
/** Old letters in `Processed` that are looked at after each backup: each is fetched for that. */
export const filedBatchMax = 20_000;
/** Old letters that are emptied in one transaction: ten of the largest take a tenth of a second. */
export const pruneBatchLetters = 10;
/** The bytes of a letter that was sent: nobody asks what it looked like after a week. */
export const sentKeptMs = 7 * DAY_MS;
/** Pages released in one transaction: each may have to be moved. */
export const vacuumPages = 200;
/** The share of the file that may be free: new letters take it before the file grows again. */
export const freePagesShareMax = 0.1;
/** The largest file that is rewritten at a start, which takes some ten seconds. */
export const compactBytesMax = 512 * 1024 * KIB;
/** Old letters whose words are forgotten in one transaction: a kilobyte each. */
export const pruneBatchTraces = 200;
/** Rows of a list at the terminal that are read at once: with each of a letter comes its header. */
export const listPageRows = 100;
/** A backup that takes longer hangs on its disk: ten gigabytes take minutes. */
export const backupMsMax = 2 * HOUR_MS;
/** How long a copy waits for another one that is made in the same folder. */
export const copyWaitMsMax = HOUR_MS / 6;
/** Copies that are kept, however old: the newest may be one of a database that is damaged already. */
export const copiesLast = 3;
/** How often a database is copied while it changes: so much of a game may have to be read again. */
export const copyEveryMs = HOUR_MS / 6;
/** Copying takes this share of the time at most. */
export const copyTimeShare = 0.01;
/** What copying may write in a day: half a terabyte in a year wears out no disk. */
export const copyBytesPerDay = 2_000_000_000;
/** Letters that are read in one transaction under load, and their bytes: one commit for all. */
export const readGroupLetters = 50;
export const readGroupBytesMax = 4 * 1024 * KIB;
/** Letters that are rendered together and frozen in one commit. */
export const composeGroupLetters = 50;
/** Letters leased in one commit: enough that the search for them and the wait for the disk are shared. */
export const leaseLettersMax = 500;
/** Of which to one domain, so that a slow one does not fill the batch. */
export const leaseLettersPerDomainMax = 20;
/** Connections to the submission server; providers allow five or more. */
export const submissionConnectionsMax = 5;
/** Of which for one domain: a slow one leaves the others most of the connections. */
export const connectionsPerDomainMax = 2;
/** Servers drop a connection after some letters: Gmail, Exchange and Postfix differ in when. */
export const lettersPerConnectionMax = 100;
/** An idle connection takes a place from others, and some servers drop it silently. */
export const submissionIdleMsMax = 10_000;
/** For the answer to a QUIT, which nobody needs. */
export const quitMsMax = 2_000;
/** Failed tries during which a letter keeps later ones to its address waiting: half an hour. */
export const orderedTriesMax = 5;
/**
 * Letters of one queue to one address in an hour, behind every other guard; more are late. Two people
 * who sit and play by letter get one a minute.
 */
export const lettersPerAddressPerHourMax = 60;
/** Starts of work on one letter that may fail; at the next one it is put aside as poison. */
export const readAttemptsMax = 2;
/** Restarts of the machine during a reading that are not held against the letter, as power cuts happen. */
export const readRestartsMax = 3;
/** Tries to render a letter before it is given up; a template is mended, or it is not. */
export const composeAttemptsMax = 10;
/** One answer of an IMAP server. A dead connection often just says nothing. */
export const imapCommandMsMax = 60_000;
/** One hand-over of a letter to the submission server, up to the end of the letter. */
export const sendMsMax = 60_000;
/**
 * The answer to the whole letter (RFC 5321, section 4.5.3.2.6): some servers look into it for minutes
 * before they take it, and whoever does not wait sends them another copy.
 */
export const replyMsMax = 10 * 60_000;
/** The same at a stop: service managers kill after ten seconds (Docker) to ninety (systemd). */
export const stopSendingMsMax = 7_000;
/** ... after which, whatever still hangs is left as a crash would leave it. */
export const stopMsMax = 8_000;
/** ... and after this the process ends, though a name is still looked up, which nothing can cut off. */
export const endMsMax = 9_500;
/** Waiting after a failed send: doubled each time between these two. */
export const retryMsMin = 60_000;
export const retryMsMax = 4 * HOUR_MS;
/**
 * How often a submission server that takes no letters is asked with one. Where a day's letters are
 * used up, some may go again as the first of the day before grow older than a day.
 */
export const trialEveryMs = HOUR_MS;
/** A doubt that lasts this long is told to the admins. Most end with the next letter. */
export const doubtReportedMs = HOUR_MS;
/** An address that has taken a letter within this time is alive, and its domain too. */
export const recentlyAcceptedMs = 7 * DAY_MS;
/** Letters without a reason refused by so many domains in a row, while none is taken, are a doubt. */
export const refusedDomainsMin = 2;
/** With so many domains in doubt, one more that nobody knows would tell nothing new. */
export const doubtedDomainsMax = 3;
/** A refused letter that is refused again so soon after another was taken is at fault. */
export const ownFaultMsMax = 5 * 60_000;
/** Domains that take the plain sender and not the tagged one, before all are sent the plain one. */
export const plainSenderDomainsMin = 2;
/** ... for this time. Then the tagged one, which names the letter that comes back, has its chance. */
export const plainSenderMsMax = 7 * DAY_MS;
/** After this a letter is given up (RFC 5321, section 4.5.4.1). */
export const retryForMsMax = 5 * DAY_MS;
/** Between two reports to the admins: at most four a day, and the first one at once. */
export const reportEveryMs = 6 * HOUR_MS;
/** Lines of each list in a report; the rest is a number. */
export const reportLinesMax = 20;

/** Reports of a passing trouble (RFC 3463: 4.X.X) that together say that an address is dead. */
export const softBouncesMax = 3;
/** ... when they come within this time. */
export const softBouncesWithinMs = 14 * DAY_MS;
/** Whoever has seen a letter can forge its bounce, so an address is not left out for longer. */
export const suspensionMsMax = 7 * DAY_MS;

/** How long a letter to ourselves may be on its way. */
export const probeMsMax = 2 * HOUR_MS;

/** Waiting before letters are filed that the server could not file: a full mailbox stays so for a while. */
export const fileAgainMsMin = 60_000;
export const fileAgainMsMax = HOUR_MS / 6;
/** How long a note in the mailbox is valid: a server that is away may come back. */
export const noteLifeMs = HOUR_MS;
/** How often it is written anew: a mailbox that is looked into twice an hour always has a fresh one. */
export const renewNoteMs = HOUR_MS / 3;
/** No hand-over this long before the note expires: a letter takes a minute, and clocks differ. */
export const noteMarginMs = HOUR_MS / 12;
/** Notes that are read: two or three are there, and many only where somebody makes them. */
export const notesReadMax = 200;
/** A note has less than a kilobyte, and 35 bytes for each of the others that it names. */
export const noteBytesMax = 16 * KIB;
/** For removing the note at a stop, and for pending commands. */
export const leaveNoteMsMax = 1_000;

/** A connection that lived this long was a good one; the next one need not wait. */
export const stableConnectionMs = 60_000;
/** Waiting before a new IMAP connection: doubled each time between these two. */
export const reconnectMsMin = 1_000;
export const reconnectMsMax = 15 * 60_000;
/** The same when the server asks for it: as long as it says, but for an hour at most. */
export const throttledMsDefault = 5 * 60_000;
export const throttledMsMax = HOUR_MS;

/** A request for an access token to an endpoint or a command. */
export const accessTokenMsMax = 30_000;
/** Such an answer; those with the longest tokens have some kilobytes. */
export const accessTokenBytesMax = 64 * KIB;
/** A token: so much of it still goes into one line of SMTP (RFC 4954, section 4). */
export const accessTokenCharsMax = 8 * KIB;
/** How long before its end it is renewed: clocks differ by minutes. */
export const accessTokenSpareMs = 5 * 60_000;
/** The life of a token without a stated one. */
export const accessTokenMsUnknown = 5 * 60_000;
/** How often a token is renewed for a server that refuses every one. */
export const refusedRenewalMs = HOUR_MS;
/** How often a provider is asked whether a person has said yes (RFC 8628, section 3.2). */
export const deviceIntervalMs = 5_000;
/** Looking up who keeps the mail of a domain, while somebody waits at a terminal. */
export const mxMsMax = 3_000;
/** Trying the hosts and ports at which a domain may have its mail servers, all at once; somebody waits. */
export const serverSearchMsMax = 5_000;
/** Of the SRV records of one service so many are tried; more than two are rare. */
export const srvRecordsMax = 3;
/**
 * One step of `turnpost check` with a mail server: a name, a connection, an answer. Shorter than that of
 * the server itself, because somebody sits and waits.
 */
export const checkStepMsMax = 8_000;
/** A letter of `turnpost check` on its way to ourselves; all of the check then takes about a minute. */
export const checkLetterMsMax = 30_000;
/** All that is done once it has logged in, with a server that is slow at each step. */
export const checkWorkMsMax = 60_000;
/** Between two looks whether it has come. */
export const checkLookMs = 500;
/** A submission server has to take letters of this size: those with large boards and their pictures. */
export const checkSizeBytesMin = 256 * KIB;

/** Lines of the log that wait for a full pipe or disk; the newer ones are dropped. */
export const logBytesMax = 64 * KIB;
/** How often a full pipe is tried. */
export const logAgainMs = 1_000;
/** How often it is tried at the end, a tenth of a second each. */
export const logEndTries = 10;

/** How often a running server looks whether all is well with it. */
export const lookAtHealthMs = 30_000;
/** After a longer pause between two such looks the machine was asleep, and nothing is anybody's fault. */
export const asleepMsMin = 5 * 60_000;
/**
 * Work that has not moved for so long never will. The slowest that there is, fifty letters with
 * templates that never end, moves every ten minutes.
 */
export const hungMsMax = 15 * 60_000;
/** Less room than this on its disk, and a server calls: a busy day's letters take a tenth of it. */
export const diskBytesMin = 256 * 1024 * KIB;
/** ... until there is so much again, so that no letter more or less makes it call once more. */
export const diskBytesWell = 2 * diskBytesMin;
/** The command that is run for a trouble: longer than any letter or telephone call takes to go out. */
export const alertMsMax = 30_000;
/** For a metrics request and its answer. */
export const healthRequestMsMax = 5_000;
export const healthConnectionsMax = 10;
/** For `systemd-notify` to pass on what it is told. */
export const notifyMsMax = 5_000;
/** What a start may take: it waits for two mail servers, and may bring a large database up to date. */
export const startMsMax = 10 * 60_000;

/**
 * What a server needs of its machine; with half of it, it does not start. Some thirty files and
 * connections are open at once, and a hundred while the program is loaded.
 */
export const filesMin = 256;
/** Two threads, a picture, and the letters in hand. */
export const memoryBytesMin = 256 * 1024 * KIB;
/** Node.js reserves ten times of what it uses, and the same for each thread. */
export const addressBytesMin = 4 * 1024 * 1024 * KIB;
/** So often a copy is restored and played, to see that it can be put back. */
export const restoreEveryMs = 7 * 24 * 60 * 60_000;

/** Steps in which clocks advance between letters that are read again. */
export const recoverStepMs = 10 * 60_000;

/** Letters decided within this time before a loss may be unsent, and are sent again. */
export const unsureMs = 60_000;
