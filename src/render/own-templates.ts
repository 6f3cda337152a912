import { firstLine } from './first-line.ts';
import { namedFacts } from './message/named-facts.ts';
import { newName, oldNamesFirst, withOldNames } from './old-names.ts';
import { makeTemplates, proveTemplates, type Templates } from './templates.ts';

/** Contents by path within a folder of templates, such as `en/player/board.txt.eta`. */
export type TemplateFiles = ReadonlyMap<string, string>;

/** The operator's own templates laid over the ones that come with the program. */
export interface LaidTemplates {
  readonly templates: Templates;
  /** Files that were left out, and why. */
  readonly troubles: readonly Trouble[];
}

export interface Trouble {
  readonly place: string;
  readonly error: string;
}

/**
 * Lays the operator's files over ours, file by file, and the sentences one by one, so that an old
 * folder does not lack what is new. A file that cannot be read is left out, and so is a sentence that
 * names what nobody tells it: a typo loses no letter. A file that has the name of an older version
 * counts as if it had been renamed, unless it was.
 */
export function layTemplates(ours: TemplateFiles, own: TemplateFiles): LaidTemplates {
  const files = new Map(ours);
  const troubles: Trouble[] = [];
  const english = readTexts(ours.get('en/sentences.json'));
  for (const [place, text] of oldNamesFirst(own)) {
    // What people write is nothing that is rendered.
    if (place.endsWith('/vocabulary.json')) continue;
    try {
      proveTemplates(place, text);
      const untold = place.endsWith('/sentences.json') ? untoldIn(readTexts(text), english) : [];
      const laid = place.endsWith('.json') ? merge(ours.get(place), text, untold) : text;
      files.set(newName(place), laid);
      if (untold.length > 0) troubles.push({ place, error: tellUntold(untold) });
    } catch (error) {
      troubles.push({ place, error: firstLine(error) });
    }
  }
  return { templates: makeTemplates(withOldNames(files)), troubles };
}

type Texts = Readonly<Record<string, string>>;

const readTexts = (json: string | undefined): Texts => (json === undefined ? {} : JSON.parse(json));

/** A sentence that names a fact of which nobody tells it. */
interface Untold {
  readonly code: string;
  readonly fact: string;
}

const untoldIn = (own: Texts, english: Texts): readonly Untold[] =>
  Object.entries(own).flatMap(([code, text]) => {
    const told = namedFacts(english[code] ?? text);
    const unknown = [...namedFacts(text)].filter((fact) => !told.has(fact));
    return unknown.map((fact) => ({ code, fact }));
  });

const tellUntold = (untold: readonly Untold[]): string =>
  firstLine(`not told: ${untold.map(({ code, fact }) => `{${fact}} to ${code}`).join(', ')}`);

/** Our texts with the operator's in their places, but for those that cannot be said. */
function merge(ours: string | undefined, own: string, untold: readonly Untold[]): string {
  const said = Object.entries(readTexts(own)).filter(
    ([code]) => !untold.some((each) => each.code === code),
  );
  return JSON.stringify({ ...readTexts(ours), ...Object.fromEntries(said) });
}
