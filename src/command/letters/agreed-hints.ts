import type { Match } from '../../match/types.ts';
import { type Sentence, say } from '../../sentence.ts';

/** What both players are told of hints when a match begins: nothing where they have not agreed on any. */
export const agreedHints = ({ board, hints }: Match): readonly Sentence[] =>
  hints ? [say('hints-agreed', { board })] : [];
