/** Why a text is no strategy for the side that it names: the first fault, by its line, counted from 1. */
export type Fault = { readonly line: number } & (
  | { readonly code: Plain }
  /** A line of the head that is missing or wrong; the empty one has no name. */
  | { readonly code: 'head'; readonly name: string }
  /** So many lines should follow the head. */
  | { readonly code: 'too-few' | 'too-many'; readonly positions: number }
  /** The same position, or an image of it, stands on another line. */
  | { readonly code: 'twice'; readonly other: number }
  /** After the reply of this line, or at the start, this move of the other side is the fault. */
  | { readonly code: 'unanswered' | 'defence-wins' | 'circle'; readonly defence: string }
);

type Plain =
  /** No such game is known here, or it is not played on such a board. */
  | 'no-such-game'
  | 'no-such-board'
  /** There is no line for the first position, in which the winner is to move. */
  | 'no-beginning'
  /** The line is longer than any position and move. */
  | 'too-long'
  /** What stands there is no legal position of the game, or not written as the game writes it. */
  | 'not-a-position'
  | 'other-size'
  /** The other side is to move, or nobody any more. */
  | 'not-to-move'
  | 'game-over'
  /** The reply is not legal, or not written as the game writes it. */
  | 'not-a-move'
  /** The reply ends the game, and does not win it. */
  | 'reply-loses'
  /** No play of the other side leads to this position. */
  | 'unused';
