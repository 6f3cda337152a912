/** Exit codes: those of sysexits.h, which a mail transfer agent understands, and two of our own. */
export const exits = {
  ok: 0,
  /** The request could not be carried out. */
  failed: 1,
  /** No worker runs, as in `status` of an init script (LSB). */
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

/** The meaning of each, for `turnpost help exit-codes`. A command may have meanings of its own. */
export const EXIT_CODES: readonly (readonly [number, string])[] = [
  [exits.ok, 'done'],
  [exits.failed, 'it could not be done, or something is wrong; what, is said in a line'],
  [exits.notRunning, 'no server runs (status)'],
  [exits.usage, 'the command line is wrong, and nothing was done'],
  [exits.data, 'what it was given is wrong, and would be again (receive, admin, verify)'],
  [exits.later, 'not now: the same may be tried again (receive, admin)'],
  [exits.config, 'the configuration is wrong (receive)'],
];
