import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ALICE, BOB, type Desk, openBoard, openDesk } from '../support/desk.ts';
import { answerTo } from '../support/letters.ts';
import { newestBoard, storedBoard } from '../support/play.ts';

/**
 * One board against a model that knows nothing of the program: two players write whatever they like
 * in any order, and the board is what a few lines of bookkeeping say. The game is Minefield on a
 * large board, where every cell can be picked at any time and no line comes about by accident.
 */

type Who = 'alice' | 'bob';

interface Model {
  moves: string[];
  revision: number;
  /** How it ended, with the winner, or with null for a draw. */
  over: { how: 'resigned' | 'agreed'; winner: Who | null } | undefined;
  offer: { kind: 'draw' | 'undo'; by: Who } | undefined;
  queues: Map<Who, string>;
  /** Letters that came when it was over. */
  late: number;
  /** Cells that have been picked; the next move takes the next one. */
  used: number;
}

const other = (who: Who): Who => (who === 'alice' ? 'bob' : 'alice');
const turnOf = ({ moves }: Model): Who => (moves.length % 2 === 0 ? 'alice' : 'bob');
/** Cells that lie apart, so that a position hardly comes back. */
const cellAt = (index: number): string =>
  `${'abcdefghijkl'[(index * 5) % 12]}${(((index * 7) % 12) + Math.floor(index / 12)) % 12 || 12}`;

function ply(model: Model, who: Who, cell: string): void {
  model.moves.push(cell);
  model.revision++;
  model.queues.clear();
  if (model.offer && (model.offer.by !== who || model.offer.kind === 'undo')) {
    model.offer = undefined;
  }
}

function end(model: Model, how: 'resigned' | 'agreed', winner: Who | null): void {
  model.over = { how, winner };
  model.revision++;
  model.offer = undefined;
  model.queues.clear();
}

/** What each command does to the model, and the line that a player writes for it. */
const ACTS: Readonly<Record<string, (model: Model, who: Who) => string>> = {
  move(model, who) {
    const cell = cellAt(model.used++);
    if (model.over || turnOf(model) !== who) return cell;
    const queued = model.queues.get(other(who));
    ply(model, who, cell);
    if (queued !== undefined && queued !== 'z26') ply(model, other(who), queued);
    return cell;
  },
  resign(model, who) {
    if (!model.over) end(model, 'resigned', other(who));
    return 'resign';
  },
  draw(model, who) {
    if (model.over) return 'draw';
    if (!model.offer) model.offer = { kind: 'draw', by: who };
    else if (model.offer.kind === 'draw' && model.offer.by !== who) end(model, 'agreed', null);
    return 'draw';
  },
  undo(model, who) {
    const first = who === 'alice' ? 0 : 1;
    if (!model.over && !model.offer && model.moves.length > first) {
      model.offer = { kind: 'undo', by: who };
    }
    return 'undo';
  },
  accept(model, who) {
    const { offer } = model;
    if (model.over || !offer || offer.by === who) return 'accept';
    if (offer.kind === 'draw') {
      end(model, 'agreed', null);
      return 'accept';
    }
    do model.moves.pop();
    while (turnOf(model) !== offer.by);
    model.revision++;
    model.offer = undefined;
    model.queues.clear();
    return 'accept';
  },
  decline(model, who) {
    if (!model.over && model.offer && model.offer.by !== who) model.offer = undefined;
    return 'decline';
  },
  queue(model, who) {
    const cell = cellAt(model.used++);
    if (!model.over && turnOf(model) !== who) model.queues.set(who, cell);
    return `queue ${cell}`;
  },
  'queue off the board'(model, who) {
    if (!model.over && turnOf(model) !== who) model.queues.set(who, 'z26');
    return 'queue z26';
  },
};

const COMMANDS_MAX = 40;
const LATE_MAX = 4;
const DAY_MS = 86_400_000;

class Write implements fc.AsyncCommand<Model, Desk> {
  private readonly act: string;
  private readonly who: Who;

  constructor(act: string, who: Who) {
    this.act = act;
    this.who = who;
  }

  /** A match that is over is of little interest, but some letters do come late. */
  check = ({ over, late }: Model): boolean => !over || late < LATE_MAX;
  toString = (): string => `${this.who}: ${this.act}`;

