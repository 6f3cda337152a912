import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { gameOf } from '../../../src/engine/registry.ts';
import { OUTCOME_REASONS } from '../../../src/engine/shape/refusal.ts';
import {
  type Archived,
  ENDINGS_OUTSIDE_RULES,
  makeArchiveLine,
  parseArchiveLine,
} from '../../../src/match/record/archive.ts';
import { given, value } from '../../engine/given.ts';
import { anyMatchOfAll } from '../any-match.ts';
import { kept } from './records.ts';

const MATCH: Archived = {
  board: 12,
  rules: 'forms',
  black: { userid: 'alice' },
  white: { userid: 'bob' },
  start: given('forms 4x1 xww. x'),
  moves: ['a1xb1'],
  times: [86_400],
  days: [1],
  revision: 4,
  outcome: { winner: 'white', ending: 'resigned' },
  pace: { nagDays: 7, forfeitDays: 21, totalDays: 90, incrementDays: 1 },
  rated: true,
  startedAt: Date.UTC(2026, 10, 1),
  endedAt: Date.UTC(2026, 10, 2, 1, 2, 3, 4),
  events: [
    { revision: 1, event: 'start', at: Date.UTC(2026, 10, 1) },
    { revision: 4, event: 'resign', at: Date.UTC(2026, 10, 2, 1, 2, 3, 4) },
  ],
};

const json = JSON.parse(makeArchiveLine(MATCH)) as object;
const parse = (changes: object) => parseArchiveLine(JSON.stringify({ ...json, ...changes }));

