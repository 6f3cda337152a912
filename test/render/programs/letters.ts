import type { Message } from '../../../src/intent.ts';
import { renderLetter } from '../../../src/render/letter.ts';
import { makeTemplates } from '../../../src/render/templates.ts';
import { readTemplateFolder } from '../../../src/service/process/languages.ts';
import { TEMPLATES } from '../../../src/service/shell/shell.ts';
import { makeDrawer } from '../../../src/service/thread/renderer.ts';

/** The HTML part of a letter, and as base64 the pictures that it shows, by their Content-IDs. */
export interface Shown {
  readonly name: string;
  readonly html: string;
  readonly pictures: Readonly<Record<string, string>>;
}

/** Draws the stones, which are on every board, once. */
const draw = makeDrawer();

/** Renders letters of the gallery. Those without an HTML part are left out. */
export async function shownLetters(
  samples: readonly (readonly [string, Message])[],
  language = 'en',
): Promise<readonly Shown[]> {
  const templates = makeTemplates(readTemplateFolder(TEMPLATES));
  const reader = {
    userid: 'alice',
    language,
    replyTo: 'games+k3f@turnpost.test',
    links: true,
    pictures: 'gallery@turnpost.test',
  };
  const shown: Shown[] = [];
  for (const [name, message] of samples) {
    const { html, pictures } = renderLetter(message, reader, templates);
    if (html === undefined) continue;
    const drawn: Record<string, string> = {};
    for (const picture of pictures) {
      const { cid, png } = await draw(picture);
      drawn[cid] = Buffer.from(png).toString('base64');
    }
    shown.push({ name, html, pictures: drawn });
  }
  return shown;
}
