import { createHash } from 'node:crypto';
import { shownBytesMax } from '../../limits.ts';
import { composeLetter, type Outgoing } from '../../mail/compose.ts';
import { tracesOf } from '../../mail/quote/own-lines.ts';
import { firstLine } from '../../render/first-line.ts';
import { type Rendered, renderLetter } from '../../render/letter.ts';
import { withFewerBoards } from '../../render/morning-letter.ts';
import { layTemplates } from '../../render/own-templates.ts';
import { makeTemplates, type Templates } from '../../render/templates.ts';
import { err, ok, type Result } from '../../result.ts';
import { pack } from '../../store/letters/packed.ts';
import { type Drawer, type drawPng, makeDrawer } from './picture.ts';
import type { Sheet, TemplateFolders, WriteQuestion, Written } from './writer.ts';

/** Gets templates ready to write letters with. A template of ours that fails is the letter's error. */
export function makePress({ ours, own }: TemplateFolders, draw?: typeof drawPng) {
  const plain = makeTemplates(ours);
  const laid = own.size > 0 ? layTemplates(ours, own).templates : undefined;
  const drawn = makeDrawer(draw);
  return async ({ sheet, own: mayUse }: WriteQuestion): Promise<Result<Written, string>> => {
    let trouble: string | undefined;
    try {
      if (laid && mayUse) return ok(await setWithin(sheet, laid, drawn));
    } catch (error) {
      trouble = firstLine(error);
    }
    try {
      return ok({
        ...(await setWithin(sheet, plain, drawn)),
        ...(trouble !== undefined && { trouble }),
      });
    } catch (error) {
      return err(String(error));
    }
  };
}

/** A letter of the day shows as many boards as mail programs do not cut off. */
async function setWithin(sheet: Sheet, templates: Templates, draw: Drawer): Promise<Written> {
  const whole = await set(sheet, templates, draw);
  const message = whole.raw.length > shownBytesMax ? withFewerBoards(sheet.message) : undefined;
  return message ? setWithin({ ...sheet, message }, templates, draw) : whole;
}

/**
 * What the Content-IDs of its pictures are made from. Whoever passes a letter on passes them on with its
 * HTML part, so they do not hold the token that is in its Message-ID.
 */
const pictureId = ({ messageId }: Sheet['head']): string =>
  `${createHash('sha256').update(`picture ${messageId}`).digest('hex').slice(0, 32)}@turnpost`;

/** A picture that cannot be drawn costs nobody the letter: the board goes out in signs then. */
async function set(
  { message, reader, head }: Sheet,
  templates: Templates,
  draw: Drawer,
): Promise<Written> {
  const rendered = renderLetter(message, { ...reader, pictures: pictureId(head) }, templates);
  try {
    const pictures = await Promise.all(rendered.pictures.map(draw));
    return written({ ...rendered, pictures }, head);
  } catch (error) {
    if (rendered.pictures.length === 0) throw error;
    const without = { ...renderLetter(message, reader, templates), pictures: [] };
    return { ...written(without, head), noPicture: String(error) };
  }
}

type Words = Omit<Rendered, 'pictures'> & Pick<Outgoing, 'pictures'>;

function written(words: Words, head: Sheet['head']): Pick<Written, 'raw' | 'kept' | 'traces'> {
  const raw = composeLetter({ ...head, ...words });
  return { raw, kept: pack(raw), traces: tracesOf(words.text, words.html) };
}
