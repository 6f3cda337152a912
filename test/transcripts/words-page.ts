import type { AllWords, LanguageWords } from '../../src/command/text/vocabulary.ts';

/** `docs/words.md`, made from the vocabularies of all languages. */
export function wordsPage(words: AllWords): string {
  const parts = [...words].flatMap(([language, each]) => [
    `## ${language}`,
    ...each.flatMap((one) => SECTIONS.flatMap((section) => partOf(section, one))),
  ]);
  return `${[INTRODUCTION, ...parts].join('\n\n')}\n`;
}

const INTRODUCTION = `# What people write

Made by \`npm run docs\` from the \`vocabulary.json\` of every language; not
to be edited. The words of all languages are understood from everybody, beside
the [commands](commands.md). Each stands for a whole line, in upper or
lower case, with or without accents, and with anything of this around it:
a line of greeting above, numbers and bullets, quotation marks, brackets,
asterisks, arrows, punctuation, emoji, and kind words. A question mark, or
any other word beside it, makes it something else, and nothing is done.

\`{move}\` is a move as the game writes it, \`{from}\` and \`{to}\` are its
cells, which any dash, arrow, cross, comma or blank may join.`;

interface Section {
  readonly title: string;
  readonly about: string;
  readonly of: (words: LanguageWords) => readonly string[];
}

const SECTIONS: readonly Section[] = [
  {
    title: 'A move',
    about: 'On the first line of an answer to a board; what stands below is the comment.',
    of: ({ moves }) => moves,
  },
  { title: 'Its cells', about: 'In the place of `{move}`.', of: ({ cells }) => cells },
  {
    title: 'Yes to anything',
    about: 'Also to what cannot be taken back.',
    of: ({ certainYes }) => certainYes,
  },
  {
    title: 'Yes',
    about: 'Only in an answer to the letter that has asked, with no command below it.',
    of: ({ yes, yesTo }) => [...yes, ...toEach(yesTo)],
  },
  { title: 'No', about: 'In the same way.', of: ({ no, noTo }) => [...no, ...toEach(noTo)] },
  {
    title: 'Commands',
    about: 'What they are called here.',
    of: ({ commands, options, values }) => [
      ...named(commands),
      ...named(options).map((each) => `-${each}`),
      ...named(values),
    ],
  },
  {
    title: 'Greetings',
    about: 'How a line begins that greets somebody; a name may stand behind it.',
    of: ({ greetings }) => greetings,
  },
  { title: 'Kind words', about: 'Before or behind anything.', of: ({ courtesies }) => courtesies },
  { title: 'The end', about: 'Lines below these are not read.', of: ({ stops }) => stops },
];

function partOf({ title, about, of }: Section, words: LanguageWords): readonly string[] {
  const lines = of(words);
  if (lines.length === 0) return [];
  return [`### ${title}`, about, lines.map((line) => `- ${line}`).join('\n')];
}

const toEach = (some: LanguageWords['yesTo']): readonly string[] =>
  Object.entries(some).flatMap(([kind, lines]) =>
    (lines ?? []).map((line) => `${line} (to ${NAMES[kind] ?? kind})`),
  );

const NAMES: Readonly<Record<string, string>> = {
  challenge: 'a challenge',
  invitation: 'an invitation',
  draw: 'a draw',
  undo: 'an undo',
};

const named = (names: Readonly<Record<string, string>>): readonly string[] =>
  Object.entries(names).map(([word, name]) => `${word}: \`${name}\``);
