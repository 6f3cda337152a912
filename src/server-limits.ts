/**
 * Limits of the server's own work: on its database, its threads, and the mail servers that it talks to, each
 * with its reason, grouped by subject. Limits on what people may do are in `limits.ts`.
 */

const KIB = 1024;
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const ABSENT_MS = HOUR_MS;
const PARSE_MS = 2_000;
const DISK_BYTES_MIN = 256 * 1024 * KIB;

/** Reading the mailbox. */
export const fetchLimits = {
  /** Letters fetched, or moved, in one IMAP command, and their bytes: bounds memory and waiting. */
  letters: 50,
  bytes: 4 * 1024 * KIB,
  /** Old letters in `Processed` that are checked after a backup: each is fetched for that. */
  filedLetters: 20_000,
  /** A response of an IMAP server. A dead connection often stays silent. */
  commandMs: 60_000,
};
/** How often the worker looks. */
export const pollLimits = {
  /**
   * The pause before the mailbox is read again after letters came in: the notice of another may have been lost
   * between the last fetch and the next IDLE. Also the shortest sleep of the worker.
   */
  mailboxAgainMs: 1_000,
  /** How often the worker checks whether another process has stored a letter. */
  databaseMs: 1_000,
  /**
   * How often the clock is checked for a due poll or copy. A timer set for that time would miss a change of
   * the clock.
   */
  clockMs: 1_000,
};
export const databaseLimits = {
  /** Waiting for another process to finish its transaction. Ours take milliseconds. */
  busyMs: 5_000,
  /** Rows of a list at the terminal that are read at once. The row of a letter contains its header. */
  listRows: 100,
};
/** How the server notices that it did not run. */
export const absenceLimits = {
  /** After this time without a look into the mailbox the worker counts as absent, and clocks stand still. */
  absentMs: ABSENT_MS,
  /** How often a heartbeat is stored. */
  heartbeatMs: HOUR_MS / 12,
  /**
   * After this time without a look into the mailbox, or with letters due, there is an alarm: no restart of a
   * mail server takes that, and clocks still run for as long again.
   */
  alarmMsMin: ABSENT_MS / 2,
  /** The longest sleep of a worker that nothing wakes, so that it does not count as absent. */
  sleepMs: ABSENT_MS / 6,
};
/** Deleting what is old, in one transaction each time. */
export const pruneLimits = {
  /** Old letters whose content is deleted in one transaction: ten of the largest take a tenth of a second. */
  letters: 10,
  /** How long the bytes of a sent letter are kept: nobody needs them after a week. */
  sentKeptMs: 7 * DAY_MS,
  /** Pages released in one transaction: each may have to be moved. */
  vacuumPages: 200,
  /** The share of the file that may be free: new letters take it before the file grows again. */
  freePagesShare: 0.1,
  /** Old letters whose traces are deleted in one transaction: a kilobyte each. */
  traces: 200,
};
export const backupLimits = {
  /** A backup that takes longer hangs on its disk: ten gigabytes take minutes. */
  backupMs: 2 * HOUR_MS,
  /** How long a copy waits for another one that is made in the same folder. */
  waitMs: HOUR_MS / 6,
  /** Copies that are kept, however old: the newest may be one of a database that is damaged already. */
  keptMin: 3,
  /** How often a copy is restored on trial, and its matches replayed. */
  restoreEveryMs: 7 * 24 * 60 * 60_000,
};
/** Copying the database while the server runs. */
export const copyLimits = {
  /** How often a changing database is copied: the letters since may have to be read again. */
  everyMs: HOUR_MS / 6,
  /** Copying takes this share of the time at most. */
  timeShare: 0.01,
  /** What copying may write in a day: 730 GB in a year wear out no disk. */
  bytesPerDay: 2_000_000_000,
};
/** Reading letters. */
export const readLimits = {
  /** Letters that are read in one transaction under load, and their bytes: one commit for all. */
  letters: 50,
  bytes: 4 * 1024 * KIB,
  /** Restarts of the machine during attempts that do not count: power cuts happen. */
  restarts: 3,
  /** Failed attempts to read a letter, after which it is put aside. */
  attempts: 2,
};
/** Threads that parse and render letters. */
export const threadLimits = {
  /** Parsing a letter takes milliseconds; a slower one is malicious. */
  parseMs: PARSE_MS,
  /** Rendering takes a millisecond, with a picture dozens. */
  writeMs: 5_000,
  /** Deadlines in a row for one question to a thread, while the process gets no processor time. */
  starvedDeadlines: 10,
  /** Starting a thread, on a busy machine. */
  startMs: 60_000,
  /** Finishing the current letter at a stop; a group that takes longer is left for the next start. */
  stopReadingMs: PARSE_MS + 1_000,
  /**
   * Memory of a thread: many times the largest letter, a small part of the machine's. Node.js applies a limit
   * given to the process, as by `npm start`, to its threads instead.
   */
  mebibytes: 256,
};
/** Rendering letters. */
export const composeLimits = {
  /** Letters that are rendered together and frozen in one commit. */
  letters: 50,
  /** Letters kept in memory between composing and their first try: a hundred boards. */
  keptBytes: 8 * 1024 * KIB,
  /** Attempts to render a letter before it is given up. */
  attempts: 10,
};
/** Letters that are leased for sending. */
export const leaseLimits = {
  /** Letters leased in one commit: enough to share the query for them and the wait for the disk. */
  letters: 500,
  /** Letters of a batch to one domain, so that a slow one does not fill it. */
  lettersPerDomain: 20,
  /** Failed tries of a letter after which later ones of its queue pass it: half an hour. */
  orderedTries: 5,
  /** Domains with refused letters, after which another unknown domain would prove nothing. */
  doubtedDomains: 3,
  /**
   * Letters of one queue to one address in an hour: the last guard; more are delayed. Two people who play
   * without a break get one a minute.
   */
  perAddressPerHour: 60,
};
/** The submission server. */
export const submissionLimits = {
  /** Connections to the submission server; providers allow five or more. */
  connections: 5,
  /** Connections for one domain: a slow one leaves most to the others. */
  connectionsPerDomain: 2,
  /** Servers drop a connection after some letters: Gmail, Exchange and Postfix differ in how many. */
  lettersPerConnection: 100,
  /** An idle connection takes a place from others, and some servers drop it silently. */
  idleMs: 10_000,
  /** The reply to a QUIT, which nobody needs. */
  quitMs: 2_000,
  /** The hand-over of a letter to the submission server, up to the end of its data. */
  sendMs: 60_000,
  /**
   * The reply to the data (RFC 5321, section 4.5.3.2.6): some servers scan a letter for minutes before they
   * accept it, and a client that does not wait sends another copy.
   */
  replyMs: 10 * 60_000,
  /** Domains that accept only the plain sender, not the tagged one, before all get the plain one. */
  plainSenderDomainsMin: 2,
  /** How long that lasts. Then the tagged one, which identifies a returned letter, is tried again. */
  plainSenderMs: 7 * DAY_MS,
};
/** Ending the process. */
export const stopLimits = {
  /** The reply to the data at a stop: service managers kill after ten seconds (Docker) to ninety (systemd). */
  sendingMs: 7_000,
  /** A stop; work that still hangs is left as by a crash. */
  stopMs: 8_000,
  /** The end of the process, even during a DNS query, which cannot be cancelled. */
  endMs: 9_500,
  /** The time for removing the note at a stop, and for pending commands. */
  leaveNoteMs: 1_000,
};
/** Trying a letter again. */
export const retryLimits = {
  /** Delay after a failed send: doubled each time between these two. */
  msMin: 60_000,
  msMax: 4 * HOUR_MS,
  /** After this a letter is given up (RFC 5321, section 4.5.4.1). */
  forMs: 5 * DAY_MS,
};
/** What tells a fault of a letter from one of the submission server. */
export const refusalLimits = {
  /**
   * How often a submission server that accepts no letters is tried with one. With a daily quota used up, it
   * accepts some again as the first of the day before grow older than a day.
   */
  trialEveryMs: HOUR_MS,
  /** An address that has accepted a letter within this time works, and its domain too. */
  recentlyAcceptedMs: 7 * DAY_MS,
  /** Domains with letters refused for no known reason, and none accepted since, that raise a doubt. */
  domainsMin: 2,
  /** A letter refused again within this time after another was accepted is itself at fault. */
  ownFaultMs: 5 * 60_000,
  /** A doubt about it that lasts this long is reported to the admins. Most end with the next letter. */
  reportedMs: HOUR_MS,
};
/** Reports to the operator. */
export const reportLimits = {
  /** Between two reports to the admins: at most four a day, and the first one at once. */
  everyMs: 6 * HOUR_MS,
  /** Lines of each list in a report; the rest is a number. */
  lines: 20,
};
/** Letters that come back, and the suspension of their address. */
export const bounceLimits = {
  /** Transient bounces (RFC 3463: 4.X.X), after which an address counts as dead. */
  soft: 3,
  /** The time in which they count. */
  softWithinMs: 14 * DAY_MS,
  /** The suspension of an address: no longer, because every reader of a letter can forge its bounce. */
  suspensionMs: 7 * DAY_MS,
  /** How long a probe, a letter to ourselves, may take to arrive. */
  probeMs: 2 * HOUR_MS,
};
/** Notes in the mailbox, by which two servers find each other. */
export const noteLimits = {
  /** How long a note in the mailbox is valid: a server that is away may come back. */
  lifeMs: HOUR_MS,
  /** How often it is renewed: a mailbox that is read twice an hour always has a valid one. */
  renewMs: HOUR_MS / 3,
  /** No hand-over this long before the note expires: a letter takes a minute, and clocks differ. */
  marginMs: HOUR_MS / 12,
  /** Notes that are read: two or three are usual, unless somebody forges them. */
  read: 200,
  /** A note has less than a kilobyte, and 35 bytes for each other note that it names. */
  bytes: 16 * KIB,
};
/** Connections to the mailbox and the submission server. */
export const connectionLimits = {
  /** A connection that lasted this long was good: the next one need not wait. */
  stableMs: 60_000,
  /** Delay before a new IMAP connection: doubled each time between these two. */
  reconnectMsMin: 1_000,
  reconnectMsMax: 15 * 60_000,
  /** Delay before another try to file letters: a full mailbox stays full for a while. */
  refileMsMin: 60_000,
  refileMsMax: HOUR_MS / 6,
  /** Delay at the server's request, if it names no time; and the longest, if it does. */
  throttledMsDefault: 5 * 60_000,
  throttledMs: HOUR_MS,
};
/** Access tokens of mail accounts. */
export const accessTokenLimits = {
  /** The response to a request for one; those with the longest tokens have some kilobytes. */
  bytes: 64 * KIB,
  /** An access token: as much as fits into one line of SMTP (RFC 4954, section 4). */
  chars: 8 * KIB,
  /** The lifetime of a token without a stated one. */
  unknownMs: 5 * 60_000,
  /** How long before its expiry it is renewed: clocks differ by minutes. */
  spareMs: 5 * 60_000,
  /** How often a token is renewed for a server that refuses every one. */
  refusedRenewalMs: HOUR_MS,
  /** A request for an access token to an endpoint or a command. */
  requestMs: 30_000,
  /** How often a provider is asked for a person's consent (RFC 8628, section 3.2). */
  deviceIntervalMs: 5_000,
};
/** The times of `turnpost check`, in all about a minute. */
export const checkLimits = {
  /** One step with a mail server: a name, a connection, a response. Somebody waits, so it is short. */
  stepMs: 8_000,
  /** How long the letter that it sends to itself may take to arrive. */
  letterMs: 30_000,
  /** All its work after the login, with a server that is slow at each step. */
  workMs: 60_000,
  /** How often it looks for that letter. */
  lookMs: 500,
  /** Looking up the MX records of a domain, while somebody waits at a terminal. */
  mxMs: 3_000,
  /** The size that a submission server has to accept: letters with large boards and their pictures. */
  sizeBytesMin: 256 * KIB,
};
/** Log lines that wait for a full pipe or disk; newer ones are dropped. */
export const logLimits = {
  bytes: 64 * KIB,
  /** How often a full pipe is tried. */
  againMs: 1_000,
  /** Tries at the exit, a tenth of a second each. */
  endTries: 10,
};
/** Looking after the health of the server. */
export const healthLimits = {
  /** How often a running server checks its own health. */
  lookMs: 30_000,
  /** The command run for an alarm: longer than any letter or telephone call takes to go out. */
  alertMs: 30_000,
  /** The time for `systemd-notify` to pass a message on. */
  notifyMs: 5_000,
  /** A start, which waits for two mail servers, and may migrate a large database. */
  startMs: 10 * 60_000,
  /** After a longer pause between two checks the machine was asleep, and nothing hangs. */
  asleepMsMin: 5 * 60_000,
  /**
   * Work without progress for this long hangs. The slowest, fifty letters with endless templates, makes some
   * every ten minutes.
   */
  hungMs: 15 * 60_000,
  /** The time for a metrics request and its answer. */
  requestMs: 5_000,
  connections: 10,
};
/** Room that the server needs. */
export const roomLimits = {
  /** Less free disk space than this raises an alarm: a busy day's letters take a tenth of it. */
  diskBytesMin: DISK_BYTES_MIN,
  /** The free space that ends the alarm: more, so that no single letter raises it again. */
  diskBytesClear: 2 * DISK_BYTES_MIN,
  /**
   * The needs of a server; with less than half of one, it does not start. Some thirty files and connections
   * are open at once, and a hundred while the program is loaded.
   */
  filesMin: 256,
  /** Two threads, a picture, and the letters in hand. */
  memoryBytesMin: 256 * 1024 * KIB,
  /** Node.js reserves ten times what it uses, and as much for each thread. */
  addressBytesMin: 4 * 1024 * 1024 * KIB,
};
/** Recovery after a loss. */
export const recoverLimits = {
  /** Steps in which clocks advance between letters that are read again. */
  stepMs: 10 * 60_000,
  /** Letters decided within this time before a loss may be unsent, and are sent again. */
  uncertainSentMs: 60_000,
};
