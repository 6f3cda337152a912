import {
  isArgumentElement,
  isDateElement,
  isLiteralElement,
  isPluralElement,
  isPoundElement,
  isSelectElement,
  isTagElement,
  isTimeElement,
  type MessageFormatElement,
  parse,
} from '@formatjs/icu-messageformat-parser';
import { readMessage, YOU } from '../../src/render/message/filling.ts';

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
  /** The placeholders that are put into words as days, and those of which the time is told. */
  readonly days: readonly string[];
  readonly moments: readonly string[];
}

/** Reads what an ICU message takes. */
export function takenBy(message: string): Taken {
  const names = new Set<string>();
  const choices = new Map<string, Set<string>>();
  const open = new Set<string>();
  const counted = new Set<string>();
  const days = new Set<string>();
  const moments = new Set<string>();
  const visit = (nodes: readonly MessageFormatElement[]): void => {
    for (const node of nodes) {
      if (isLiteralElement(node) || isPoundElement(node) || isTagElement(node)) continue;
      names.add(node.value);
      if (isSelectElement(node)) {
        const known = choices.get(node.value) ?? new Set();
        for (const word of Object.keys(node.options)) known.add(word);
        choices.set(node.value, known);
        if (node.options['other']?.value.length) open.add(node.value);
      } else if (isDateElement(node)) days.add(node.value);
      else if (isTimeElement(node)) moments.add(node.value);
      else if (!isArgumentElement(node)) {
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
    days: sorted(days),
    moments: sorted(moments),
  };
}

function parsed(message: string): readonly MessageFormatElement[] {
  try {
    return parse(message, { ignoreTag: true, shouldParseSkeletons: true });
  } catch (error) {
    throw new Error(`cannot be read (${error}): ${message}`);
  }
}

/** A moment, and the day that it is in. */
const MOMENT = '2026-12-24 18:00 (Europe/Berlin)';
const [DAY = ''] = MOMENT.split(' ');

/**
 * A sentence in all that it can say: with every word that it chooses by, with none, one and several
 * of what it counts, with one day and one moment, and with its own name in capitals for every other
 * fact.
 */
export function everyForm(language: string, message: string): readonly string[] {
  const { names, choices, counted, days, moments } = takenBy(message);
  let facts: readonly Record<string, string | number>[] = [{}];
  for (const name of choices[YOU] ? [...names, YOU] : names) {
    const other = moments.includes(name) ? MOMENT : days.includes(name) ? DAY : name.toUpperCase();
    const values = choices[name] ?? (counted.includes(name) ? [0, 1, 23] : [other]);
    facts = facts.flatMap((each) => values.map((value) => ({ ...each, [name]: value })));
  }
  const fill = readMessage(message, language);
  return facts.map((each) => String(fill(each, (side) => side)));
}
