import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { z } from 'zod';
import { makeMeanings } from '../../command/meant/meanings.ts';
import { tellingWords } from '../../command/text/subject.ts';
import {
  type AllWords,
  type LanguageWords,
  makeVocabularies,
} from '../../command/text/vocabulary.ts';
import {
  firstLineOfError,
  type TemplateFiles,
  type TemplateProblem,
} from '../../render/operator-templates.ts';
import { TEMPLATES } from '../shell/shell.ts';
import type { TemplateFolders } from '../thread/writer.ts';

/**
 * Reads our languages, once in the life of the process, and the operator's.
 *
 * @param templates the operator's own folder, if any
 */
export function readLanguages(templates: string | undefined): ReturnType<typeof languagesOf> {
  if (templates !== undefined) return languagesOf(readTemplateFolder(templates));
  cachedBuiltIn ??= languagesOf(new Map());
  return cachedBuiltIn;
}

/** The languages without an operator's folder, once they are read. */
let cachedBuiltIn: ReturnType<typeof languagesOf> | undefined;

/** The contents of the language folders, and the errors in the operator's vocabularies. */
function languagesOf(own: TemplateFiles) {
  const folders = { builtIn: readTemplateFolder(TEMPLATES), fromOperator: own };
  const { words, troubles } = readWords(folders);
  return {
    folders,
    troubles,
    vocabularies: makeVocabularies(words),
    tellingWords: tellingWords(words),
    meanings: makeMeanings([...words.values()].flat().map(({ meant }) => meant)),
  };
}

const line = z.string().trim().min(1).max(100);
const lines = z.array(line).default([]);
const linesByLine = z.record(line, line).default({});
const phrasesByQuestion = z
  .partialRecord(
    z.enum(['challenge', 'draw', 'undo', 'offer', 'first', 'invitation', 'confirmation']),
    z.array(line),
  )
  .default({});
/** Lines that each contain every placeholder once. */
const patternsWith = (...placeholders: readonly string[]) =>
  z
    .array(
      line.refine(
        (text) => placeholders.every((each) => text.split(each).length === 2),
        `each line names ${placeholders.join(' and ')} once`,
      ),
    )
    .default([]);

/** A `vocabulary.json`; `LanguageWords` describes its fields. */
const schema = z.strictObject({
  commands: linesByLine,
  options: linesByLine,
  values: linesByLine,
  yes: lines,
  certainYes: lines,
  no: lines,
  yesTo: phrasesByQuestion,
  noTo: phrasesByQuestion,
  puzzle: z
    .strictObject({ hint: lines, 'give up': lines, next: lines })
    .default({ hint: [], 'give up': [], next: [] }),
  moves: patternsWith('{move}'),
  numbers: patternsWith('{number}'),
  ordinals: linesByLine,
  moveWords: linesByLine,
  cells: patternsWith('{from}', '{to}'),
  names: patternsWith('{name}'),
  maybeNames: patternsWith('{name}'),
  greetings: lines,
  besideYes: lines,
  courtesies: lines,
  remarks: lines,
  targets: lines,
  asides: lines,
  conditions: lines,
  denials: lines,
  toJoin: lines,
  doubts: lines,
  joins: lines,
  amongTerms: lines,
  stops: lines,
  frequent: lines,
  meant: z
    .strictObject({
      fill: lines,
      words: linesByLine,
      phrases: z.record(line, lines),
      times: lines,
      asksHow: lines,
      asksWhat: lines,
      beforeGame: lines,
      spoken: linesByLine,
      notation: z
        .record(line.toLowerCase().regex(/^[\p{L}' -]+$/u), z.enum([...'KQRBNPx-@*Osl+']))
        .default({}),
    })
    .default({
      fill: [],
      words: {},
      phrases: {},
      times: [],
      asksHow: [],
      asksWhat: [],
      beforeGame: [],
      spoken: {},
      notation: {},
    }),
});

/**
 * The words of every language with a `vocabulary.json`, the operator's after ours. An invalid one of the
 * operator's is left out.
 *
 * @throws Error if one of ours is invalid
 */
export function readWords({ builtIn, fromOperator }: TemplateFolders): {
  readonly words: AllWords;
  readonly troubles: readonly TemplateProblem[];
} {
  const words = new Map<string, LanguageWords[]>();
  const troubles: TemplateProblem[] = [];
  const take = (path: string, text: string) => {
    const language = path.split('/')[0] ?? '';
    words.set(language, [...(words.get(language) ?? []), schema.parse(JSON.parse(text))]);
  };
  for (const [place, text] of vocabulariesIn(builtIn)) take(place, text);
  for (const [place, text] of vocabulariesIn(fromOperator)) {
    try {
      take(place, text);
    } catch (error) {
      troubles.push({ place, error: wrongWith(error) });
    }
  }
  return { words, troubles };
}

const vocabulariesIn = (files: TemplateFiles) =>
  [...files].filter(([place]) => /^[^/]+\/vocabulary\.json$/.test(place));

const wrongWith = (error: unknown): string =>
  error instanceof z.ZodError
    ? firstLineOfError(
        error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`).join('; '),
      )
    : firstLineOfError(error);

/** The files of a folder of templates by their path within it, such as `en/sentences.json`. */
export function readTemplateFolder(folder: string): TemplateFiles {
  const files = new Map<string, string>();
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile() || !/\.(?:eta|json)$/.test(entry.name)) continue;
    const path = join(entry.parentPath, entry.name);
    const name = relative(folder, path).replaceAll('\\', '/');
    files.set(name, readFileSync(path, 'utf8'));
  }
  return files;
}
