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
import { compileTemplates, makeTemplates, type Templates } from './templates.ts';

/** Contents by path in a folder of templates, such as `en/player/board.txt.eta`. */
export type TemplateFiles = ReadonlyMap<string, string>;

/** The program's templates, overridden by the operator's. */
interface OverlaidTemplates {
  readonly templates: Templates;
  /** Ignored files or sentences, and why. */
  readonly troubles: readonly TemplateProblem[];
}

export interface TemplateProblem {
  readonly place: string;
  readonly error: string;
}

/**
 * Overrides our files with the operator's, and sentences one by one, so that an old folder still gets new
 * ones. Unreadable files are ignored, and so are sentences with unknown facts: a typo loses no letter.
 */
export function overlayTemplates(
  ours: TemplateFiles,
  fromOperator: TemplateFiles,
): OverlaidTemplates {
  const files = new Map(ours);
  const troubles: TemplateProblem[] = [];
  const english = readTexts(ours.get('en/sentences.json'));
  for (const [place, text] of fromOperator) {
    // The vocabulary of input is not rendered.
    if (place.endsWith('/vocabulary.json')) continue;
    try {
      refuseOldName(place);
      compileTemplates(place, text);
      const unknownFacts = place.endsWith('/sentences.json')
        ? unknownFactsIn(readTexts(text), english)
        : [];
      files.set(place, place.endsWith('.json') ? merge(ours.get(place), text, unknownFacts) : text);
      if (unknownFacts.length > 0)
        troubles.push({ place, error: describeUnknownFacts(unknownFacts) });
    } catch (error) {
      troubles.push({ place, error: firstLineOfError(error) });
    }
  }
  return { templates: makeTemplates(files), troubles };
}

/** In 0.1.0 kinds had no folders: `en/player/board.txt.eta` was `en/player.board.txt.eta`. */
function refuseOldName(place: string): void {
  const [, kind, name] =
    /^([^/]+\/(?:command|game|page|part|player))\.([^/]+\.(?:txt|html)\.eta)$/.exec(place) ?? [];
  if (kind !== undefined) throw new Error(`is named ${kind}/${name} now`);
}

type Texts = Readonly<Record<string, string>>;

const readTexts = (json: string | undefined): Texts => (json === undefined ? {} : JSON.parse(json));

/** A fact that a sentence names and never gets. */
interface UnknownFact {
  readonly code: string;
  readonly fact: string;
}

const unknownFactsIn = (fromOperator: Texts, english: Texts): readonly UnknownFact[] =>
  Object.entries(fromOperator).flatMap(([code, text]) => {
    const told = namedFacts(english[code] ?? text);
    const unknown = [...namedFacts(text)].filter((fact) => !told.has(fact));
    return unknown.map((fact) => ({ code, fact }));
  });

const describeUnknownFacts = (unknownFacts: readonly UnknownFact[]): string =>
  firstLineOfError(
    `not told: ${unknownFacts.map(({ code, fact }) => `{${fact}} to ${code}`).join(', ')}`,
  );

/** Our texts, overridden by the operator's valid ones. */
function merge(
  ours: string | undefined,
  fromOperator: string,
  unknownFacts: readonly UnknownFact[],
): string {
  const said = Object.entries(readTexts(fromOperator)).filter(
    ([code]) => !unknownFacts.some((each) => each.code === code),
  );
  return JSON.stringify({ ...readTexts(ours), ...Object.fromEntries(said) });
}

/** An error for the operator; lines after its first repeat the template. */
export const firstLineOfError = (error: unknown): string =>
  (String(error).split('\n')[0] ?? '').slice(0, 200);

/** The names of the facts in all branches of an ICU message, except the reader, who is always known. */
const namedFacts = (message: string): ReadonlySet<string> =>
  new Set(namesIn(parse(message, { ignoreTag: true })).filter((name) => name !== YOU));

const namesIn = (elements: readonly MessageFormatElement[]): readonly string[] =>
  elements.flatMap((element) => {
    if (isLiteralElement(element) || isPoundElement(element) || isTagElement(element)) return [];
    if (!isSelectElement(element) && !isPluralElement(element)) return [element.value];
    const branches = Object.values(element.options);
    return [element.value, ...branches.flatMap(({ value }) => namesIn(value))];
  });
