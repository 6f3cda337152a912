import { ok, type Result } from '../../../result.ts';
import type { Game } from '../../shape/game.ts';
import { refuseMove } from '../../shape/refusal.ts';
import type { Cell, Colour, MoveEffects, MoveError, Outcome, Played } from '../../shape/types.ts';
import { STONE_SIDES } from '../../shape/view.ts';
import {
  type CellSet,
  cellsOf,
  colourAt,
  countCells,
  difference,
  emptiesOf,
  hasCell,
  isEmpty,
  lastCellOf,
  makeSet,
  onBoard,
  opposite,
  stonesOf,
  union,
  withCell,
  withoutCell,
} from '../../stones/board.ts';
import { groupAt, groupsOf, touching } from '../../stones/connection.ts';
import { chainsOf, placesOf, refusalAt } from './chains.ts';
import {
  cellNamed,
  checkSize,
  emptyGoban,
  type Goban,
  type GoMove,
  type GoPosition,
  gobanView,
  goPositionOf,
  groupsAt,
  isKo,
  keyOf,
  leaderOf,
  makeGoban,
  nameOf,
  PASS,
  parseGoban,
} from './goban.ts';
import { outlookOf, robotMoves } from './robot.ts';

/**
 * Go, of traditional China, counted by area with a komi of 6.5. A stone takes the enemy chains that it leaves
 * without a liberty; it may not take its own, nor take back in a ko at once. When both sides have passed,
 * they count: each may name the dead groups once, and the other either agrees, which ends the match, or plays
 * on, until two more passes end it with every stone alive. How a position is written, drawn and counted is in
 * goban.ts; chains and liberties are in chains.ts.
 */
export const go: Game<GoPosition, GoMove> = {
  rules: 'go',
  name: 'Go',
  author: undefined,
  year: undefined,
  sides: STONE_SIDES,
  defaultSize: { cols: 9, rows: 9 },
  canEndInDraw: true,
  canRepeat: true,
  searchCost: 60,
  sights: [0.2, 0.4, 0.63, 0.71],

  start: (size) => {
    const checked = checkSize(size);
    return checked.ok ? ok(goPositionOf(emptyGoban(size), 'black')) : checked;
  },
  parsePosition: parseGoban,
  makePosition: makeGoban,
  key: keyOf,
  looksLikeMove: (text) => readingOf(text) !== undefined,
  parseMove,
  makeMove: ({ word, cells }) =>
    word === 'stone' ? cells.map(nameOf).join() : [word, ...cells.map(nameOf)].join('/'),
  firstPartOf: ({ word, cells: [cell] }) => (cell === undefined ? word : nameOf(cell)),
  play: ({ board, turn }, move) => (move.word === 'stone' ? put : say)(board, turn, move),
  legalMoves: ({ board, turn }) => {
    if (board.stage === 'over') return [];
    if (isInPlay(board)) return [...movesTo('stone', placesOf(board, turn)), PASS];
    return [AGREE, ON, ...(board.stage === 'answered' ? [] : movesTo('dead', stonesOf(board)))];
  },
  countMoves: (position) =>
    isInPlay(position.board)
      ? countCells(placesOf(position.board, position.turn)) + 1
      : go.legalMoves(position).length,
  agreement: ({ board }) => (isInPlay(board) || board.stage === 'over' ? undefined : AGREE),
  outcome: ({ board }): Outcome | undefined =>
    board.stage === 'over' ? { winner: leaderOf(board), reason: 'more-points' } : undefined,
  view: gobanView,
  evaluate: ({ board, turn }) => outlookOf(board, turn),
  robotMoves,
};

const AGREE: GoMove = { word: 'agree', cells: [] };
const ON: GoMove = { word: 'on', cells: [] };

const movesTo = (word: GoMove['word'], places: CellSet): readonly GoMove[] =>
  cellsOf(places).map((cell) => ({ word, cells: [cell] }));

/** Whether stones are put, and nothing is counted yet. */
const isInPlay = ({ stage }: Goban): boolean => stage === 'play' || stage === 'passed';

/** The enemy stones that a stone takes. */
function takenBy(board: Goban, turn: Colour, cell: Cell): CellSet {
  const enemies = board[opposite(turn)];
  const empties = withoutCell(emptiesOf(board), cell);
  let taken = makeSet(board.rows);
  for (const near of cellsOf(touching(makeSet(board.rows, cell), enemies))) {
    if (hasCell(taken, near)) continue;
    const chain = groupAt(near, enemies);
    if (isEmpty(touching(chain, empties))) taken = union(taken, chain);
  }
  return taken;
}

function put({ ko: _, ...board }: Goban, turn: Colour, { cells: [cell = 0] }: GoMove) {
  const other = opposite(turn);
  const lost = takenBy(board, turn, cell);
  const [only, ...more] = cellsOf(lost);
  const count = only === undefined ? 0 : more.length + 1;
  const after: Goban = {
    ...board,
    stage: 'play',
    [turn]: withCell(board[turn], cell),
    [other]: count > 0 ? difference(board[other], lost) : board[other],
    taken: count > 0 ? { ...board.taken, [turn]: board.taken[turn] + count } : board.taken,
  };
  const canBeTakenBack = count === 1 && only !== undefined && isKo(after, cell, turn, only);
  const effects = (): MoveEffects => ({
    reached: [nameOf(cell)],
    vacated: cellsOf(lost).map(nameOf),
    report: count > 0 ? { code: 'played', facts: { lost: count } } : { code: 'placed', facts: {} },
  });
  return {
    position: goPositionOf(canBeTakenBack ? { ...after, ko: only } : after, other),
    effects,
  };
}

