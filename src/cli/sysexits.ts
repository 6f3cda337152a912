/** Exit codes: those of sysexits.h, which a mail transfer agent understands, and two of our own. */
export const exits = {
  ok: 0,
  /** What was asked for could not be done. */
  failed: 1,
  /** No worker runs, as `status` of an init script says it (LSB). */
  notRunning: 3,
  /** The command line is wrong. */
  usage: 64,
  /** The letter is wrong: the agent sends it back. */
  data: 65,
  /** Not now: the agent keeps the letter and tries again. */
  later: 75,
  /** The configuration is wrong. */
  config: 78,
} as const;
