import { makeTemplates, proveTemplates, type Templates } from './templates.ts';

/** Contents by path within a folder of templates, such as `en/player.board.txt.eta`. */
export type TemplateFiles = ReadonlyMap<string, string>;

/** The operator's own templates laid over the ones that come with the program. */
export interface LaidTemplates {
  readonly templates: Templates;
  /** Files that were left out, and why. */
  readonly troubles: readonly { readonly place: string; readonly error: string }[];
}

/**
 * Lays the operator's files over ours, file by file, and the sentences one by one, so that an old
 * folder does not lack what is new. A file that cannot be read is left out: a typo loses no letter.
 */
export function layTemplates(ours: TemplateFiles, own: TemplateFiles): LaidTemplates {
  const files = new Map(ours);
  const troubles: { place: string; error: string }[] = [];
  for (const [place, text] of own) {
    try {
      proveTemplates(place, text);
      files.set(place, place.endsWith('.json') ? mergeSentences(ours.get(place), text) : text);
    } catch (error) {
      troubles.push({ place, error: firstLine(error) });
    }
  }
  return { templates: makeTemplates(files), troubles };
}

/** An error as it is told to the operator; what follows its first line repeats the template. */
export const firstLine = (error: unknown): string =>
  (String(error).split('\n')[0] ?? '').slice(0, 200);

function mergeSentences(ours: string | undefined, own: string): string {
  return JSON.stringify({ ...(ours && JSON.parse(ours)), ...JSON.parse(own) });
}
