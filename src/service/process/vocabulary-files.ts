import { z } from 'zod';
import type { AllWords, LanguageWords } from '../../command/text/vocabulary.ts';
import { firstLine } from '../../render/first-line.ts';
import type { TemplateFiles, Trouble } from '../../render/own-templates.ts';
import type { TemplateFolders } from '../thread/writer.ts';

const line = z.string().trim().min(1).max(100);
const lines = z.array(line).default([]);
const names = z.record(line, line).default({});
const toEach = z
  .partialRecord(z.enum(['challenge', 'draw', 'undo', 'invitation', 'confirmation']), z.array(line))
  .default({});
/** A pattern of the words around a move, or between its cells. */
const around = (...places: readonly string[]) =>
  z
    .array(
      line.refine(
        (text) => places.every((place) => text.split(place).length === 2),
        `each line names ${places.join(' and ')} once`,
      ),
    )
    .default([]);

const schema = z.strictObject({
  commands: names,
  options: names,
  values: names,
  yes: lines,
  certainYes: lines,
  no: lines,
  yesTo: toEach,
  noTo: toEach,
  puzzle: z
    .strictObject({ hint: lines, 'give up': lines, next: lines })
    .default({ hint: [], 'give up': [], next: [] }),
  moves: around('{move}'),
  cells: around('{from}', '{to}'),
  greetings: lines,
  courtesies: lines,
  stops: lines,
  frequent: lines,
  meant: z
    .strictObject({ fill: lines, words: names, phrases: z.record(line, lines) })
    .default({ fill: [], words: {}, phrases: {} }),
});

/**
 * The words of every language that has a `vocabulary.json`, with the operator's own behind ours. One
 * of theirs that cannot be read is left out.
 *
 * @throws Error when one of ours cannot be read
 */
export function readWords({ ours, own }: TemplateFolders): {
  readonly words: AllWords;
  readonly troubles: readonly Trouble[];
} {
  const words = new Map<string, LanguageWords[]>();
  const troubles: Trouble[] = [];
  const take = (place: string, text: string) => {
    const language = place.split('/')[0] ?? '';
    words.set(language, [...(words.get(language) ?? []), schema.parse(JSON.parse(text))]);
  };
  for (const [place, text] of vocabulariesIn(ours)) take(place, text);
  for (const [place, text] of vocabulariesIn(own)) {
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
    ? firstLine(error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`).join('; '))
    : firstLine(error);
