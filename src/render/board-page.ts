import { makeCell } from '../engine/cell.ts';
import { parsePosition } from '../engine/notation.ts';
import { engineOf } from '../engine/registry.ts';
import type { Cell, Effects, Position } from '../engine/types.ts';
import { viewOf } from '../engine/view.ts';
import type { BoardFacts } from '../intent.ts';
import { replay } from '../match/play.ts';
import { opponentOf } from '../match/seats.ts';
import { type Sentence, say } from '../sentence.ts';
import { drawBoard } from './ascii.ts';
import { hindsightOf } from './hindsight.ts';
import { drawRecord } from './record.ts';

/** A board letter's content, ready for its templates. */
export interface BoardPage {
  readonly game: string;
  readonly board: number;
  readonly black: string;
  readonly white: string;
  readonly events: readonly string[];
  /** Whose turn it is, or how the match has ended. */
  readonly state: string;
  /** What the loser has missed, when that is known. */
  readonly hindsight: string | undefined;
  readonly record: readonly string[];
  readonly diagram: readonly string[];
  /** The reader is to move. */
  readonly yourTurn: boolean;
  /** The other player, when the reader has a seat. */
  readonly opponent: string | undefined;
  readonly playing: boolean;
  /** The reader looks on, and more boards will come. */
  readonly watching: boolean;
  readonly over: boolean;
  readonly rules: string;
  /** Legal moves by origin; games that pick a cell have one group for each. */
  readonly moves: readonly { readonly from: string; readonly moves: readonly string[] }[];
  readonly lastPly: number;
  readonly comment: BoardFacts['comment'];
}

type Words = (sentence: Sentence) => string;

/**
 * Works out what a board letter shows to one reader.
 *
 * @param reader the reader's userid; anybody else than the two players just looks on
 * @param words turns sentences into the reader's language
 */
export function boardPage(facts: BoardFacts, reader: string | undefined, words: Words): BoardPage {
  const engine = engineOf(facts.rules);
  const { start, position, moved, effects } = readPositions(facts);
  const { turn } = position;
  const seat = reader === facts.black ? 'black' : reader === facts.white ? 'white' : undefined;
  const over = facts.outcome !== undefined;
  const playing = seat !== undefined && !over && !facts.past;
  const yourTurn = playing && seat === turn;
  const hindsight = hindsightOf(facts, start);
  const sides = { black: words(say('side-black')), white: words(say('side-white')) };
  return {
    game: engine.name,
    rules: facts.rules,
    board: facts.board,
    black: facts.black,
    white: facts.white,
    events: facts.events.map(words),
    state: words(stateOf(facts, position)),
    hindsight: hindsight && words(hindsight),
    record: drawRecord(facts.moves, start.turn, facts, sides, facts.whole),
    diagram: drawBoard(viewOf(position), {
      moved,
      vacated: new Set([
        ...(effects?.removed ?? []),
        ...(effects?.moved ? [effects.moved.from] : []),
      ]),
    }),
    yourTurn,
    opponent: seat && facts[opponentOf(seat)],
    playing,
    watching: facts.watching === true && !over,
    over,
    moves: yourTurn ? groupMoves(position) : [],
    lastPly: facts.moves.length,
    comment: facts.comment,
  };
}

function stateOf(facts: BoardFacts, { turn }: Position): Sentence {
  const { outcome } = facts;
  if (outcome) {
    const winner = outcome.winner ?? 'black';
    const seats = { winner: facts[winner], loser: facts[opponentOf(winner)] };
    return say(`ending-${outcome.ending}`, outcome.winner ? seats : {});
  }
  const ply = facts.moves.length + 1;
  return say(facts.past ? 'turn-then' : 'turn-now', { userid: facts[turn], side: turn, ply });
}

/** The first position, the one to show, and what the ply between it and the one before did. */
function readPositions(facts: BoardFacts): {
  start: Position;
  position: Position;
  moved: Cell | undefined;
  effects: Effects | undefined;
} {
  const engine = engineOf(facts.rules);
  const setup = parsePosition(facts.start);
  if (!setup.ok) throw new Error(`board ${facts.board}: damaged start (${setup.error.code})`);
  const start = setup.value;
  const last = facts.moves.at(-1);
  if (last === undefined) return { start, position: start, moved: undefined, effects: undefined };
  const before = replay(facts.rules, start, facts.moves.slice(0, -1));
  const move = engine.parseMove(before, last);
  if (!move.ok) throw new Error(`board ${facts.board}: damaged record (${move.error.code})`);
  return { start, moved: move.value.to, ...engine.play(before, move.value) };
}

function groupMoves(position: Position): BoardPage['moves'] {
  const engine = engineOf(position.rules);
  const groups = new Map<string, string[]>();
  for (const move of engine.legalMoves(position)) {
    const from = makeCell(move.from ?? move.to);
    const group = groups.get(from) ?? [];
    group.push(engine.makeMove(move));
    groups.set(from, group);
  }
  return [...groups].map(([from, moves]) => ({ from, moves }));
}
