import {
  nextLevelOf,
  otherGames,
  playOther,
  rematchCommand,
  suggestedCommands,
} from '../command/letters/suggested-commands.ts';
import { NEWCOMER } from '../command/robot/first-game.ts';
import { gameOf, parsePosition, storedPosition } from '../engine/registry.ts';
import type { RulesId } from '../engine/shape/ground.ts';
import type { Colour, Move, MoveEffects, Position, Size } from '../engine/shape/types.ts';
import { roundOf, type Side, sideOf, type Tally, type View } from '../engine/shape/view.ts';
import { opposite } from '../engine/stones/board.ts';
import type { BoardFacts, Choices } from '../intent.ts';
import { clockShownDaysMax } from '../limits.ts';
import type { ClockFacts } from '../match/clock.ts';
import { replay } from '../match/play.ts';
import { exampleMove } from '../match/types.ts';
import { type Sentence, say, type Wording } from '../sentence.ts';
import {
  type BoardDrawing,
  type BoardView,
  boardInWords,
  drawBoard,
  type Marks,
  marksOf,
} from './ascii.ts';
import { type SideSign, signsOf } from './board-cells.ts';
import { drawRecord, hindsightOf, type Round, roundsOf } from './record.ts';

/** The data of a board letter for its templates. */
export interface BoardPage {
  readonly game: string;
  /** `Forms Board 12`, or `Forms` without a board. */
  readonly title: string;
  readonly board: number;
  readonly black: string;
  readonly white: string;
  /** Names of the sides: `Black (#)`. */
  readonly sides: Readonly<Record<Colour, string>>;
  /** The signs of the sides, in text and in HTML. */
  readonly signs: readonly SideSign[];
  readonly events: readonly string[];
  /** Whose turn it is, or how the match has ended. */
  readonly state: string;
  /** The state of the clock, where that matters. */
  readonly clock: string | undefined;
  /** An open offer, worded for its maker or the other player. */
  readonly offer: string | undefined;
  /** The reader's conditional moves. */
  readonly queued: string | undefined;
  /** The sentence about ratings, if any. */
  readonly rating: string | undefined;
  /** What stands beside the board: how many stones each side has, where that decides. */
  readonly beside: readonly string[];
  /** The loser's missed win, if known. */
  readonly hindsight: string | undefined;
  /** The round that is played, or with which the match ended: 0 without a move. */
  readonly round: number;
  readonly rounds: readonly Round[];
  /** The sides of the left and the right column. */
  readonly columns: readonly [Colour, Colour];
  /** The moves are above the board. */
  readonly recordFirst: boolean;
  /** Where the omitted moves can be seen. */
  readonly allMoves: string | undefined;
  /** The rounds, as lines of text. */
  readonly record: readonly string[];
  /** Empty for a reader who wants words only. */
  readonly diagram: readonly string[];
  /** What the signs of the diagram mean, on the first board of a match. */
  readonly legend: string | undefined;
  /** The board in words, if wanted. */
  readonly inWords: readonly string[];
  /** The board to draw in HTML; undefined for a reader who wants words only. */
  readonly sight: BoardDrawing | undefined;
  /** The userid of the player to move; undefined after the end. */
  readonly turn: string | undefined;
  /** The reader is to move. */
  readonly yourTurn: boolean;
  /** The other player, if the reader is a player. */
  readonly opponent: string | undefined;
  /** Tips for a new reader on how to play here. */
  readonly lessons: readonly string[];
  /** How to offer a rematch, when the match is over. */
  readonly again: string | undefined;
  /** How to play another game, at the end. */
  readonly other: string | undefined;
  readonly playing: boolean;
  /** The reader is a spectator who gets more boards. */
  readonly watching: boolean;
  readonly over: boolean;
  readonly rules: RulesId;
  /** The reader's userid, if any. */
  readonly reader: string | undefined;
  /** Legal moves by origin; in games without origins, a group per move. */
  readonly moves: readonly { readonly from: string; readonly moves: readonly string[] }[];
  /** Play has stopped, and the sides settle the result. */
  readonly isCounted: boolean;
  /** A sample of them, as it is written; undefined if there are none. */
  readonly example: string | undefined;
  /** Commands that a reply may hold, besides a move. */
  readonly also: readonly string[];
  readonly comment: BoardFacts['comment'];
  /** The author of the comment: `bob writes:`. Empty if none. */
  readonly whose: string;
}

/**
 * Makes the data of a board letter for one reader.
 *
 * @param reader the reader's userid; all but the two players are spectators
 * @param words translates sentences for the reader, who is `you`
 * @param choices the reader's settings for boards
 */
