import { boardLimits, oneDayMs } from '../../../src/limits.ts';
import type { First } from '../../../src/match/types.ts';
import type { Board, Side, Slip, Wish, World } from './model.ts';

type Do = Wish['do'];
type WishTo<Name extends Do> = Extract<Wish, { readonly do: Name }>;

/** One kind of wish. `who` is a userid; where there is none yet, the address. */
interface Act<Name extends Do> {
  /** Whether it comes to anything now. */
  may(world: World, who: string, wish: WishTo<Name>): boolean;
  /** Lets it happen. Returns the addresses that letters go to. */
  run(world: World, who: string, wish: WishTo<Name>): readonly string[];
}

/** Whether a wish of somebody at an address comes to anything now. */
export function may(world: World, address: string, wish: Wish): boolean {
  const who = world.whoIs(address);
  if (wish.do === 'signup') return who === undefined && !world.accounts.has(wish.userid);
  if (who === undefined || world.accounts.get(who)?.suspended) return false;
  return actOf(wish.do).may(world, who, wish as never);
}

/** Lets a wish happen that may happen. Returns the addresses that letters go to. */
export const run = (world: World, address: string, wish: Wish): readonly string[] =>
  actOf(wish.do).run(world, world.whoIs(address) ?? address, wish as never);

/** An act whose wish is known to be of its kind. */
interface AnyAct {
  may(world: World, who: string, wish: never): boolean;
  run(world: World, who: string, wish: never): readonly string[];
}
const actOf = (name: Do): AnyAct => ACTS[name];

/** A wish as it waits for its yes: a move is played as the ply that it would be now, or not at all. */
export function asAsked(world: World, wish: Wish): Wish {
  if (wish.do !== 'move') return wish;
  const { moves } = found(boardOf(world, wish.number));
  return { ...wish, revision: undefined, ply: moves.length + 1 };
}

const boardOf = ({ boards }: World, number: number): Board | undefined =>
  boards.find((board) => board.number === number);
const slipOf = ({ slips }: World, number: number): Slip | undefined =>
  slips.find((slip) => slip.number === number && slip.state === 'open');
const sideOf = ({ black, white }: Board, who: string): Side | undefined =>
  who === black ? 'black' : who === white ? 'white' : undefined;
const other = (board: Board, who: string): string => board[who === board.black ? 'white' : 'black'];
export const turnOf = ({ moves, black, white }: Board): string =>
  moves.length % 2 === 0 ? black : white;

/** The running board of this number, if it is one of the player's. */
function mine(world: World, number: number, who: string): Board | undefined {
  const board = boardOf(world, number);
  return board && !board.over && sideOf(board, who) ? board : undefined;
}

const found = <T>(thing: T | undefined): T => {
  if (thing === undefined) throw new Error('this may not happen');
  return thing;
};

/** Every change of a board is one revision, and what waited for the board as it was is gone. */
function change(board: Board): void {
  board.revision++;
  board.queues.clear();
  if (board.offer?.kind === 'undo' || board.over) board.offer = undefined;
}

function end(world: World, board: Board, how: string, winner: Side | null): readonly string[] {
  board.over = { how, winner };
  change(board);
  return world.reach(board.black, board.white);
}

const rival = (side: Side | undefined): Side => (side === 'black' ? 'white' : 'black');

function resign(world: World, board: Board, who: string, how: string): readonly string[] {
  return end(world, board, how, rival(sideOf(board, who)));
}

function ply(board: Board, who: string, cell: string): void {
  board.moves.push(cell);
  // A draw is declined by the other side's move, and an undo was about the move before.
  if (board.offer?.by !== who) board.offer = undefined;
  change(board);
}

const mayOffer = (world: World, { offers }: Board, who: string): boolean =>
  offers.filter(({ by, at }) => by === who && at >= world.now - oneDayMs).length <
  boardLimits.offersPerDay;

function offer(world: World, board: Board, kind: 'draw' | 'undo', by: string): readonly string[] {
  board.offer = { kind, by };
  board.offers.push({ by, at: world.now });
  return world.reach(board.black, board.white);
}

function agree(world: World, board: Board): readonly string[] {
  const { kind, by } = found(board.offer);
  if (kind === 'draw') return end(world, board, 'agreed', null);
  do board.moves.pop();
  while (turnOf(board) !== by);
  change(board);
  return world.reach(board.black, board.white);
}

const answersOffer = ({ offer: open }: Board, who: string): boolean =>
  open !== undefined && open.by !== who;