describe('a line of an archive', () => {
  it('has its keys in one order, and times in UTC with milliseconds', () => {
    expect(makeArchiveLine(MATCH)).toBe(
      [
        '{"board":12,"rules":"forms","black":"alice","white":"bob","start":"forms 4x1 xww. x",',
        '"moves":["a1xb1"],"times":[86400],"days":[1],"revision":4,"winner":"white",',
        '"ending":"resigned","started_at":"2026-11-01T00:00:00.000Z",',
        '"changed_at":"2026-11-02T01:02:03.004Z","pace":"7/21/90+1","rated":true,',
        '"events":[{"revision":1,"event":"start","at":"2026-11-01T00:00:00.000Z"},',
        '{"revision":4,"event":"resign","at":"2026-11-02T01:02:03.004Z"}]}',
      ].join(''),
    );
  });

  it('is read back to the same match', () => {
    fc.assert(
      fc.property(anyMatchOfAll, fc.boolean(), fc.boolean(), (match, wound, hinted) => {
        // A game that knows no draw is never agreed to be one.
        fc.pre(match.outcome?.ending !== 'agreed' || gameOf(match.rules).canEndInDraw);
        const ruled = match.outcome !== undefined;
        const outcome = match.outcome ?? { winner: 'black', ending: 'won-by-admin' };
        const plies = match.moves.map((_, ply) => ply);
        const archived: Archived = {
          ...MATCH,
          ...kept(match),
          board: match.board,
          outcome,
          times: plies,
          days: wound ? plies : undefined,
          pace: wound ? MATCH.pace : undefined,
          ...(hinted && { rated: false, hints: true }),
          revision: match.moves.length + (ruled ? 2 : 9),
          events: [],
        };
        expect(value(parseArchiveLine(makeArchiveLine(archived)))).toEqual(archived);
      }),
    );
  });

  it.each([
    ['no JSON', '{"board":12', { code: 'not-json' }],
    ['no object', '[]', { code: 'not-json' }],
    ['nothing', 'null', { code: 'not-json' }],
    ['nothing in it', '{}', { code: 'bad-value', at: 'board' }],
  ])('is refused: %s', (_, text, error) => {
    expect(parseArchiveLine(text)).toEqual({ ok: false, error });
  });

  it.each([
    [{ more: 1 }, { code: 'unknown-key' }],
    [{ board: 0 }, { code: 'bad-value', at: 'board' }],
    [{ board: 1.5 }, { code: 'bad-value', at: 'board' }],
    [{ times: [-1] }, { code: 'bad-value', at: 'times' }],
    [{ times: ['5'] }, { code: 'bad-value', at: 'times' }],
    [{ started_at: '2026-11-31T00:00:00.000Z' }, { code: 'bad-value', at: 'started_at' }],
    [{ started_at: '2026-11-01T00:00:00Z' }, { code: 'bad-value', at: 'started_at' }],
    [{ started_at: '2026-11-01T01:00:00.000+01:00' }, { code: 'bad-value', at: 'started_at' }],
    [{ pace: '7' }, { code: 'bad-value', at: 'pace' }],
    // Numbers that no clock of ours can have: a turn of for ever, or of no day.
    [{ pace: `7/${'9'.repeat(400)}` }, { code: 'bad-value', at: 'pace' }],
    [{ pace: '7/366' }, { code: 'bad-value', at: 'pace' }],
    [{ pace: '0/0' }, { code: 'bad-value', at: 'pace' }],
    [{ pace: '21/21' }, { code: 'bad-value', at: 'pace' }],
    [{ pace: '7/21/0+0' }, { code: 'bad-value', at: 'pace' }],
    [{ pace: '7/21/90+31' }, { code: 'bad-value', at: 'pace' }],
    [{ pace: '07/21' }, { code: 'bad-value', at: 'pace' }],
    // Its file would have a name that no import looks for.
    [{ changed_at: '+010000-01-01T00:00:00.000Z' }, { code: 'bad-value', at: 'changed_at' }],
    [{ started_at: '-000001-01-01T00:00:00.000Z' }, { code: 'bad-value', at: 'started_at' }],
    // Days are counted under a clock, and only there.
    [{ days: null }, { code: 'bad-value', at: 'days' }],
    [{ pace: null }, { code: 'bad-value', at: 'days' }],
    [{ winner: 'x' }, { code: 'bad-value', at: 'winner' }],
    [{ events: [{ revision: 1, event: 'Hello!', at: '' }] }, { code: 'bad-value', at: 'events' }],
    [{ rules: 'poker' }, { code: 'unknown-game' }],
    [{ rules: 'FORMS' }, { code: 'unknown-game' }],
    [{ rules: 'minefield' }, { code: 'bad-start' }],
    [{ start: 'forms 4x1 xww x' }, { code: 'bad-start' }],
    [{ start: 'forms 4x1 XWW. x' }, { code: 'bad-start' }],
    [{ moves: ['a1xc1'] }, { code: 'bad-move', at: 1 }],
    [{ moves: ['a1b1'] }, { code: 'bad-move', at: 1 }],
    [
      { start: 'forms 2x1 xw x', moves: ['a1xb1', 'b1xa1'] },
      { code: 'move-after-end', at: 2 },
    ],
    [{ start: 'forms 2x1 xw x' }, { code: 'wrong-outcome' }],
    [{ ending: 'last-stone-gone' }, { code: 'unknown-ending' }],
    [{ ending: 'repetition', winner: null }, { code: 'unknown-ending' }],
    [{ ending: 'tired' }, { code: 'unknown-ending' }],
    [{ winner: null }, { code: 'wrong-outcome' }],
    [{ ending: 'drawn-by-admin' }, { code: 'wrong-outcome' }],
    [{ ending: 'agreed', winner: null }, { code: 'wrong-outcome' }],
    [{ times: [] }, { code: 'wrong-length', at: 'times' }],
    [{ days: [1, 2] }, { code: 'wrong-length', at: 'days' }],
    [{ revision: 2 }, { code: 'wrong-revision', at: 'revision' }],
    [
      {
        events: [1, 1].map((revision) => ({
          ...MATCH.events[0],
          revision,
          at: '2026-11-01T00:00:00.000Z',
        })),
      },
      { code: 'wrong-revision', at: 'events' },
    ],
    [
      { events: [{ revision: 5, event: 'start', at: '2026-11-01T00:00:00.000Z' }] },
      { code: 'wrong-revision', at: 'events' },
    ],
  ])('is refused: %j', (changes, error) => {
    expect(parse(changes)).toEqual({ ok: false, error });
  });

  it('knows every ending that letters have words for', () => {
    const path = fileURLToPath(new URL('../../../templates/en/sentences.json', import.meta.url));
    const told = Object.keys(JSON.parse(readFileSync(path, 'utf8')))
      .filter((code) => code.startsWith('ending-'))
      .map((code) => code.slice('ending-'.length));
    const known = [...OUTCOME_REASONS, 'repetition', ...ENDINGS_OUTSIDE_RULES.keys()];
    expect(known.sort()).toEqual(told.sort());
  });
});
