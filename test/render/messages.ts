import {
  isArgumentElement,
  isLiteralElement,
  isPluralElement,
  isPoundElement,
  isSelectElement,
  isTagElement,
  type MessageFormatElement,
  parse,
} from '@formatjs/icu-messageformat-parser';
import { IntlMessageFormat } from 'intl-messageformat';
import { YOU } from '../../src/render/glance/second-person.ts';

/** What a sentence takes: its placeholders, and the words that it chooses by. */
export interface Taken {
  /** What it is to be given: not who reads it, which it is told by whoever puts it into words. */
  readonly names: readonly string[];
  /** For each placeholder that a `select` chooses by, the words it knows, `other` among them. */
  readonly choices: Readonly<Record<string, readonly string[]>>;
  /** The placeholders whose `other` has something to say. */
  readonly open: readonly string[];
  /** The placeholders that stand for numbers. */
  readonly counted: readonly string[];
}

/** Reads what an ICU message takes. */
export function takenBy(message: string): Taken {
  const names = new Set<string>();
  const choices = new Map<string, Set<string>>();
  const open = new Set<string>();
  const counted = new Set<string>();
  const visit = (nodes: readonly MessageFormatElement[]): void => {
    for (const node of nodes) {
      if (isLiteralElement(node) || isPoundElement(node) || isTagElement(node)) continue;
      names.add(node.value);
      if (isSelectElement(node)) {
        const known = choices.get(node.value) ?? new Set();
        for (const word of Object.keys(node.options)) known.add(word);
        choices.set(node.value, known);
        if (node.options['other']?.value.length) open.add(node.value);
      } else if (!isArgumentElement(node)) {
        counted.add(node.value);
      }
      if (isSelectElement(node) || isPluralElement(node)) {
        for (const option of Object.values(node.options)) visit(option.value);
      }
    }
  };
  visit(parsed(message));
  const sorted = (words: Iterable<string>) => [...words].sort();
  return {
    names: sorted(names).filter((name) => name !== YOU),
    choices: Object.fromEntries(
      sorted(choices.keys()).map((name) => [name, sorted(choices.get(name) ?? [])]),
    ),
    open: sorted(open),
    counted: sorted(counted),
  };
}

function parsed(message: string): readonly MessageFormatElement[] {
  try {
    return parse(message, { ignoreTag: true });
  } catch (error) {
    throw new Error(`cannot be read (${error}): ${message}`);
  }
}

/**
 * A sentence in all that it can say: with every word that it chooses by, with none, one and several
 * of what it counts, and with its own name in capitals for every other fact.
 */
export function everyForm(language: string, message: string): readonly string[] {
  const { names, choices, counted } = takenBy(message);
  let facts: readonly Record<string, string | number>[] = [{}];
  for (const name of choices[YOU] ? [...names, YOU] : names) {
    const values = choices[name] ?? (counted.includes(name) ? [0, 1, 23] : [name.toUpperCase()]);
    facts = facts.flatMap((each) => values.map((value) => ({ ...each, [name]: value })));
  }
  const format = new IntlMessageFormat(message, language, undefined, { ignoreTag: true });
  return facts.map((each) => String(format.format(each)));
}
