import type { Orders } from '../../command/text/read.ts';
import type { Seal } from '../../mail/sealed/sealed.ts';
import { type Sentence, say } from '../../sentence.ts';

/** What is the matter with a letter that nobody here can read. */
export function whySealed(seal: Seal): Sentence {
  if (seal === 'encrypted') return say('sealed-encrypted');
  return seal === 'packed' ? say('sealed-packed') : say('sealed-winmail');
}

/** What a letter asks for, or why its words cannot be read, where its subject asks for nothing. */
export const orWhySealed = (orders: Orders, seal: Seal | undefined): Orders =>
  seal && orders.lines.every(({ kind }) => kind === 'trouble')
    ? { ...orders, lines: [{ kind: 'trouble', command: undefined, why: whySealed(seal) }] }
    : orders;
