import { parseLetter } from '../mail/letter.ts';
import type { ParseQuestion } from './parser.ts';
import { answerEach } from './thread-answers.ts';

/** The thread of `parser.ts`. */
answerEach(({ raw, own }: ParseQuestion) => parseLetter(raw, own));
