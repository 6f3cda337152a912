import { opposite } from '../../engine/stones/board.ts';
import { hintsPerDayMax } from '../../limits.ts';
import { allowsHints } from '../../match/hints.ts';
import { colourOf } from '../../match/seats.ts';
import type { Match } from '../../match/types.ts';
import { err, ok } from '../../result.ts';
import { type Sentence, say } from '../../sentence.ts';
import { refuse } from '../shape/decision.ts';
import type { Command, Decision, PlayerAsking } from '../shape/types.ts';
import { onlyNumber } from '../shape/words.ts';

/** Asks for a move, where a match has hints and it is the asker's turn. */
export const hint: Command = {
  name: 'hint',
  aliases: [],
  usage: 'hint N',
  summary: 'suggests a move, where hints are agreed or the robot plays',
  example: 'hint 12',
  audience: 'player',
  need: 'proof-to-read',
  takesComment: false,
  options: [],

  read(words, place) {
    const board = onlyNumber(words, place);
    if (board === undefined) return err(say('board-number-missing', { command: 'hint' }));
    const text = `hint ${board}`;
    return ok({ text, board: undefined, run: (asking) => askHint(text, board, asking) });
  },
};

/** The answer is a letter of its own, when the solver's thread has found it. */
function askHint(text: string, board: number, { player, reading }: PlayerAsking): Decision {
  const match = reading.match(board);
  if (!match) return refuse(text, say('no-such-board', { board }));
  const hindrance = hintHindrance(match, player.id);
  if (hindrance) return refuse(text, hindrance);
  if (reading.hintsToday(player.id) >= hintsPerDayMax) {
    return refuse(text, say('hint-enough', { count: hintsPerDayMax }));
  }
  const { position, revision } = match;
  const playerId = player.id;
  return {
    changes: [
      { do: 'ask-solver', playerId, understood: text, position, hintOn: { board, revision } },
    ],
    letters: [],
    section: undefined,
  };
}

/** Why a player gets no hint on a board now, or undefined. */
function hintHindrance(match: Match, playerId: number): Sentence | undefined {
  const { board, rules, outcome, position, hints, robot } = match;
  const colour = colourOf(match, playerId);
  if (!colour) return say('not-your-board', { board });
  if (outcome) return say('hint-over', { board });
  const { userid } = match[opposite(colour)];
  if (!allowsHints(match)) {
    const isRated = hints || robot;
    return isRated ? say('hint-rated', { board }) : say('hint-not-agreed', { userid, rules });
  }
  return position.turn === colour ? undefined : say('hint-not-your-turn', { board, userid });
}
