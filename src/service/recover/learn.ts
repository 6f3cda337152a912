import { headerFields } from '../../mail/header.ts';
import { addressing } from '../../mail/letter.ts';
import { replyTokens } from '../../mail/reply.ts';
import type { Token } from '../../mail/token.ts';
import type { Database } from '../../store/file/database.ts';
import { transact } from '../../store/file/database.ts';
import { nextNumber } from '../../store/play/challenges.ts';
import { isKnownEra, learnNumberEra, learnRevisionEra, putEra } from '../../store/play/eras.ts';
import { revisionOf } from '../../store/play/matches.ts';
import { eraOf, type Progress } from '../do/reply-token.ts';
import type { Shell } from '../shell/shell.ts';
import type { Found } from './found.ts';
import type { Life } from './life.ts';

/** What letters that were found say about a time of which nothing was written down. */
export interface Hints {
  /** The eras of revisions, by board and revision, and those of numbers. */
  readonly revisions: ReadonlyMap<string, number>;
  readonly numbers: ReadonlyMap<number, number>;
}

/** The tokens of ours in the header of a letter. */
export function tokensOf({ address, secrets }: Shell, { raw }: Found): readonly Token[] {
  const { toAddress, toLetter } = replyTokens(addressing(headerFields(raw)), address, secrets);
  return [...toAddress, ...toLetter];
}

const keyOf = (board: number, revision: number): string => `${board} ${revision}`;

/** Gathers the eras that letters name: each start of the server has begun one, and nobody wrote it down. */
export function hintsOf(shell: Shell, found: readonly Found[]): Hints {
  const revisions = new Map<string, number>();
  const numbers = new Map<number, number>();
  for (const { purpose, number, revision, era = 0 } of found.flatMap((each) =>
    tokensOf(shell, each),
  )) {
    if (purpose === 'puzzle') continue;
    if (revision > 0) revisions.set(keyOf(number, revision), era);
    else if (number > 0 && (purpose === 'account' || purpose === 'board')) numbers.set(number, era);
  }
  return { revisions, numbers };
}

/** Begins the era in which a letter was read, where an answer to what came of it names one. */
export function beginHinted({ shell, clock }: Life, letter: Found, hints: Hints): void {
  const { db } = shell;
  const boards = tokensOf(shell, letter).flatMap(({ purpose, number }) =>
    purpose === 'puzzle' ? [] : number || [],
  );
  const eras = [
    ...boards.map((board) => hints.revisions.get(keyOf(board, revisionOf(db, board) + 1))),
    hints.numbers.get(nextNumber(db)),
    hints.revisions.get(keyOf(nextNumber(db), 1)),
  ];
  const era = eras.find((each) => each !== undefined && each > 0 && !isKnownEra(db, each));
  if (era !== undefined) transact(db, () => putEra(db, era, clock.now));
}

/**
 * Takes what the tokens of a letter say about their eras for true, as far as they name what was made
 * since the backup: it has been answered, so it was sent.
 *
 * @param before how far boards and numbers had come in the backup
 */
export function learnFrom(shell: Shell, letter: Found, before: Progress): void {
  const { db } = shell;
  transact(db, () => {
    for (const token of tokensOf(shell, letter)) {
      const { number, revision, era = 0 } = token;
      if (era === 0 || token.purpose === 'held' || token.purpose === 'puzzle') continue;
      if (era === eraOf(db, token)) continue;
      const isNew = revision > (before.revisions.get(number) ?? 0);
      if (revision > 0 && isNew && revision <= revisionOf(db, number)) {
        learnRevisionEra(db, number, revision, era);
      } else if (revision === 0 && number >= before.number) {
        learnNumberEra(db, number, era, shell.time.now());
      }
    }
  });
}

/** Boards of which a letter has seen more than there is. */
export const boardsAhead = (db: Database, tokens: readonly Token[]): readonly number[] =>
  tokens
    .filter(
      ({ purpose, number, revision }) => purpose === 'board' && revision > revisionOf(db, number),
    )
    .map(({ number }) => number);
