import type { Message } from '../../src/intent.ts';
import { renderLetter } from '../../src/render/letter.ts';
import { makeTemplates } from '../../src/render/templates.ts';
import { readTemplateFolder } from '../../src/service/process/template-folder.ts';
import { TEMPLATES } from '../../src/service/shell/folders.ts';
import { drawPng } from '../../src/service/thread/picture.ts';

/** The HTML part of a letter, with its pictures in it. */
export interface Shown {
  readonly name: string;
  readonly html: string;
}

/**
 * Renders letters of the gallery as a mail program has them that shows the pictures that came along.
 * Those without an HTML part are left out.
 */
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
    let { html, pictures } = renderLetter(message, reader, templates);
    if (html === undefined) continue;
    for (const picture of pictures) {
      const png = Buffer.from(await drawPng(picture)).toString('base64');
      html = html.replaceAll(`cid:${picture.cid}`, `data:image/png;base64,${png}`);
    }
    shown.push({ name, html });
  }
  return shown;
}
