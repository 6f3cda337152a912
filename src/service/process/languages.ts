import { type Meanings, makeMeanings } from '../../command/meant/meanings.ts';
import { type TellingWords, tellingWords } from '../../command/text/language-of.ts';
import { makeVocabularies, type Vocabularies } from '../../command/text/vocabulary.ts';
import type { TemplateFiles, Trouble } from '../../render/own-templates.ts';
import { TEMPLATES } from '../shell/folders.ts';
import type { TemplateFolders } from '../thread/writer.ts';
import { readTemplateFolder } from './template-folder.ts';
import { readWords } from './vocabulary-files.ts';

/** All that stands in the folders of the languages: what the server says, and what it understands. */
export interface Languages {
  readonly folders: TemplateFolders;
  readonly vocabularies: Vocabularies;
  readonly tellingWords: TellingWords;
  readonly meanings: Meanings;
  /** What is wrong with the operator's words. */
  readonly troubles: readonly Trouble[];
}

/**
 * Reads our languages, which do not change while the program runs, and what the operator has added.
 *
 * @param templates the operator's own folder, where there is one
 */
export function readLanguages(templates: string | undefined): Languages {
  if (templates !== undefined) return languagesOf(readTemplateFolder(templates));
  ours ??= languagesOf(new Map());
  return ours;
}

let ours: Languages | undefined;

function languagesOf(own: TemplateFiles): Languages {
  const folders = { ours: readTemplateFolder(TEMPLATES), own };
  const { words, troubles } = readWords(folders);
  return {
    folders,
    troubles,
    vocabularies: makeVocabularies(words),
    tellingWords: tellingWords(words),
    meanings: makeMeanings([...words.values()].flat().map(({ meant }) => meant)),
  };
}