export function boardPage(
  facts: BoardFacts,
  reader: string | undefined,
  words: Wording,
  choices: Choices = {},
): BoardPage {
  const game = gameOf(facts.rules);
  const { start, position, effects, view, listed } = shownToAll(facts);
  const { turn } = position;
  const seat = reader === facts.black ? 'black' : reader === facts.white ? 'white' : undefined;
  const over = facts.outcome !== undefined;
  const playing = seat !== undefined && !over && !facts.past && !facts.imagined;
  const yourTurn = playing && seat === turn;
  const moves = yourTurn ? game.legalMoves(position) : [];
  const { onBoard, others } = groupMoves(position, moves, view);
  const hindsight = hindsightOf(facts, start);
  const offer = playing ? offerOf(facts, reader) : undefined;
  const clock = facts.clock && clockSentence(facts.clock, yourTurn);
  const label = ({ name, sign }: Side) => `${words(say(`name-${name}`))} (${sign})`;
  const [left, right] = game.sides;
  const sides = { black: label(sideOf(game, 'black')), white: label(sideOf(game, 'white')) };
  // Without players, sides go by their labels.
  const rounds = roundsOf(listed, [left.colour, right.colour], start.turn, facts.whole);
  const names = { black: facts.black || sides.black, white: facts.white || sides.white };
  const round = roundOf(game, start.turn, facts.moves.length + (over ? 0 : 1));
  const state = words(stateOf(facts, position, names, round));
  return {
    game: game.name,
    title: words(say('board-title', { game: game.name, board: facts.board })),
    rules: facts.rules,
    reader,
    board: facts.board,
    black: nameOf(facts.black, words),
    white: nameOf(facts.white, words),
    sides,
    signs: signsOf(game.sides, view),
    events: facts.events.map(words),
    state: seat && facts.outcome?.winner === seat ? words(congratulating(state)) : state,
    offer: offer && words(offer),
    beside: (view.beside ?? []).map((tally) => words(tallied(tally, game.sides))),
    clock: clock && words(clock),
    queued: playing && facts.queued ? words(say('queued', { moves: facts.queued })) : undefined,
    rating: facts.rating && words(facts.rating),
    hindsight: hindsight && words(hindsight),
    round,
    rounds,
    columns: [left.colour, right.colour],
    record: drawRecord(rounds, [left.colour, right.colour], facts, sides),
    ...drawingsOf({ view, sides: game.sides }, marksOf(effects), words, choices),
    legend:
      playing && facts.moves.length === 0 && choices.board !== 'words'
        ? words(legendOf(position, view))
        : undefined,
    turn: over ? undefined : facts[turn],
    yourTurn,
    opponent: seat && facts[opposite(seat)],
    lessons: (facts.lessons ?? []).map(words),
    again: over && seat ? words(againIn(facts, position.board)) : undefined,
    other: over && seat ? words(othersThan(facts)) : undefined,
    playing,
    watching: facts.watching === true && !over,
    over,
    moves: onBoard,
    isCounted: game.agreement?.(position) !== undefined,
    example: exampleMove(position, moves),
    also: [
      ...others,
      ...suggestedCommands(facts, { seat, isOver: over, playing, yourTurn }, start),
    ],
    comment: facts.comment,
    whose: facts.comment ? words(say('writes', { userid: facts.comment.by })) : '',
    recordFirst: choices.order === 'classic',
    allMoves:
      (rounds[0]?.number ?? 1) > 1 ? words(say('moves-shown', { board: facts.board })) : undefined,
  };
}

const tallied = ({ code, counts }: Tally, [first, second]: readonly [Side, Side]) =>
  say(code, {
    side: first.name,
    count: counts[first.colour],
    owner: second.name,
    others: counts[second.colour],
  });

/** A newcomer without an account is shown as `you`, translated. */
const nameOf = (userid: string, words: Wording): string =>
  userid === NEWCOMER.userid ? words(say('newcomer')) : userid;

function againIn(facts: BoardFacts, size: Size): Sentence {
  const command = rematchCommand(facts, size);
  const next = nextLevelOf(facts, size);
  if (next !== undefined) return say('play-again-level', { command, next });
  return say(facts.opponentGone ? 'play-again-open' : 'play-again', { command });
}

/** The outcome, told to the winner. */
const congratulating = (told: string): Sentence =>
  say('congratulations', { told: told.charAt(0).toLowerCase() + told.slice(1) });

/** The signs that a game draws, also those that stand on the board only after some moves. */
function legendOf(position: Position, { lines, later = [] }: View): Sentence {
  const game = gameOf(position.rules);
  const [first, second] = game.sides;
  const [move] = game.legalMoves(position);
  const vacated = move === undefined ? [] : game.play(position, move).effects().vacated;
  const isEmpty = lines.some(({ spots }) => spots.some((spot) => spot && !spot.thing));
  const leaves = vacated.length > 0;
  const kind = later[0]?.kind;
  return say('legend', {
    sign: first.sign,
    side: first.name,
    other: second.sign,
    owner: second.name,
    empty: isEmpty || leaves ? 'yes' : 'no',
    later: kind === 'arrow' || kind === 'dead' ? kind : 'none',
    left: leaves ? 'yes' : 'no',
  });
}

/** How to play another game. */
const othersThan = ({ rules }: BoardFacts): Sentence =>
  say('play-other', { games: otherGames(rules).join(', '), other: playOther(rules) });