function open(world: World, number: number, black: string, white: string): readonly string[] {
  world.boards.push({
    number,
    black,
    white,
    moves: [],
    revision: 1,
    over: undefined,
    offer: undefined,
    offers: [],
    queues: new Map(),
  });
  return world.reach(black, white);
}

/** Whether nothing is in the way of an offer to somebody, or to everybody. */
const mayChallenge = (world: World, from: string, to: string | undefined): boolean =>
  to === undefined ||
  (to !== from &&
    world.isHere(to) &&
    !world.accounts.get(to)?.suspended &&
    !world.slips.some((slip) => slip.state === 'open' && slip.from === from && slip.to === to));

function challenge(
  world: World,
  slip: Pick<Slip, 'from' | 'to' | 'size' | 'first'>,
): readonly string[] {
  world.slips.push({ ...slip, number: world.nextNumber, state: 'open', at: world.now });
  return world.reach(slip.from, slip.to);
}

const flip = (first: First): First =>
  first === 'me' ? 'them' : first === 'them' ? 'me' : 'random';

/** Closes a slip. Returns those it concerns. */
function close(world: World, slip: Slip, state: Slip['state']): readonly string[] {
  slip.state = state;
  return world.reach(slip.from, slip.to);
}

function accept(world: World, who: string, slip: Slip): readonly string[] {
  const { number, from, first } = slip;
  slip.to = who;
  slip.state = 'accepted';
  const black = first === 'random' ? world.tossed(number) : first === 'me' ? from : who;
  return open(world, number, black, black === from ? who : from);
}

/** What makes a player leave: boards are lost, slips are torn up, and nothing waits for a yes. */
function leave(world: World, who: string): readonly string[] {
  const account = found(world.accounts.get(who));
  const { address } = account;
  account.left = true;
  account.suspended = false;
  world.questions = world.questions.filter(({ to }) => to !== address);
  world.forget(address);
  const boards = world.boards.filter((board) => !board.over && sideOf(board, who));
  const slips = world.slips.filter(
    ({ state, from, to }) => state === 'open' && (from === who || to === who),
  );
  return [
    ...boards.flatMap((board) => resign(world, board, who, 'resigned')),
    ...slips.flatMap((slip) => close(world, slip, slip.from === who ? 'withdrawn' : 'declined')),
    address,
  ];
}

const ENDS = {
  black: ['won-by-admin', 'black'],
  white: ['won-by-admin', 'white'],
  draw: ['drawn-by-admin', null],
  cancel: ['cancelled-by-admin', null],
} as const;

