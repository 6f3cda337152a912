import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { parseMailto } from '../../../sandbox/draft.ts';
import { gameOf, storedRules } from '../../../src/engine/registry.ts';
import { makeArchiveLine, parseArchiveLine } from '../../../src/match/record/archive.ts';
import { makeRecord, parseRecord } from '../../../src/match/record/record.ts';
import { archivedMatch } from '../../../src/store/play/finished.ts';
import { matchOf } from '../../../src/store/play/matches.ts';
import { type Traces, tracesOf } from '../../match/keel/traces.ts';
import { kept } from '../../match/record/records.ts';
import { ALICE, BOB, type Desk, openBoard, openDesk } from '../../support/desk/desk.ts';
import { newestBoard, oneLine, play, storedBoard } from '../../support/desk/play.ts';
import { answerTo } from '../../support/post/letters.ts';
import { ratings } from '../../support/stored/play.ts';
import { value } from '../given.ts';

/** A whole match, which alice begins and bob answers. */
export interface MatchByLetters {
  readonly rules: string;
  readonly size: string;
  /** As the players write them, with blanks in between, to the end. */
  readonly moves: string;
  /** Of some plies, counted from 1, and of the end: what is said to alice in English, to bob in German. */
  readonly told: readonly (readonly [ply: number | 'end', english: string, german: string])[];
}

/** What each game can do at a server without having said a word about it. */
export function describeByLetters({ rules, size, moves, told }: MatchByLetters): void {
  const game = gameOf(storedRules(rules));
  const written = moves.split(' ');
  const [first = '', second = ''] = written;

  describe(`${game.name} by letters`, () => {
    let opened: Desk;
    let over: Desk;
    let traces: Traces;
    beforeAll(async () => {
      opened = openDesk();
      await openBoard(opened, `${rules} -size=${size}`);
      over = opened.copy();
      await play(over, ...written);
      traces = tracesOf(over);
    });
    afterAll(() => {
      opened.close();
      over.close();
    });

    /** What comes of some letters at the board that was opened. */
    async function saying(...said: readonly (readonly [who: string, text: string])[]): Promise<{
      readonly board: ReturnType<typeof storedBoard>;
      readonly answer: string;
    }> {
      const desk = opened.copy();
      try {
        for (const [who, text] of said) await desk.post(answerTo(newestBoard(desk, who), text));
        return { board: storedBoard(desk), answer: oneLine(desk.sent.at(-1)) };
      } finally {
        desk.close();
      }
    }

    test('is played to its end, and rated', () => {
      const match = matchOf(over.shell.db, 1);
      expect(match?.moves).toHaveLength(written.length);
      expect(match?.outcome?.ending).toBe(game.outcome(match?.position ?? never())?.reason);
      const rated = ratings(over.shell.db).filter((each) => each.rules === rules);
      expect(rated).toHaveLength(2);
    });

    test.each(told)('is told: %s, %s', (ply, english, german) => {
      // Two letters have opened the board; each ply sends two.
      const at = ply === 'end' ? -1 : ply;
      const each = (letters: readonly string[], count: number) =>
        (at === -1 ? letters.slice(-count) : letters.slice(count * at, count * (at + 1)))
          .join(' ')
          .replace(/\s+/g, ' ');
      expect(each(traces.english, 2)).toContain(english);
      expect(each(traces.german, 1)).toContain(german);
    });

    test('fits into 72 columns, as a diagram and in words', () => {
      const texts = [...traces.english, ...traces.german, ...traces.words];
      const lines = texts.flatMap((text) => (text.split('<!DOCTYPE')[0] ?? '').split('\n'));
      expect(lines.length).toBeGreaterThan(20 * written.length);
      expect(lines.filter((line) => line.length > 72)).toEqual([]);
    });

    test('has a record and a line of an archive, which are read back', () => {
      const match = matchOf(over.shell.db, 1) ?? never();
      expect(value(parseRecord(makeRecord(match)))).toEqual(kept(match));
      const archived = archivedMatch(over.shell.db, 1);
      expect(value(parseArchiveLine(makeArchiveLine(archived)))).toEqual(archived);
    });

    test('is played by links', async () => {
      const links = tracesOf(opened).links.map((href) =>
        parseMailto(href.replaceAll('&amp;', '&')),
      );
      const bodies = links.flatMap((link) => (link.ok ? [link.value.body.trim()] : []));
      const start = matchOf(opened.shell.db, 1)?.position ?? never();
      const legal = game.legalMoves(start).map((move) => game.makeMove(move, start));
      // A link may number the moves that begin alike, or name where those begin of which there are many.
      const written = new Set(bodies.flatMap((body) => body.split(/[\s[\]]+/)));
      const heads = game.legalMoves(start).map((move) => game.firstPartOf(move, start));
      expect(
        legal.filter((move, at) => !written.has(move) && !written.has(heads[at] ?? '')),
      ).toEqual([]);
    });

    test('can be looked at beforehand', async () => {
      const { board, answer } = await saying([ALICE, `preview ${first} ${second}`]);
      expect(board.moves).toBe('');
      expect(answer).toContain('move 2');
    });

    test('is played in advance', async () => {
      const { board } = await saying([BOB, `queue ${second}`], [ALICE, first]);
      expect(board.moves.split(' ')).toHaveLength(2);
      const others = await saying([BOB, `queue if ${first} then ${second}`], [ALICE, first]);
      expect(others.board.moves).toBe(board.moves);
    });

    test('goes back a ply', async () => {
      const { board } = await saying([ALICE, first], [ALICE, 'undo'], [BOB, 'accept']);
      expect(board).toMatchObject({ moves: '', ending: null });
    });

    test('is resigned', async () => {
      const { board } = await saying([ALICE, 'resign 1']);
      const [, { colour: winner }] = game.sides;
      expect(board).toMatchObject({ winner, ending: 'resigned' });
    });

    test('is agreed to be drawn where it can be', async () => {
      const { board } = await saying([ALICE, first], [ALICE, 'draw'], [BOB, 'accept']);
      expect(board.ending).toBe(game.canEndInDraw ? 'agreed' : null);
    });
  });
}

const never = (): never => {
  throw new Error('there is no match');
};
