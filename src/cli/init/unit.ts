/** What a unit is filled in with. */
export interface UnitFacts {
  /** The folder with `.env`. */
  readonly folder: string;
  /** Where copies of the database lie, if that is elsewhere. */
  readonly backups?: string | undefined;
  readonly user: string;
  /** The path of Node.js, what it is started with, and the program. */
  readonly command: readonly [string, ...string[]];
  /** The page for operators. */
  readonly page: string;
}

/** The folder that the unit is for as it comes; systemd itself makes that one. */
const USUAL_FOLDER = '/var/lib/turnpost';
const HOMES = /^\/(?:home|root|run\/user)(?:\/|$)/;

/**
 * Fills in a unit of systemd.
 *
 * @param unit as it comes with the program
 */
export function unitText(
  unit: string,
  { folder, backups, user, command, page }: UnitFacts,
): string {
  const isUsual = folder === USUAL_FOLDER;
  const isHome = [folder, ...command].some((path) => HOMES.test(path));
  const filled: Readonly<Record<string, string | undefined>> = {
    User: user,
    WorkingDirectory: doubled(folder),
    ExecStart: [...command, 'start'].map(quoted).join(' '),
    Documentation: `file://${doubled(encodeURI(page))}`,
    ...(isHome && { ProtectHome: 'read-only' }),
  };
  const lines = unit.split('\n').flatMap((line) => {
    const [, name = ''] = /^(\w+)=/.exec(line) ?? [];
    if (line.startsWith('#')) return [line.replaceAll(USUAL_FOLDER, () => folder)];
    if (!isUsual && name === 'StateDirectory') return [`ReadWritePaths=${quoted(folder)}`];
    if (!isUsual && name === 'StateDirectoryMode') return [];
    if (backups && name === 'ReadWritePaths') return [`ReadWritePaths=${quoted(`-${backups}`)}`];
    return [filled[name] === undefined ? line : `${name}=${filled[name]}`];
  });
  return lines.join('\n');
}

/** What systemd replaces begins with a percent sign (systemd.unit, "Specifiers"). */
const doubled = (text: string): string => text.replaceAll('%', '%%');

/** A word of a command line (systemd.service, "Command lines"). */
function quoted(word: string): string {
  const safe = doubled(word).replaceAll('$', '$$$$');
  return /^[\w@%+=:,./$-]+$/.test(safe) ? safe : `"${safe.replace(/(["\\])/g, '\\$1')}"`;
}
