import { layTemplates } from '../render/own-templates.ts';
import { readLanguages } from '../service/process/languages.ts';
import { type Finding, findingsOf } from './finding.ts';

const { ok, warn, wrong } = findingsOf('templates');

/** Whether the operator's own templates can be used. */
export function templateFindings(folder: string): readonly Finding[] {
  try {
    const { folders, troubles } = readLanguages(folder);
    if (folders.own.size === 0) {
      return [
        warn(
          `There is no template in ${folder}.`,
          'Let TURNPOST_TEMPLATES name the folder above en/ and de/, or leave it out.',
        ),
      ];
    }
    const all = [...layTemplates(folders.ours, folders.own).troubles, ...troubles];
    return all.length === 0
      ? [ok(`The ${folders.own.size} files in ${folder} can be used.`)]
      : all.map(({ place, error }) =>
          warn(
            `${place} cannot be used, and ours is in its place: ${error.replace(/\.$/, '')}.`,
            'Mend it; turnpost gallery shows what comes of it.',
          ),
        );
  } catch (error) {
    const { code = String(error) } = error as NodeJS.ErrnoException;
    return [
      wrong(
        `The templates in ${folder} cannot be read (${code}).`,
        'Let the user that the server runs as read them (chmod).',
      ),
    ];
  }
}
