import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { makeGallery } from '../../sandbox/gallery.ts';
import { LANGUAGES } from '../player/settings.ts';
import { err, ok, type Result } from '../result.ts';
import { makeFolder } from '../store/file/durable.ts';

/**
 * Runs `turnpost gallery FOLDER [LANGUAGE]`: writes every kind of letter to a folder, with the operator's own
 * templates if there are any.
 */
export async function writeGallery(
  folder: string,
  templates: string | undefined,
  language: string = LANGUAGES[0],
): Promise<Result<string, string>> {
  if (!LANGUAGES.some((each) => each === language)) {
    return err(`There are e-mails in: ${LANGUAGES.join(', ')}`);
  }
  makeFolder(folder);
  const files = await makeGallery(templates, language);
  for (const [name, content] of files) writeFileSync(join(folder, name), content);
  return ok(`Every e-mail is in ${folder}. Begin with: ${join(folder, 'index.html')}`);
}