const REPORTS = { pass: 'passed', agree: 'agreed-count', on: 'played-on' } as const;

/** A pass, or a word in the count. */
function say(
  { ko: _, ...board }: Goban,
  turn: Colour,
  { word, cells }: GoMove,
): Played<GoPosition> {
  const before = board.dead;
  const dead =
    word === 'dead' ? groupsAt(board, cells) : word === 'on' ? makeSet(board.rows) : before;
  const changed = union(difference(dead, before), difference(before, dead));
  const isAnswer = board.stage === 'named';
  const next = {
    pass: board.stage === 'play' ? 'passed' : board.resumed ? 'over' : 'count',
    // The same stones again are as good as an agreement.
    dead: isAnswer ? (isEmpty(changed) ? 'over' : 'answered') : 'named',
    agree: 'over',
    on: 'play',
  } as const;
  const stage = next[word as keyof typeof next];
  const after = { ...board, stage, dead, resumed: board.resumed || word === 'on' };
  const named = (colour: Colour) =>
    cells.flatMap((cell) => (colourAt(board, cell) === colour ? nameOf(cell) : [])).join(' ');
  const [black, white] = [named('black'), named('white')];
  const whose = black === '' ? 'white' : white === '' ? 'black' : 'both';
  const effects = (): MoveEffects => ({
    reached: [],
    vacated: [],
    turned: cellsOf(changed).map(nameOf),
    report:
      word === 'dead'
        ? { code: 'named-dead', facts: { whose, black, white } }
        : { code: REPORTS[word as keyof typeof REPORTS], facts: {} },
  });
  return { position: goPositionOf(after, opposite(turn)), effects };
}

/** A written move: a word, and the cells that it names, or a side, all of whose stones are dead. */
interface Reading {
  readonly word: GoMove['word'];
  readonly names: readonly string[];
  readonly side?: Colour;
}

/** The most groups that a move names, so that it has at most 100 characters. */
const GROUPS_MAX = 23;

function readingOf(text: string): Reading | undefined {
  const written = text.trim().toLowerCase();
  if (/^[a-z][1-9]\d?$/.test(written)) return { word: 'stone', names: [written] };
  if (written === 'pass' || written === 'agree' || written === 'on')
    return { word: written, names: [] };
  const [, side] = /^dead[\s/:]*(?:all\s*)?(black|white)$/.exec(written) ?? [];
  if (side) return { word: 'dead', names: [], side: side === 'black' ? 'black' : 'white' };
  const [, cells = ''] = /^dead((?:(?:[\s/:,]|and|und)*[a-z][1-9]\d?){1,23})$/.exec(written) ?? [];
  return cells === '' ? undefined : { word: 'dead', names: cells.match(/[a-z]\d+/g) ?? [] };
}

function parseMove({ board, turn }: GoPosition, text: string): Result<GoMove, MoveError> {
  const reading = readingOf(text);
  if (!reading) return refuseMove('not-a-move', {});
  const { stage, resumed } = board;
  const { word, names, side } = reading;
  if (stage === 'over') return refuseMove('game-over', {});
  // Naming the dead groups can stand for the second pass.
  const isCounting = !isInPlay(board) || (stage === 'passed' && word === 'dead' && !resumed);
  const isOfCount = word === 'dead' || word === 'agree' || word === 'on';
  if (isOfCount && !isCounting) return refuseMove('not-counting', {});
  if (isCounting && (!isOfCount || (word === 'dead' && stage === 'answered')))
    return refuseMove('counting', {});
  const groups = side ? groupsOf(board[side]) : [];
  if (side && (groups.length === 0 || groups.length > GROUPS_MAX))
    return refuseMove('not-a-move', {});
  const cells: Cell[] = groups.flatMap((group) => cellsOf(group).slice(0, 1));
  for (const name of names) {
    const cell = cellNamed(name) ?? 0;
    if (name.startsWith('i')) return refuseMove('no-file-i', {});
    if (!onBoard(board, cell)) {
      const { cols, rows } = board;
      const lastCell = nameOf(lastCellOf(board));
      return refuseMove('off-board', { cell: name, cols, rows, lastCell });
    }
    const owner = colourAt(board, cell);
    if (word === 'dead' && !owner) return refuseMove('no-stone', { cell: name });
    if (word === 'stone' && owner) return refuseMove('occupied', { cell: name });
    cells.push(cell);
  }
  const [cell] = cells;
  const why =
    word === 'stone' && cell !== undefined
      ? refusalAt(board, turn, cell, chainsOf(board))
      : undefined;
  if (why) return refuseMove(why, { cell: nameOf(cell ?? 0) });
  return ok({ word, cells: [...new Set(cells)].sort((one, next) => one - next) });
}
