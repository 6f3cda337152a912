import { IntlMessageFormat } from 'intl-messageformat';

type Node = ReturnType<IntlMessageFormat['getAst']>[number];
/** The kinds of nodes of a parsed message, as the parser numbers them. */
const [LITERAL, SELECT, PLURAL, POUND] = [0, 5, 6, 7];

/** What a sentence takes: its placeholders, and the words that it chooses by. */
export interface Taken {
  readonly names: readonly string[];
  /** For each placeholder that a `select` chooses by, the words it knows, `other` among them. */
  readonly choices: Readonly<Record<string, readonly string[]>>;
  readonly counted: readonly string[];
}

const formatOf = (language: string, message: string) =>
  new IntlMessageFormat(message, language, undefined, { ignoreTag: true });

/** Reads what an ICU message takes. */
export function takenBy(language: string, message: string): Taken {
  const names = new Set<string>();
  const choices = new Map<string, Set<string>>();
  const counted = new Set<string>();
  const visit = (nodes: readonly Node[]): void => {
    for (const node of nodes) {
      if (node.type === LITERAL || node.type === POUND || !('value' in node)) continue;
      names.add(node.value);
      if (node.type === PLURAL) counted.add(node.value);
      if (!('options' in node)) continue;
      if (node.type === SELECT) {
        const known = choices.get(node.value) ?? new Set();
        for (const word of Object.keys(node.options)) known.add(word);
        choices.set(node.value, known);
      }
      for (const option of Object.values(node.options)) visit(option.value);
    }
  };
  visit(formatOf(language, message).getAst());
  const sorted = (words: Iterable<string>) => [...words].sort();
  return {
    names: sorted(names),
    choices: Object.fromEntries(
      sorted(choices.keys()).map((name) => [name, sorted(choices.get(name) ?? [])]),
    ),
    counted: sorted(counted),
  };
}

/**
 * A sentence in all that it can say: with every word that it chooses by, with none, one and several
 * of what it counts, and with its own name in capitals for every other fact.
 */
export function everyForm(language: string, message: string): readonly string[] {
  const { names, choices, counted } = takenBy(language, message);
  let facts: readonly Record<string, string | number>[] = [{}];
  for (const name of names) {
    const values = choices[name] ?? (counted.includes(name) ? [0, 1, 23] : [name.toUpperCase()]);
    facts = facts.flatMap((each) => values.map((value) => ({ ...each, [name]: value })));
  }
  const format = formatOf(language, message);
  return facts.map((each) => String(format.format(each)));
}
