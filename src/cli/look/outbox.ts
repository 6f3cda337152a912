import { OUT_STANDINGS, type OutStanding } from '../../command/shape/admin-reading.ts';
import type { Database } from '../../store/file/database.ts';
import { type OutLetter, outLetters } from '../../store/reading/outbox-list.ts';
import type { Style } from '../line/face.ts';
import { ageText, inPages, isoTime, type Listing } from './list.ts';

/** Which letters are meant; undefined: all of them. */
export interface OutboxQuery {
  readonly states: readonly OutStanding[];
  readonly domain: string | undefined;
}

/** What an operator looks for who says nothing else: what is on its way, and what has failed. */
export const UNSENT = OUT_STANDINGS.filter((state) => state !== 'sent' && state !== 'withheld');

/** What `turnpost outbox` prints: letters that go out, state by state, and of each state the oldest first. */
export const outboxList = (db: Database, now: number, query: OutboxQuery): Listing<OutLetter> => ({
  rows: rowsOf(db, query),
  columns: [
    { title: 'ID', right: true, text: ({ id }) => String(id) },
    { title: 'STATE', text: ({ state }) => state, style: ({ state }) => STYLES[state] },
    { title: 'KIND', text: ({ kind }) => kind },
    { title: 'TO', text: ({ domain }) => domain },
    { title: 'AGE', right: true, text: ({ createdAt }) => ageText(now - createdAt) },
    { title: 'TRIES', right: true, text: ({ tries }) => String(tries) },
    { title: 'LAST REPLY', text: ({ said, stopped }) => (stopped ? STOPPED : (said ?? '-')) },
  ],
  none: 'There is no such letter.',
  object: (letter) => ({
    id: letter.id,
    state: letter.state,
    kind: letter.kind,
    board: letter.board,
    to: letter.domain,
    createdAt: isoTime(letter.createdAt),
    tries: letter.tries,
    nextTryAt: isoTime(letter.nextAt),
    sentAt: isoTime(letter.sentAt),
    lastReply: letter.said,
    addressStopped: letter.stopped === 1,
  }),
});

const STYLES: Partial<Record<OutStanding, Style>> = { waiting: 'yellow', failed: 'red' };

/** Letters to the address came back, so none is sent there for some days. */
const STOPPED = 'address stopped';

function* rowsOf(db: Database, { states, domain }: OutboxQuery): Generator<OutLetter> {
  for (const state of states) {
    yield* inPages(
      (after, most) => outLetters(db, state, { domain, after, most }),
      ({ id }) => id,
    );
  }
}
