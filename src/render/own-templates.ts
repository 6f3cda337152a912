import {
  isLiteralElement,
  isPluralElement,
  isPoundElement,
  isSelectElement,
  isTagElement,
  type MessageFormatElement,
  parse,
} from '@formatjs/icu-messageformat-parser';
import { YOU } from './message/filling.ts';
import { makeTemplates, proveTemplates, type Templates } from './templates.ts';

/** Contents by path within a folder of templates, such as `en/player/board.txt.eta`. */
export type TemplateFiles = ReadonlyMap<string, string>;

/** The operator's own templates laid over the ones that come with the program. */
interface LaidTemplates {
  readonly templates: Templates;
  /** Files that were left out, and why. */
  readonly troubles: readonly TemplateProblem[];
}

export interface TemplateProblem {
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
  const troubles: TemplateProblem[] = [];
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
      troubles.push({ place, error: firstLineOfError(error) });
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
  firstLineOfError(
    `not told: ${untold.map(({ code, fact }) => `{${fact}} to ${code}`).join(', ')}`,
  );

/** Our texts with the operator's in their places, but for those that cannot be said. */
function merge(ours: string | undefined, own: string, untold: readonly Untold[]): string {
  const said = Object.entries(readTexts(own)).filter(
    ([code]) => !untold.some((each) => each.code === code),
  );
  return JSON.stringify({ ...readTexts(ours), ...Object.fromEntries(said) });
}

/** An error as it is told to the operator; what follows its first line repeats the template. */
export const firstLineOfError = (error: unknown): string =>
  (String(error).split('\n')[0] ?? '').slice(0, 200);

/**
 * The names that templates had before their kinds had folders: `en/player.board.txt.eta` is now
 * `en/player/board.txt.eta`. An operator's folder may still have the old ones.
 */

const KIND = '(?<kind>[^/]+/(?:command|game|page|part|player))';
const ENDING = String.raw`(?=[^/]+\.(?:txt|html)\.eta$)`;
const OLD = new RegExp(String.raw`^${KIND}\.${ENDING}`);
const NEW = new RegExp(`^${KIND}/${ENDING}`);

/** The path of a template as it is named now, whichever of its names is given. */
const newName = (path: string): string => path.replace(OLD, '$<kind>/');

/** The files with the old names first, so that whoever takes them in this order keeps the new ones. */
const oldNamesFirst = (files: ReadonlyMap<string, string>): readonly [string, string][] =>
  [...files].sort(([one], [other]) => Number(OLD.test(other)) - Number(OLD.test(one)));

/** The same files, each also under its old name: one that was written then may include it by that. */
const withOldNames = (files: ReadonlyMap<string, string>): ReadonlyMap<string, string> =>
  new Map([
    ...[...files].map(([path, text]) => [path.replace(NEW, '$<kind>.'), text] as const),
    ...files,
  ]);

/**
 * The names of the facts that an ICU message asks for, in whichever of its branches. Who reads it is
 * none of them: that is known of every message.
 */
const namedFacts = (message: string): ReadonlySet<string> =>
  new Set(namesIn(parse(message, { ignoreTag: true })).filter((name) => name !== YOU));

const namesIn = (elements: readonly MessageFormatElement[]): readonly string[] =>
  elements.flatMap((element) => {
    if (isLiteralElement(element) || isPoundElement(element) || isTagElement(element)) return [];
    if (!isSelectElement(element) && !isPluralElement(element)) return [element.value];
    const branches = Object.values(element.options);
    return [element.value, ...branches.flatMap(({ value }) => namesIn(value))];
  });
