/** What a unit is filled in with. */
export interface UnitFacts {
  /** The folder with `.env`. */
  readonly folder: string;
  readonly user: string;
  /** The path of Node.js, what it is started with, and the program. */
  readonly command: readonly string[];
}

/**
 * Fills in a unit of systemd.
 *
 * @param unit as it comes with the program
 */
export function unitText(unit: string, { folder, user, command }: UnitFacts): string {
  const start = [...command, 'start'].map(quoted).join(' ');
  return unit
    .split('\n')
    .filter((line) => !/^StateDirectory/.test(line) || folder === '/var/lib/turnpost')
    .map((line) =>
      line
        .replace(/^User=.*/, () => `User=${user}`)
        .replace(/^WorkingDirectory=.*/, () => `WorkingDirectory=${doubled(folder)}`)
        .replace(/^ReadWritePaths=.*/, () => `ReadWritePaths=${quoted(folder)}`)
        .replace(/^ExecStart=.*/, () => `ExecStart=${start}`),
    )
    .join('\n');
}

/** What systemd replaces begins with a percent sign (systemd.unit, "Specifiers"). */
const doubled = (text: string): string => text.replaceAll('%', '%%');

/** A word of a command line (systemd.service, "Command lines"). */
function quoted(word: string): string {
  const safe = doubled(word).replaceAll('$', '$$$$');
  return /^[\w@%+=:,./$-]+$/.test(safe) ? safe : `"${safe.replace(/(["\\])/g, '\\$1')}"`;
}
