import { gameOf, offeredRules } from '../../engine/registry.ts';
import type { RulesId } from '../../engine/shape/ground.ts';
import type { Colour, Position, Size } from '../../engine/shape/types.ts';
import { opposite } from '../../engine/stones/board.ts';
import { makeSize } from '../../engine/stones/notation.ts';
import type { BoardFacts } from '../../intent.ts';
import { pliesBeforeChoice } from '../../match/by-rules.ts';
import { parseLevel } from '../../match/types.ts';

/** The command that offers the same match again; to everybody if the opponent has left. */
export const rematchCommand = ({ rules, opponentGone }: BoardFacts, size: Size): string =>
  opponentGone ? challengeTo('open', rules, size) : 'rematch';

/** The command that begins a match at the next level, if there is one and the robot has lost. */
export function nextLevelOf({ rules, robot, outcome }: BoardFacts, size: Size): string | undefined {
  const isBeaten = robot && outcome?.winner === opposite(robot.side);
  const next = isBeaten ? parseLevel(String(robot.level + 1)) : undefined;
  return next && `play ${withSize(rules, size)} -level=${next}`;
}

/** A challenge that names the size if it is not the default. */
export const challengeTo = (whom: string, rules: RulesId, size: Size): string =>
  `challenge ${whom} ${withSize(rules, size)}`;

function withSize(rules: RulesId, size: Size): string {
  const written = makeSize(size);
  const isDefault = makeSize(gameOf(rules).defaultSize) === written;
  return isDefault ? rules : `${rules} -size=${written}`;
}

/** The games of the server that are no variant of this one; all of them if there is no other. */
export function otherGames(rules: RulesId): readonly RulesId[] {
  const games = offeredRules();
  const [family = ''] = rules.split('-');
  const others = games.filter((each) => !each.startsWith(family));
  return others.length > 0 ? others : games;
}

/** The command that begins a match of the first other game against the robot. */
export const playOther = (rules: RulesId): string => `play ${otherGames(rules)[0] ?? rules}`;

/** The command that offers a player a match of the first other game. */
export const offerOther = (userid: string, rules: RulesId): string =>
  `challenge ${userid} ${otherGames(rules)[0] ?? rules}`;

/** Puzzles are of games that a solver decides. */
const puzzleOf = (rules: RulesId): readonly string[] =>
  gameOf(rules).oracle ? [`puzzle ${rules}`] : [];

/** How a reader sees a board. */
interface Seen {
  readonly seat: Colour | undefined;
  readonly isOver: boolean;
  readonly playing: boolean;
  readonly yourTurn: boolean;
}

/** Commands for an answer to a board; each is complete, but that `say` takes the text below it. */
export function suggestedCommands(
  facts: BoardFacts,
  { seat, isOver: over, playing, yourTurn }: Seen,
  start: Position,
): readonly string[] {
  const { board, rules, moves, offer, robot } = facts;
  const show = moves.length > 0 ? `show ${board} #${moves.length - 1}` : `show ${board}`;
  // Board 0 is not a match yet.
  if (board === 0 && seat) return [`help ${rules}`];
  if (!seat) return [`show ${board}`];
  const opponent = facts[opposite(seat)];
  if (over) {
    const next = nextLevelOf(facts, start.board);
    const others = robot
      ? [playOther(rules), `challenge open ${rules}`, ...puzzleOf(rules)]
      : facts.opponentGone
        ? [playOther(rules)]
        : [offerOther(opponent, rules), `play ${rules}`, `say ${board}`];
    const again = [rematchCommand(facts, start.board), ...(next ? [next] : [])];
    return [...again, ...others, show, 'games'];
  }
  if (!playing) return [`show ${board}`, 'games', `help ${rules}`];
  // A player who has not moved cannot take a move back.
  const hasMoved = pliesBeforeChoice({ rules, start, moves }, seat) !== undefined;
  const offers = offer
    ? offer.by === opponent
      ? [`accept ${board} ${offer.kind}`, `decline ${board}`]
      : []
    : [
        ...(gameOf(rules).canEndInDraw && !robot?.rated ? [`draw ${board}`] : []),
        ...(hasMoved && !robot?.rated ? [`undo ${board}`] : []),
      ];
  const hint = facts.hints && yourTurn ? [`hint ${board}`] : [];
  const words = robot ? [] : [`say ${board}`];
  // What cannot be undone comes last.
  return [...hint, ...offers, ...words, show, `help ${rules}`, `resign ${board}`];
}
