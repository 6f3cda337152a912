import { legendOf, tallied } from '../command/letters/legend.ts';
import {
  nextLevelOf,
  offerOther,
  otherGames,
  playOther,
  rematchCommand,
  suggestedCommands,
} from '../command/letters/suggested-commands.ts';
import { NEWCOMER } from '../command/robot/first-game.ts';
import { gameOf, parsePosition, storedPosition } from '../engine/registry.ts';
import { LEVELS } from '../engine/robot/level.ts';
import { Effort } from '../engine/shape/solution.ts';
import type { Colour, Move, Position, Size } from '../engine/shape/types.ts';
import { roundOf, type Side, sideOf, type View } from '../engine/shape/view.ts';
import { type Hindsight, lookBack } from '../engine/solve/solve-text.ts';
import { opposite } from '../engine/stones/board.ts';
import type { BoardFacts, Choices } from '../intent.ts';
import { clockLimits, shownLimits } from '../limits.ts';
import { replayed } from '../match/by-rules.ts';
import type { ClockFacts } from '../match/clock.ts';
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
import { signsOf } from './board-cells.ts';

/** The data of a board letter for its templates. */
export type BoardPage = ReturnType<typeof boardPage>;

/**
 * Makes the data of a board letter for one reader.
 *
 * @param reader the reader's userid; all but the two players are spectators
 * @param words translates sentences for the reader, who is `you`
 */
export function boardPage(
  facts: BoardFacts,
  reader: string | undefined,
  words: Wording,
  choices: Choices = {},
) {
  const game = gameOf(facts.rules);
  const { start, position, effects, view, listed } = shownToAll(facts);
  const { turn } = position;
  const seat = reader === facts.black ? 'black' : reader === facts.white ? 'white' : undefined;
  const over = facts.outcome !== undefined;
  const playing = seat !== undefined && !over && !facts.past && !facts.imagined;
  const yourTurn = playing && seat === turn;
  const moves = yourTurn ? game.legalMoves(position) : [];
  const { onBoard, others } = groupMoves(position, moves, view);
  const said = (sentence: Sentence | undefined) => sentence && words(sentence);
  const label = ({ name, sign }: Side) => `${words(say(`name-${name}`))} (${sign})`;
  const [left, right] = game.sides;
  const columns = [left.colour, right.colour] as const;
  const sides = { black: label(sideOf(game, 'black')), white: label(sideOf(game, 'white')) };
  const rounds = roundsOf(listed, columns, start.turn, facts.whole);
  // Without players, sides go by their labels.
  const names = { black: facts.black || sides.black, white: facts.white || sides.white };
  const round = roundOf(game, start.turn, facts.moves.length + (over ? 0 : 1));
  const state = words(stateOf(facts, position, names, round));
  return {
    game: game.name,
    /** `Forms Board 12`, or `Forms` without a board. */
    title: words(say('board-title', { game: game.name, board: facts.board })),
    rules: facts.rules,
    reader,
    board: facts.board,
    black: nameOf(facts.black, words),
    white: nameOf(facts.white, words),
    /** Names of the sides: `Black (#)`. */
    sides,
    signs: signsOf(game.sides, view),
    events: facts.events.map(words),
    /** Whose turn it is, or how the match has ended. */
    state: seat && facts.outcome?.winner === seat ? words(congratulating(state)) : state,
    /** An open offer, worded for its maker or the other player. */
    offer: playing ? said(offerOf(facts, reader)) : undefined,
    /** How many stones each side has, where that decides. */
    beside: (view.beside ?? []).map((tally) => words(tallied(tally, game.sides))),
    /** The state of the clock, where that matters. */
    clock: facts.clock && said(clockSentence(facts.clock, yourTurn)),
    /** The reader's conditional moves. */
    queued: playing && facts.queued ? words(say('queued', { moves: facts.queued })) : undefined,
    rating: said(facts.rating),
    /** The loser's missed win, if known. */
    hindsight: said(hindsightOf(facts, start)),
    /** The round that is played, or with which the match ended: 0 without a move. */
    round,
    rounds,
    columns,
    record: drawRecord(rounds, columns, facts, sides),
    ...drawingsOf({ view, sides: game.sides }, marksOf(effects), words, choices),
    /** What the signs of the diagram mean, on the first board of a match. */
    legend:
      playing && facts.moves.length === 0 && choices.board !== 'words'
        ? words(legendOf(position, view))
        : undefined,
    /** The userid of the player to move; undefined after the end. */
    turn: over ? undefined : facts[turn],
    yourTurn,
    /** The other player, if the reader is a player. */
    opponent: seat && facts[opposite(seat)],
    /** Tips for a new reader on how to play here. */
    lessons: (facts.lessons ?? []).map(words),
    /** How to offer a rematch, and to play another game, at the end. */
    again: over && seat ? words(rematchSentence(facts, position.board)) : undefined,
    other: over && seat ? words(otherGameSentence(facts, facts[opposite(seat)])) : undefined,
    playing,
    /** The reader is a spectator who gets more boards. */
    watching: facts.watching === true && !over,
    over,
    moves: onBoard,
    /** Play has stopped, and the sides settle the result. */
    isCounted: game.agreement?.(position) !== undefined,
    /** A sample move, as it is written; undefined if there are none. */
    example: exampleMove(position, moves),
    /** Commands that a reply may hold, besides a move. */
    also: [
      ...others,
      ...suggestedCommands(facts, { seat, isOver: over, playing, yourTurn }, start),
    ],
    comment: facts.comment,
    /** The author of the comment: `bob writes:`. Empty if none. */
    whose: facts.comment ? words(say('writes', { userid: facts.comment.by })) : '',
    /** The moves are above the board. */
    recordFirst: choices.order === 'classic',
    /** Where the omitted moves can be seen. */
    allMoves:
      (rounds[0]?.number ?? 1) > 1 ? words(say('moves-shown', { board: facts.board })) : undefined,
  };
}

