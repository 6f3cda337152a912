import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { renderLetter } from '../render/letter.ts';
import { makeTemplates } from '../render/templates.ts';
import { TEMPLATES } from '../service/folders.ts';
import { readTemplateFolders } from '../service/template-folder.ts';
import { SAMPLES } from './samples.ts';

/** The files of the gallery by their names. */
export type GalleryFiles = ReadonlyMap<string, string>;

/** The account that every letter of the gallery goes to. */
const READER = {
  userid: 'alice',
  language: 'en',
  replyTo: 'games+k3f@turnpost.test',
  links: true,
};

/**
 * Every kind of letter there is, as it looks: a page of them all, and each part as a file. The dark
 * ones are as a reader sees them whose screen is dark.
 *
 * @param own a folder of templates that go before the built-in ones
 */
export async function makeGallery(...own: readonly string[]): Promise<GalleryFiles> {
  const templates = makeTemplates(readTemplateFolders(TEMPLATES, ...own));
  const letters = SAMPLES.map(([name, message]) => ({
    name,
    ...renderLetter(message, READER, templates),
  }));
  const files = new Map<string, string>();
  files.set('index.html', templates.html('sandbox', 'gallery', { letters }));
  files.set('gallery.css', readFileSync(join(TEMPLATES, 'sandbox/gallery.css'), 'utf8'));
  for (const letter of letters) {
    files.set(`${letter.name}.txt`, `Subject: ${letter.subject}\n\n${letter.text}`);
    if (letter.html === undefined) continue;
    files.set(`${letter.name}.html`, letter.html);
    files.set(`${letter.name}.dark.html`, inTheDark(letter.html));
  }
  return files;
}

/** A frame cannot be told to be dark, but a style sheet can be told that it always is. */
const inTheDark = (html: string): string =>
  html.replace('@media (prefers-color-scheme: dark)', '@media all');
