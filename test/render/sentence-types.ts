import { SIDES } from '../../src/render/message/filling.ts';
import { takenBy } from './messages.ts';

/**
 * Where `other` is one word alone: the words that a `select` spells out, in the order of the
 * alphabet, and the word that is left. Any other `other` that has something to say is for any word.
 */
const LEFT: ReadonlyMap<string, string> = new Map([
  ['boards', 'result'],
  ['draw', 'undo'],
  ['draw lost won', 'none'],
  ['finished players robotTurns running suspended', 'openChallenges'],
  ['in', 'out'],
  ['they you', 'chance'],
  ['they yes you', 'no'],
  ['win', 'draw'],
  ['yes', 'no'],
  ['yours', 'theirs'],
]);

/** The type of the facts that a sentence names, as TypeScript writes it. */
function factsOf(message: string): string {
  const { names, choices, open, counted, days, moments } = takenBy(message);
  const facts = names.map((name) => {
    const chosen = choices[name] ?? [];
    const isSide = SIDES.includes(name) && (chosen.length === 0 || open.includes(name));
    const type = isSide
      ? ['Side', ...noSides(chosen)].join(' | ')
      : wordsOf(chosen, open.includes(name));
    const plain = counted.includes(name) ? 'number' : 'Word';
    const timed = moments.includes(name) ? 'MomentText' : days.includes(name) ? 'DayText' : plain;
    return `readonly ${name}: ${type ?? timed}`;
  });
  return facts.length === 0 ? 'None' : `{ ${facts.join('; ')} }`;
}

/** The words that a `select` is for; undefined where it is for any. */
function wordsOf(chosen: readonly string[], open: boolean): string | undefined {
  if (chosen.length === 0) return undefined;
  const spelled = chosen.filter((word) => word !== 'other');
  const left = LEFT.get(spelled.join(' '));
  if (open && left === undefined) return undefined;
  const words = open && left !== undefined ? [...spelled, left] : spelled;
  return words.map((word) => `'${word}'`).join(' | ');
}

/** The words of a `select` that are for something else than a side. */
const noSides = (chosen: readonly string[]): readonly string[] =>
  chosen.filter((word) => !['black', 'white', 'other'].includes(word)).map((word) => `'${word}'`);

/** The module that gives the compiler the codes of some sentences, and the facts of each. */
export function sentenceTypes(sentences: Readonly<Record<string, string>>): string {
  const sides = Object.keys(sentences).flatMap((code) =>
    code.startsWith('name-') ? `'${code.slice('name-'.length)}'` : [],
  );
  const byFacts = new Map<string, string[]>();
  for (const [code, message] of Object.entries(sentences)) {
    const facts = factsOf(message);
    byFacts.set(facts, [...(byFacts.get(facts) ?? []), code]);
  }
  const groups = [...byFacts]
    .sort(([one], [next]) => (one < next ? -1 : 1))
    .map(([facts, codes]) => wrapped(`Facts<${facts},`, codes.sort()));
  return `// Written by \`npm run sentences\` from templates/en/sentences.json; not to be edited.

/** What stands in a sentence as it is given. */
type Word = string | number;
type None = Readonly<Record<never, never>>;
/** What a side is called: each has its \`name-\`. */
type Side = ${sides.join(' | ')};
/** A day: \`2026-12-24\`. */
export type DayText = \`\${string}-\${string}-\${string}\`;
/** A moment by the clocks of a zone: \`2026-12-24 18:00 (Europe/Berlin)\`. */
export type MomentText = \`\${DayText} \${string}:\${string} (\${string})\`;
/** Sentences that name the same facts. */
type Facts<Named, Code extends string> = { readonly [code in Code]: Named };

/** The facts that each of the English sentences names, by its code. */
export interface Sentences
  extends ${groups.join(',\n    ')} {}
`;
}

/** A type for some codes, in lines of so many signs. */
function wrapped(head: string, codes: readonly string[]): string {
  const lines = [head];
  for (const [at, code] of codes.entries()) {
    const word = at === codes.length - 1 ? ` '${code}'>` : ` '${code}' |`;
    if (`${lines.at(-1)}${word}`.length > LINE_MAX) lines.push(`     ${word}`);
    else lines[lines.length - 1] += word;
  }
  return lines.join('\n');
}
const LINE_MAX = 110;