/** A newcomer without an account is shown as `you`, translated. */
const nameOf = (userid: string, words: Wording): string =>
  userid === NEWCOMER.userid ? words(say('newcomer')) : userid;

function rematchSentence(facts: BoardFacts, size: Size): Sentence {
  const command = rematchCommand(facts, size);
  const next = nextLevelOf(facts, size);
  if (next !== undefined) return say('play-again-level', { command, next, most: LEVELS.length });
  return say(facts.opponentGone ? 'play-again-open' : 'play-again', { command });
}

/** The outcome, told to the winner. */
const congratulating = (told: string): Sentence =>
  say('congratulations', { told: told.charAt(0).toLowerCase() + told.slice(1) });

/** How to play another game: with the same player, or else with the robot. */
function otherGameSentence({ rules, robot, opponentGone }: BoardFacts, userid: string): Sentence {
  const games = otherGames(rules).join(', ');
  return robot || opponentGone
    ? say('play-other', { games, other: playOther(rules) })
    : say('play-other-with', { games, userid, other: offerOther(userid, rules), rules });
}

/** The board as the reader wants it: as a diagram, in words, or both. */
function drawingsOf(
  { view, sides }: BoardView,
  marks: Marks,
  words: Wording,
  { board, coordinates: wanted }: Choices,
) {
  const coordinates = wanted !== 'no';
  const isDrawn = board !== 'words';
  const drawing: BoardDrawing = { view, sides, marks, coordinates, isWhole: board === 'picture' };
  return {
    diagram: isDrawn ? drawBoard(drawing) : [],
    /** The board to draw in HTML. */
    drawing: isDrawn ? drawing : undefined,
    inWords: isDrawn && board !== 'both' ? [] : boardInWords(drawing, words),
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
export function drawPosition(text: string, words: Wording, choices: Choices) {
  const position = parsePosition(text);
  if (!position.ok) throw new Error(`damaged position (${position.error.code})`);
  const game = gameOf(position.value.rules);
  const seen = { view: game.view(position.value), sides: game.sides };
  return drawingsOf(seen, marksOf(), words, choices);
}

function offerOf({ board, offer }: BoardFacts, reader: string | undefined): Sentence | undefined {
  if (!offer) return undefined;
  const { kind, by } = offer;
  return by === reader ? say(`own-${kind}-open`, { board }) : say(`${kind}-open`, { userid: by });
}

/** The last board shown: the letters to its two players are mostly written one after the other. */
let last: { readonly record: string; readonly shown: ReturnType<typeof readShown> } | undefined;

function shownToAll(facts: BoardFacts) {
  const record = [facts.rules, facts.start, ...facts.moves].join('\n');
  if (last?.record !== record) last = { record, shown: readShown(facts) };
  return last.shown;
}

/** What a board shows to every reader: its start, the position to show, and the effects of the last ply. */
function readShown({ rules, start: text, board, moves }: BoardFacts) {
  const game = gameOf(rules);
  const start = storedPosition(rules, text, `board ${board}`);
  const plies = [...replayed(start, moves)];
  const { position, effects } = plies.at(-1) ?? { position: start, effects: undefined };
  /** The moves, as a list shows them. */
  const listed = plies.map((ply) => game.listed?.(ply.text, ply.position) ?? ply.text);
  return { start, position, effects: effects?.(), listed, view: game.view(position) };
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
  if (gone === 0 && left > clockLimits.shownDays && !total) {
    return yourTurn ? say('move-by', { day }) : undefined;
  }
  return say('clock-runs', { whose, userid, gone, left, day, zone });
}

/** A line of a move list: its number, from 1, and the moves of both sides. */
interface Round extends Readonly<Record<Colour, string>> {
  readonly number: number;
}

const NUMBER_WIDTH = 3;

/** The moves in two columns, below the sides and the players. */
function drawRecord(
  rounds: readonly Round[],
  [left, right]: readonly [Colour, Colour],
  players: { readonly black: string; readonly white: string },
  sides: { readonly black: string; readonly white: string },
): readonly string[] {
  if (rounds.length === 0) return [];
  const long = Math.max(...rounds.map((round) => round[left].length));
  const width = Math.max(15, sides.black.length + 2, players.black.length + 2, long + 2);
  const row = (before: string, cells: Readonly<Record<Colour, string>>) =>
    `${before.padStart(NUMBER_WIDTH)}  ${cells[left].padEnd(width)}${cells[right]}`.trimEnd();
  return [
    row('', sides),
    row('', players),
    ...rounds.map(({ number, ...moves }) => row(String(number), moves)),
  ];
}

/**
 * The lines of a move list.
 *
 * @param whole all rounds, or only the last ones
 */
function roundsOf(
  moves: readonly string[],
  [left]: readonly [Colour, Colour],
  first: Colour,
  whole: boolean,
): readonly Round[] {
  const missing = first === left ? 0 : 1;
  const rounds: Round[] = [];
  for (let at = -missing; at < moves.length; at += 2) {
    const [one, other] = [moves[at] ?? '...', moves[at + 1] ?? ''];
    const cells = left === 'black' ? { black: one, white: other } : { black: other, white: one };
    rounds.push({ number: rounds.length + 1, ...cells });
  }
  return whole ? rounds : rounds.slice(-shownLimits.recentRounds);
}

/**
 * A line about the loser's missed win, if cheap to find: the last ply at which that side could have won.
 * Undefined while the match is open, after a draw, and if nothing was missed or found.
 */
function hindsightOf(facts: BoardFacts, start: Position): Sentence | undefined {
  const winner = facts.outcome?.winner;
  if (!winner) return undefined;
  const game = gameOf(facts.rules);
  const loser = opposite(winner);
  const ply = foundOf(facts, start)?.couldWinUntil[loser];
  if (ply === undefined) return undefined;
  const side = sideOf(game, loser).name;
  return ply > facts.moves.length
    ? say('could-still-win', { side })
    : say('could-have-won', { side, round: roundOf(game, start.turn, ply) });
}

/** What was found last: both players get it in turn. */
let lastLook: { readonly key: string; readonly found: Hindsight | undefined } | undefined;

function foundOf({ rules, start: text, moves }: BoardFacts, start: Position) {
  const key = [rules, text, ...moves].join('\n');
  if (lastLook?.key !== key) {
    const played = [...replayed(start, moves)].map(({ move }) => move);
    const found = lookBack(start, played, new Effort({ nodesMax: shownLimits.hindsightNodes }));
    lastLook = { key, found };
  }
  return lastLook.found;
}
