import { createHash } from 'node:crypto';
import type { Message } from '../../../src/intent.ts';
import { makeArchiveLine } from '../../../src/match/record/archive.ts';
import { makeRecord } from '../../../src/match/record/record.ts';
import type { Rendered } from '../../../src/render/letter.ts';
import { renderLetter } from '../../../src/render/letter.ts';
import { archivedMatch } from '../../../src/store/play/finished.ts';
import { matchOf } from '../../../src/store/play/matches.ts';
import { ALICE as READER, templates } from '../../render/reader.ts';
import { ALICE, type Desk } from '../../support/desk/desk.ts';
import { storedBoard } from '../../support/desk/play.ts';
import { lettersOut } from '../../support/stored/letters.ts';
import { events } from '../../support/stored/play.ts';

/** What a match leaves for good: its rows, its record and its line in an archive. */
type Kept = 'rows' | 'record' | 'archive';
/** What it leaves in the letters about it. */
type Shown = 'english' | 'german' | 'picture' | 'words' | 'links';

/** What is in each trace of a match that was played on a desk: texts, which are the same for ever. */
export type Traces = Readonly<Record<Kept | Shown, readonly string[]>>;

/** Hashes of what is left for good, as they stand in a line of the matches. */
export const keptOf = ({ rows, record, archive }: Traces): string =>
  Object.entries({ rows, record, archive })
    .map(([name, texts]) => `${name}:${hashOf(texts)}`)
    .join(' ');

const hashOf = (texts: readonly string[]): string =>
  createHash('sha256').update(texts.join('\n\f\n')).digest('hex').slice(0, 24);

export function tracesOf(desk: Desk): Traces {
  const { db } = desk.shell;
  const match = matchOf(db, 1);
  if (!match) throw new Error('nothing was played');
  const { key, pace, rated, startedAt, changedAt, ...board } = storedBoard(desk);
  const { rules, start, moves, times, revision, winner, ending } = board;
  // As the hashes were made of it.
  const row = {
    board: 1,
    rules,
    start,
    moves,
    times,
    revision,
    winner,
    ending,
    pace,
    rated,
    started_at: startedAt,
    changed_at: changedAt,
    key,
  };
  const happened = events(db).map(({ revision, event, at }) => ({ revision, event, at }));
  const letters = lettersOut(db).filter(({ board }) => board === 1);
  const messages = letters.map(({ address, facts }) => ({
    toAlice: address === ALICE,
    message: { kind: 'board', facts: JSON.parse(facts) } as Message,
  }));
  const written = ({ subject, text, html = '' }: Rendered): string =>
    `${subject}\n${text}\n${html}`;
  const english = messages.map(({ message }) => renderLetter(message, READER, templates));
  const inGerman = { ...READER, userid: 'bob', language: 'de' };
  const german = messages
    .filter(({ toAlice }) => !toAlice)
    .map(({ message }) => renderLetter(message, inGerman, templates));
  const chosen = (choices: object) =>
    messages
      .filter(({ toAlice }) => toAlice)
      .map(({ message }) => {
        const facts = { ...message.facts, choices: { ...message.facts.choices, ...choices } };
        const reader = { ...READER, pictures: 'keel' };
        return renderLetter({ ...message, facts } as Message, reader, templates);
      });
  return {
    rows: [JSON.stringify(row), JSON.stringify(happened)],
    record: [makeRecord(match)],
    archive: match.outcome ? [makeArchiveLine(archivedMatch(db, 1))] : [],
    english: english.map(written),
    german: german.map(written),
    picture: chosen({ board: 'picture' }).flatMap(({ pictures }) => pictures.map(({ svg }) => svg)),
    words: chosen({ board: 'words', mail: 'text' }).map(({ text }) => text),
    links: english.flatMap(({ html = '' }) => html.match(/mailto:[^"]+/g) ?? []),
  };
}
