import { makeMeanings } from '../../../src/command/meant/meanings.ts';
import { makeVocabularies } from '../../../src/command/text/vocabulary.ts';
import { readTemplateFolder, readWords } from '../../../src/service/process/languages.ts';
import { TEMPLATES } from '../../../src/service/shell/shell.ts';

/** Of each language, as its file has them. */
export const { words: WORDS } = readWords({
  builtIn: readTemplateFolder(TEMPLATES),
  fromOperator: new Map(),
});

/** The words of the languages that come with the program, for a reader of English. */
export const VOCABULARY = makeVocabularies(WORDS)('en');

/** What they say that is only ever offered. */
export const MEANINGS = makeMeanings([...WORDS.values()].flat().map(({ meant }) => meant));
