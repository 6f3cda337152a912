import { workerData } from 'node:worker_threads';
import { type AllWords, makeVocabularies } from '../../command/text/vocabulary.ts';
import { parseLetter } from '../../mail/letter.ts';
import type { ParserQuestion } from './parser.ts';
import { redactUnread } from './redact-unread.ts';
import { answerEach } from './thread-answers.ts';

const vocabulary = makeVocabularies(workerData as AllWords)('');

/** The thread of `parser.ts`. */
answerEach(async (question: ParserQuestion) =>
  'redact' in question
    ? { kept: redactUnread(question.redact, vocabulary) }
    : parseLetter(question.raw, question.own),
);