const ACTS: { readonly [Name in Do]: Act<Name> } = {
  signup: {
    may: () => true,
    run({ accounts }, address, { userid }) {
      accounts.set(userid, { address, suspended: false, left: false });
      return [address];
    },
  },
  challenge: {
    may: (world, who, { to }) => mayChallenge(world, who, to),
    run: (world, who, { to, size, first }) => challenge(world, { from: who, to, size, first }),
  },
  counter: {
    may(world, who, { number, size, first }) {
      const slip = slipOf(world, number);
      if (slip?.to !== who) return false;
      const same = size === slip.size && (first ?? flip(slip.first)) === flip(slip.first);
      return !same && mayChallenge(world, who, slip.from);
    },
    run(world, who, { number, size, first }) {
      const slip = found(slipOf(world, number));
      slip.state = 'countered';
      const turned = first ?? flip(slip.first);
      return challenge(world, { from: who, to: slip.from, size, first: turned });
    },
  },
  accept: {
    may(world, who, { number }) {
      const board = mine(world, number, who);
      if (board) return answersOffer(board, who);
      const slip = slipOf(world, number);
      return slip !== undefined && slip.from !== who && (slip.to ?? who) === who;
    },
    run(world, who, { number }) {
      const board = mine(world, number, who);
      return board ? agree(world, board) : accept(world, who, found(slipOf(world, number)));
    },
  },
  decline: {
    may(world, who, { number }) {
      const board = mine(world, number, who);
      return board ? answersOffer(board, who) : slipOf(world, number)?.to === who;
    },
    run(world, who, { number }) {
      const board = mine(world, number, who);
      if (!board) return close(world, found(slipOf(world, number)), 'declined');
      board.offer = undefined;
      return world.reach(board.black, board.white);
    },
  },
  withdraw: {
    may(world, who, { number }) {
      const board = mine(world, number, who);
      return board ? board.offer?.by === who : slipOf(world, number)?.from === who;
    },
    run(world, who, { number }) {
      const board = mine(world, number, who);
      if (!board) return close(world, found(slipOf(world, number)), 'withdrawn');
      board.offer = undefined;
      return world.reach(board.black, board.white);
    },
  },
  move: {
    may(world, who, { number, revision, ply: wanted }) {
      const board = mine(world, number, who);
      if (!board || turnOf(board) !== who) return false;
      const { moves } = board;
      return (
        (revision ?? board.revision) === board.revision &&
        (wanted ?? moves.length + 1) === moves.length + 1
      );
    },
    run(world, who, { number, cell }) {
      const board = found(mine(world, number, who));
      const rest = other(board, who);
      const queued = board.queues.get(rest);
      ply(board, who, cell);
      if (queued !== undefined && queued !== OFF_THE_BOARD) ply(board, rest, queued);
      return world.reach(board.black, board.white);
    },
  },
  queue: {
    may(world, who, { number }) {
      const board = mine(world, number, who);
      return board !== undefined && turnOf(board) !== who;
    },
    run(world, who, { number, cell }) {
      found(mine(world, number, who)).queues.set(who, cell);
      return world.reach(who);
    },
  },
  resign: {
    may: (world, who, { number }) => mine(world, number, who) !== undefined,
    run: (world, who, { number }) =>
      resign(world, found(mine(world, number, who)), who, 'resigned'),
  },
  draw: {
    may(world, who, { number }) {
      const board = mine(world, number, who);
      if (!board?.offer) return board !== undefined && mayOffer(world, board, who);
      return board.offer.kind === 'draw' && answersOffer(board, who);
    },
    run(world, who, { number }) {
      const board = found(mine(world, number, who));
      return board.offer ? agree(world, board) : offer(world, board, 'draw', who);
    },
  },
  undo: {
    may(world, who, { number }) {
      const board = mine(world, number, who);
      if (!board || board.offer || !mayOffer(world, board, who)) return false;
      return board.moves.length > (sideOf(board, who) === 'black' ? 0 : 1);
    },
    run: (world, who, { number }) => offer(world, found(mine(world, number, who)), 'undo', who),
  },
  signoff: { may: () => true, run: () => [] },
  'signoff now': { may: () => true, run: (world, who) => leave(world, who) },
  'admin start': {
    may: (world, _, { black, white }) =>
      black !== white && world.isHere(black) && world.isHere(white),
    run: (world, _, { black, white }) => [
      ...open(world, world.nextNumber, black, white),
      ...world.reach('admin'),
    ],
  },
  'admin resign': {
    may: (world, _, { number, userid }) =>
      world.isHere(userid) && mine(world, number, userid) !== undefined,
    run: (world, _, { number, userid }) => [
      ...resign(world, found(mine(world, number, userid)), userid, 'resigned-by-admin'),
      ...world.reach('admin'),
    ],
  },
  'admin end': {
    may(world, _, { number }) {
      const board = boardOf(world, number);
      return board !== undefined && board.over === undefined;
    },
    run(world, _, { number, how }) {
      const [ending, winner] = ENDS[how];
      return [
        ...end(world, found(boardOf(world, number)), ending, winner),
        ...world.reach('admin'),
      ];
    },
  },
  'admin undo': {
    may(world, _, { number }) {
      const board = boardOf(world, number);
      return board !== undefined && (board.over !== undefined || board.moves.length > 0);
    },
    run(world, _, { number }) {
      const board = found(boardOf(world, number));
      if (board.over) board.over = undefined;
      else board.moves.pop();
      change(board);
      return world.reach(board.black, board.white, 'admin');
    },
  },
  'admin suspend': {
    may: (world, _, { userid }) => world.isHere(userid) && !world.accounts.get(userid)?.suspended,
    run(world, _, { userid }) {
      found(world.accounts.get(userid)).suspended = true;
      const own = world.slips.filter(({ state, from }) => state === 'open' && from === userid);
      for (const slip of own) slip.state = 'withdrawn';
      return world.reach(userid, 'admin', ...own.map(({ to }) => to));
    },
  },
  'admin restore': {
    may: (world, _, { userid }) => world.accounts.get(userid)?.suspended === true,
    run(world, _, { userid }) {
      found(world.accounts.get(userid)).suspended = false;
      return world.reach(userid, 'admin');
    },
  },
};

/** A cell that no board has: a queue that comes to nothing. */
export const OFF_THE_BOARD = 'z26';
