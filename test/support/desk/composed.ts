import type { Message } from '../../../src/intent.ts';
import { composeLetter } from '../../../src/mail/compose.ts';
import { type Rendered, renderLetter } from '../../../src/render/letter.ts';
import { makeDrawer } from '../../../src/service/thread/renderer.ts';
import { ALICE, templates } from '../../render/reader.ts';

const draw = makeDrawer();

/** A letter to alice with its complete raw bytes, as the server hands it over. */
export async function composed(
  name: string,
  message: Message,
): Promise<{ readonly rendered: Rendered; readonly raw: Uint8Array }> {
  const messageId = `${name}@turnpost.test`;
  const rendered = renderLetter(message, { ...ALICE, pictures: messageId }, templates);
  const { pictures, ...rest } = rendered;
  const raw = await composeLetter({
    from: { name: 'Turnpost', address: 'games@turnpost.test' },
    to: 'alice@home.test',
    replyTo: ALICE.replyTo,
    messageId,
    inReplyTo: undefined,
    references: [],
    date: Date.UTC(2026, 10, 21, 9),
    ...rest,
    pictures: await Promise.all(pictures.map(draw)),
    autoSubmitted: 'auto-generated',
    listId: 'Turnpost <games.turnpost.test>',
  });
  return { rendered, raw };
}
