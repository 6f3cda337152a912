/** Exit codes that a mail transfer agent understands (sysexits.h of BSD). */
export const exits = {
  ok: 0,
  /** The command line is wrong. */
  usage: 64,
  /** The letter is wrong: the agent sends it back. */
  data: 65,
  /** Not now: the agent keeps the letter and tries again. */
  later: 75,
  /** The configuration is wrong. */
  config: 78,
} as const;