  async run(model: Model, desk: Desk): Promise<void> {
    const before = model.revision;
    if (model.over) model.late++;
    const line = ACTS[this.act]?.(model, this.who) ?? '';
    // A day later, so that no limit of a day or an hour is reached.
    desk.clock.now += DAY_MS;
    const from = this.who === 'alice' ? ALICE : BOB;
    const sent = await desk.post(answerTo(newestBoard(desk, from), line));

    const { moves, revision, ending, winner } = storedBoard(desk);
    const seat = { alice: 'black', bob: 'white' } as const;
    const { over } = model;
    expect({ moves, revision, ending, winner }).toEqual({
      moves: model.moves.join(' '),
      revision: model.revision,
      ending: over?.how ?? null,
      winner: over?.winner ? seat[over.winner] : null,
    });
    expect(waitingOn(desk)).toEqual({
      offers: model.offer ? [`${model.offer.kind} by ${model.offer.by}`] : [],
      queues: [...model.queues].map(([who, cell]) => `${who}: ${cell}`),
    });
    const told = sent.filter(({ subject }) => subject.startsWith('Minefield Board 1'));
    // Both hear of every change of the board, once; and of nothing else do both.
    expect(told.map(({ to }) => to).sort()).toEqual(
      model.revision > before ? [ALICE, BOB] : told.map(({ to }) => to).slice(0, 1),
    );
    const state = over
      ? /The match is drawn|has won: (?:alice|bob) resigned/
      : new RegExp(`It is ${turnOf(model)}'s turn`);
    for (const { text } of told) expect(text).toMatch(state);
  }
}

const waitingOn = ({ shell: { db } }: Desk) => ({
  offers: db
    .prepare(
      `select kind || ' by ' || userid from board_offers
      join players on players.id = player_id
      where state = 'open'`,
    )
    .pluck()
    .all(),
  queues: db
    .prepare(
      `select userid || ': ' || replies from queued_moves
      join players on players.id = player_id`,
    )
    .pluck()
    .all(),
});

const WEIGHTS: Readonly<Record<string, number>> = {
  move: 24,
  resign: 1,
  draw: 3,
  undo: 12,
  accept: 10,
  decline: 4,
  queue: 10,
  'queue off the board': 4,
};

const anyWrite = fc
  .tuple(
    fc.oneof(
      ...Object.entries(WEIGHTS).map(([act, weight]) => ({ weight, arbitrary: fc.constant(act) })),
    ),
    fc.constantFrom<Who>('alice', 'bob'),
  )
  .map(([act, who]) => new Write(act, who));

/** Opens board 1, lets `write` do its worst, and closes the desk. */
async function withBoard(write: (model: Model, desk: Desk) => Promise<void>): Promise<void> {
  const desk = openDesk();
  try {
    await openBoard(desk, 'minefield -size=12x12');
    const model: Model = {
      moves: [],
      revision: 1,
      over: undefined,
      offer: undefined,
      queues: new Map(),
      late: 0,
      used: 0,
    };
    await write(model, desk);
  } finally {
    desk.close();
  }
}

describe('a board', () => {
  it('is what the model says, whoever writes what', { timeout: 180_000 }, async () => {
    const writes = fc.commands([anyWrite], { maxCommands: COMMANDS_MAX, size: 'max' });
    await fc.assert(
      fc.asyncProperty(writes, (each) =>
        withBoard((model, real) => fc.asyncModelRun(() => ({ model, real }), each)),
      ),
      { numRuns: 15 },
    );
  });

  /** What chance may leave out. */
  it('is what the model says when everything happens once', { timeout: 60_000 }, async () => {
    const lines = [
      ['move', 'alice'],
      ['undo', 'alice'],
      ['accept', 'bob'],
      ['queue', 'bob'],
      ['undo', 'bob'],
      ['move', 'alice'],
      ['undo', 'alice'],
      ['accept', 'bob'],
      ['draw', 'alice'],
      ['queue', 'bob'],
      ['move', 'alice'],
      ['queue off the board', 'bob'],
      ['move', 'alice'],
      ['draw', 'bob'],
      ['move', 'bob'],
      ['decline', 'alice'],
      ['undo', 'alice'],
      ['move', 'alice'],
      ['accept', 'bob'],
      ['move', 'bob'],
      ['undo', 'bob'],
      ['move', 'alice'],
      ['queue', 'alice'],
      ['undo', 'bob'],
      ['accept', 'alice'],
      ['draw', 'bob'],
      ['draw', 'alice'],
      ['accept', 'alice'],
      ['resign', 'bob'],
    ] as const;
    await withBoard(async (model, desk) => {
      for (const [act, who] of lines) await new Write(act, who).run(model, desk);
      expect(model.over).toEqual({ how: 'agreed', winner: null });
    });
  });

  it('has a new cell for every move of a run', () => {
    const cells = Array.from({ length: COMMANDS_MAX }, (_, index) => cellAt(index));
    expect(new Set(cells).size).toBe(COMMANDS_MAX);
  });
});
