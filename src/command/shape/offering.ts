import type { Section } from '../../intent.ts';
import { type Sentence, say } from '../../sentence.ts';
import type { CommandContext } from './types.ts';

/**
 * Asks whether some commands are meant, each of which is a link. Nothing of them is done.
 *
 * @param lines in our own spelling, at least one
 * @param why what is wrong with what was written, where there is something to say
 */
export function offering(
  [first = '', ...others]: readonly string[],
  { proven }: Pick<CommandContext, 'proven'>,
  why?: Sentence,
): Section {
  return {
    understood: undefined,
    says: [
      ...(why ? [why] : []),
      say('did-you-mean', { line: first }),
      ...others.map((line) => say('or-did-you-mean', { line })),
      say('offer-how', { count: 1 + others.length }),
    ],
    answers: [first, ...others],
    ...asksFirst({ proven }),
  };
}

/** Where nothing shows who has written, no link does what cannot be taken back. */
export const asksFirst = ({ proven }: Pick<CommandContext, 'proven'>): Pick<Section, 'asks'> =>
  proven ? {} : { asks: true };
