import { parseLetter } from '../../mail/letter.ts';
import { linesAboveToken } from '../../mail/reply.ts';
import { ok } from '../../result.ts';
import { pack } from '../../store/letters/packed.ts';
import type { ParserRequest } from './parser.ts';
import { answerEach } from './thread-queue.ts';

/** The thread of `parser.ts`. */
answerEach(async (question: ParserRequest) => {
  if ('lines' in question) return ok(linesAboveToken(question.lines, question.secrets));
  const { raw, ownAddress } = question;
  const letter = await parseLetter(raw, ownAddress);
  return letter.ok ? ok({ letter: letter.value, packed: pack(raw) }) : letter;
});
