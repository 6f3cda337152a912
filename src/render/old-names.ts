/**
 * The names that templates had before their kinds had folders: `en/player.board.txt.eta` is now
 * `en/player/board.txt.eta`. An operator's folder may still have the old ones.
 */

const KIND = '(?<kind>[^/]+/(?:command|game|page|part|player))';
const ENDING = String.raw`(?=[^/]+\.(?:txt|html)\.eta$)`;
const OLD = new RegExp(String.raw`^${KIND}\.${ENDING}`);
const NEW = new RegExp(`^${KIND}/${ENDING}`);

/** The path of a template as it is named now, whichever of its names is given. */
export const newName = (path: string): string => path.replace(OLD, '$<kind>/');

/** The files with the old names first, so that whoever takes them in this order keeps the new ones. */
export const oldNamesFirst = (files: ReadonlyMap<string, string>): readonly [string, string][] =>
  [...files].sort(([one], [other]) => Number(OLD.test(other)) - Number(OLD.test(one)));

/** The same files, each also under its old name: one that was written then may include it by that. */
export const withOldNames = (files: ReadonlyMap<string, string>): ReadonlyMap<string, string> =>
  new Map([
    ...[...files].map(([path, text]) => [path.replace(NEW, '$<kind>.'), text] as const),
    ...files,
  ]);
