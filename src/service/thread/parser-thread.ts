import { parseLetter } from '../../mail/letter.ts';
import type { ParserQuestion } from './parser.ts';
import { redactUnread } from './redact-unread.ts';
import { answerEach } from './thread-answers.ts';

/** The thread of `parser.ts`. */
answerEach(async (question: ParserQuestion) =>
  'redact' in question
    ? { kept: redactUnread(question.redact) }
    : parseLetter(question.raw, question.own),
);
