import type { Section } from '../../intent.ts';
import { say } from '../../sentence.ts';
import { fold } from '../shape/words.ts';
import { type ParseError, type ReadyCommand, readLine } from '../text/line.ts';
import { firstLine } from '../text/yes-no.ts';
import { COURTESY, commandsIn, sentencesOf, wordsOf } from './meanings.ts';
import { answeredMatch, listenerOn, type Scene } from './scene.ts';

/**
 * Letters of thanks, praise or a farewell alone: they ask for nothing. In a proven answer to a board they
 * are words to the opponent.
 */

const TALK: ReadonlySet<string> = new Set(['no-command', 'nothing-asked']);
/** A name below the words, and no more. */
const SIGNED = /^[\p{Lu}][\p{L}.'-]*(?: [\p{Lu}][\p{L}.'-]*)?$/u;
/** The dashes above a signature (RFC 3676, 4.3). */
const DASHES = '--';

/**
 * Whether every word of a letter, or after the end of a match of its first sentence, belongs to thanks, praise or
 * a farewell, is a filler, or is the name of one of the two players. Where something is asked, the words may be meant as its answer.
 */
export function isOfKindWords({ why, command, written = [] }: ParseError, scene: Scene): boolean {
  const { letterContext, meanings, vocabulary } = scene;
  const isAsked = letterContext.asks !== undefined || letterContext.offered !== undefined;
  if (!TALK.has(why.code) || command || isAsked) return false;
  const dashes = written.findIndex((line) => line.trimEnd() === DASHES);
  const above = (dashes < 0 ? written : written.slice(0, dashes)).filter((line) => line.trim());
  const lines = above.slice(firstLine(above, vocabulary));
  const isSigned = lines.length > 1 && SIGNED.test(lines.at(-1)?.trim() ?? '');
  const text = (isSigned ? lines.slice(0, -1) : lines).join('\n');
  const [mentioned, ...others] = commandsIn(text, meanings);
  if (mentioned !== COURTESY || others.length > 0 || text.includes('?')) return false;
  const names = new Set(namesOf(scene));
  // "Well played! Not today, but maybe on Sunday" may be no move where nobody is to move.
  const match = answeredMatch(scene);
  const kind = match?.outcome ? (sentencesOf(text)[0] ?? '') : text;
  return wordsOf(kind).every(
    (word) => meanings.kindWords.has(word) || meanings.fillers.has(word) || names.has(word),
  );
}

function namesOf(scene: Scene): readonly string[] {
  const match = answeredMatch(scene);
  return match ? [match.black, match.white].map(({ userid }) => fold(userid)) : [];
}

/**
 * The command that passes such words on to the opponent of the answered board, or the writer of the answered
 * message; undefined if the letter proves nothing, or nobody is there who reads them.
 */
export function wordsToOpponent(scene: Scene): ReadyCommand | undefined {
  const { context, letterContext } = scene;
  const { writtenBy } = letterContext;
  const match = answeredMatch(scene);
  const toWriter = writtenBy !== undefined && context.proven ? `message ${writtenBy}` : undefined;
  const written = match && listenerOn(match, context) ? `say ${match.board}` : toWriter;
  const line = written === undefined ? undefined : readLine(written, letterContext);
  return line?.kind === 'command' ? line : undefined;
}

/** The answer to such words where nobody else reads them. */
export const KIND_WORDS_ANSWER: Section = {
  understood: undefined,
  says: [say('kind-words')],
  answers: ['games', 'help'],
};