/** The board as the reader wants it: as a diagram, in words, or both. */
function drawingsOf(
  { view, sides }: BoardView,
  marks: Marks,
  words: Wording,
  { board, coordinates }: Choices,
): Pick<BoardPage, 'diagram' | 'sight' | 'inWords'> {
  const withCoordinates = coordinates !== 'no';
  return {
    diagram: board === 'words' ? [] : drawBoard(view, marks, withCoordinates),
    sight:
      board === 'words'
        ? undefined
        : { view, sides, marks, coordinates: withCoordinates, isWhole: board === 'picture' },
    inWords: board === 'words' || board === 'both' ? boardInWords({ view, sides }, words) : [],
  };
}

function stateOf(
  facts: BoardFacts,
  { turn }: Position,
  names: Readonly<Record<Colour, string>>,
  round: number,
): Sentence {
  const { outcome } = facts;
  if (outcome) {
    // A draw's sentence uses no names; a draw by the rules has its own ending code.
    const winner = outcome.winner ?? 'black';
    const seats = { winner: names[winner], loser: names[opposite(winner)] };
    return say(`ending-${outcome.ending}`, seats);
  }
  const { name: side, sign } = sideOf(gameOf(facts.rules), turn);
  if (facts.imagined) return say('turn-would', { side, sign, round });
  return say(facts.past ? 'turn-then' : 'turn-now', { userid: names[turn], side, sign, round });
}

/** A position as its reader wants it, without a last move. */
export function drawPosition(
  text: string,
  words: Wording,
  choices: Choices,
): Pick<BoardPage, 'diagram' | 'sight' | 'inWords'> {
  const position = parsePosition(text);
  if (!position.ok) throw new Error(`damaged position (${position.error.code})`);
  const game = gameOf(position.value.rules);
  const seen = { view: game.view(position.value), sides: game.sides };
  return drawingsOf(seen, marksOf(undefined), words, choices);
}

function offerOf({ board, offer }: BoardFacts, reader: string | undefined): Sentence | undefined {
  if (!offer) return undefined;
  const { kind, by } = offer;
  return by === reader ? say(`own-${kind}-open`, { board }) : say(`${kind}-open`, { userid: by });
}

/** What a board shows to every reader: its start, the position to show, and the effects of the last ply. */
interface ShownToAll {
  readonly start: Position;
  readonly position: Position;
  readonly effects: MoveEffects | undefined;
  /** The moves, as a list shows them. */
  readonly listed: readonly string[];
  readonly view: View;
}

/**
 * What the last board shows to all: the letters to its two players are mostly written one after the other.
 */
let last: { readonly record: string; readonly shown: ShownToAll } | undefined;

function shownToAll(facts: BoardFacts): ShownToAll {
  const record = [facts.rules, facts.start, ...facts.moves].join('\n');
  if (last?.record === record) return last.shown;
  const game = gameOf(facts.rules);
  const start = storedPosition(facts.rules, facts.start, `board ${facts.board}`);
  let [position, effects]: [Position, MoveEffects | undefined] = [start, undefined];
  const lastMove = facts.moves.at(-1);
  if (lastMove !== undefined) {
    const before = replay(facts.rules, start, facts.moves.slice(0, -1));
    const move = game.parseMove(before, lastMove);
    if (!move.ok) throw new Error(`board ${facts.board}: damaged record (${move.error.code})`);
    const played = game.play(before, move.value);
    [position, effects] = [played.position, played.effects()];
  }
  const { listed: inList } = game;
  let after = start;
  const listed = inList
    ? facts.moves.map((text) => {
        after = replay(facts.rules, after, [text]);
        return inList(text, after);
      })
    : facts.moves;
  const shown = { start, position, effects, listed, view: game.view(position) };
  last = { record, shown };
  return shown;
}

/** The moves by the spot where they begin, and those that name no spot, such as a swap. */
function groupMoves(position: Position, legal: readonly Move[], { lines }: View) {
  const game = gameOf(position.rules);
  const groups = new Map<string, string[]>();
  for (const move of legal) {
    const from = game.firstPartOf(move, position);
    const group = groups.get(from) ?? [];
    group.push(game.makeMove(move, position));
    groups.set(from, group);
  }
  const spots = new Set(lines.flatMap((line) => line.spots.map((spot) => spot?.name)));
  const all = [...groups].map(([from, moves]) => ({ from, moves }));
  return {
    onBoard: all.filter(({ from }) => spots.has(from)),
    others: all.flatMap(({ from, moves }) => (spots.has(from) ? [] : moves)),
  };
}

/**
 * The sentence about the clock: the deadline for the reader, and for both what matters: days are used up,
 * few are left, they count for the whole match, or the clock is stopped.
 */
function clockSentence(clock: ClockFacts, yourTurn: boolean): Sentence | undefined {
  const { userid, gone, left, day, zone, total, awayUntil } = clock;
  const whose = yourTurn ? 'yours' : 'theirs';
  if (awayUntil !== undefined) return say('clock-away', { whose, userid, day: awayUntil });
  if (gone === 0 && left > clockShownDaysMax && !total) {
    return yourTurn ? say('move-by', { day }) : undefined;
  }
  return say('clock-runs', { whose, userid, gone, left, day, zone });
}
