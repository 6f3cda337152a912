import { workerData } from 'node:worker_threads';
import { type AllWords, makeVocabularies } from '../../command/text/vocabulary.ts';
import { parseLetter } from '../../mail/letter.ts';
import type { ParserQuestion } from './parser.ts';
import { redacted } from './redact-unread.ts';
import { answerEach } from './thread-answers.ts';

/** Of all languages: nobody has looked yet who has written the letter. */
const vocabulary = makeVocabularies(workerData as AllWords)('');

/** The thread of `parser.ts`. */
answerEach(async (question: ParserQuestion) =>
  'redact' in question
    ? redacted(question.redact, vocabulary)
    : parseLetter(question.raw, question.own),
);
