import type { Offered } from '../../command/shape/move-choices.ts';
import type { LetterContext } from '../../command/shape/types.ts';
import type { Message } from '../../intent.ts';
import { quoteLimits } from '../../limits.ts';
import type { Letter } from '../../mail/letter.ts';
import { subtractAnswered } from '../../mail/quote/find.ts';
import { endOfOwnText } from '../../mail/quote/new-lines.ts';
import { replyToken, tokenText } from '../../mail/reply.ts';
import { makeToken, type Token } from '../../mail/token.ts';
import { wasCarriedOut } from '../../store/letters/inbox.ts';
import { messageById } from '../../store/letters/outbox.ts';
import { candidateTraces, newestWithToken, playersWordsIn } from '../../store/letters/packed.ts';
import type { Shell } from '../shell/shell.ts';

/**
 * Removes from a letter the quoted letter of ours that it answers, found by its token, if its words are
 * still stored; where no quotation is recognised, adds what a player wrote in that letter of ours. Text
 * below the quotation counts only in the answer to a board, where it can be a move.
 */
export function withoutQuotedLetter(shell: Shell, letter: Letter): Letter {
  const { db, address: own, secrets } = shell;
  const token = replyToken(letter, own, secrets);
  if (letter.sealed || !token.ok || !token.value) return letter;
  const answered = answeredIdsIn(shell, letter, token.value);
  const { traces, unsure, first } = candidateTraces(db, answered, quoteLimits.tracesTried);
  if (first === undefined) return letter;
  const parts = traces.flatMap(({ text, html }) => (html ? [text, html] : [text]));
  const written = subtractAnswered(letter.allLines, parts, own);
  // With another possible original, its words that are missing in this one would pass for typed.
  const isFound = written && !(written.below && (unsure || token.value.revision === 0));
  if (isFound) return { ...letter, ...written };
  return hasNoQuotation(letter) ? { ...letter, theirWords: playersWordsIn(db, first) } : letter;
}

/** Whether nothing of a letter was taken for a quotation. */
const hasNoQuotation = ({ allLines, lines }: Letter): boolean =>
  allLines.slice(0, endOfOwnText(allLines)).join('\n').trim() === lines.join('\n').trim();

/** The tokens and Message-IDs by which a letter names the letter of ours that it answers. */
const answeredIdsIn = ({ secrets }: Shell, letter: Letter, token: Token) => ({
  tokens: secrets.map((secret) => makeToken(token, [secret])),
  messageIds: [...letter.inReplyTo, ...letter.references.slice(-1)],
});

/** A letter that may have shown any board at any revision. */
const ANY_BOARD: ReadonlyMap<number, number> = new Map([[0, 0]]);

/** The letter of ours that a letter answers, while its words are stored. */
export function answeredMessage(shell: Shell, letter: Letter, token: Token): Message | undefined {
  const { db } = shell;
  const { tokens, messageIds } = answeredIdsIn(shell, letter, token);
  const named = messageIds.find((id) => tokens.some((text) => id.startsWith(`${text}.`)));
  const id = named ?? newestWithToken(db, tokens);
  return id === undefined ? undefined : messageById(db, id);
}

/**
 * The commands that the answered letter offers. They are past once a letter with this token was carried out.
 *
 * @param token of the sender
 */
export function offeredIn(shell: Shell, letter: Letter, token: Token): Offered {
  const { db, address, secrets } = shell;
  const message = answeredMessage(shell, letter, token);
  const sections = message?.kind === 'answer' ? (message.facts?.sections ?? []) : [];
  const offering = sections.filter(({ offers }) => offers);
  const lines = offering.flatMap(({ answers = [] }) => answers);
  if (lines.length === 0 || wasCarriedOut(db, token.player, tokenText(letter, address, secrets))) {
    return { lines, state: 'past' };
  }
  const { comment } = offering.find((section) => section.comment) ?? {};
  return {
    lines,
    state: offering.some(({ asks }) => asks) ? 'typed' : 'open',
    ...(comment !== undefined && { comment }),
  };
}

/**
 * The revisions of the boards that the answered letter shows, 0 if unknown; and the player whose message it is.
 * If the answer names no letter, the newest letter with this token counts.
 */
export function whatWasAnswered(
  shell: Shell,
  letter: Letter,
  token: Token,
): Pick<LetterContext, 'shownRevisions' | 'writtenBy'> {
  const { purpose, number, revision } = token;
  if (purpose === 'board') return { shownRevisions: new Map([[number, revision]]) };
  const message = answeredMessage(shell, letter, token);
  // A challenge shows its match as it begins.
  const about = purpose === 'account' && number > 0 ? [[number, 1] as const] : [];
  const shownRevisions = new Map([...about, ...(message ? revisionsIn(message) : [])]);
  return {
    shownRevisions,
    writtenBy: message?.kind === 'message' ? message.facts?.from : undefined,
  };
}

/** The boards that a letter of ours shows, with their revisions. */
function revisionsIn({ kind, facts }: Message): readonly (readonly [number, number])[] {
  if (kind !== 'board' && kind !== 'show' && kind !== 'morning' && kind !== 'answer') return [];
  // The content of old letters is deleted: the letter may have shown any board.
  if (!facts) return [...ANY_BOARD];
  const alone = 'revision' in facts ? [facts] : [];
  const rows = 'rows' in facts ? [...facts.rows, ...facts.boards] : [];
  const answers = 'sections' in facts ? (facts.sections ?? []) : [];
  return [
    ...answers.flatMap(({ offers = [] }) => offers),
    ...[...alone, ...rows, ...answers.flatMap(({ board }) => board ?? [])]
      .filter(({ board }) => board > 0)
      .map(({ board, revision = 0 }) => [board, revision] as const),
  ];
}
