import { gameOf, makePosition } from '../../engine/registry.ts';
import type { Colour } from '../../engine/shape/types.ts';
import { opposite } from '../../engine/stones/board.ts';
import { colourOf, type Match } from '../../match/types.ts';
import { say } from '../../sentence.ts';
import { playRobot } from '../robot/against-robot.ts';
import { boardCommand, refuse } from '../shape/decision.ts';
import type { Terms } from '../shape/terms.ts';
import type { Command } from '../shape/types.ts';
import { challengePlayer, challengeProblem } from './new-challenge.ts';

/** Offers the opponent of a match another one with the sides swapped. */
export const rematch: Command = boardCommand(
  {
    name: 'rematch',
    summary: 'offers a finished match once more, with the sides swapped',
    need: 'proof',
    takesComment: true,
  },
  (match, context) => {
    const { queries, player } = context;
    const { board, rules, robot } = match;
    const colour = colourOf(match, player.id);
    if (!colour) return refuse(say('not-your-board', { board }));
    const { id, userid } = match[opposite(colour)];
    if (!match.outcome) return refuse(say('rematch-running', { board, userid }));
    const terms = termsSwapped(match, colour);
    if (robot) return playRobot({ ...terms, ...robot }, context);
    const opponent = queries.playerById(id);
    if (!opponent) return refuse(say('rematch-gone', { userid, rules }));
    const theirs = queries
      .openChallenges(player.id)
      .find((each) => each.challenger.id === id && each.rules === rules);
    if (theirs) return refuse(say('rematch-waits', { userid, number: theirs.number }));
    const hindrance = challengeProblem(player, opponent, rules, queries);
    if (hindrance) return refuse(hindrance);
    return challengePlayer(opponent, terms, context, { board, ply: 0 });
  },
);

/** The terms of a match, with the sides swapped. */
function termsSwapped({ rules, start, pace, rated, hints }: Match, colour: Colour): Terms {
  const game = gameOf(rules);
  const { cols, rows } = start.board;
  const size = { cols, rows };
  const usual = game.start(size);
  const isUsual = usual.ok && makePosition(usual.value) === makePosition(start);
  const first = colour === start.turn ? 'them' : 'me';
  return {
    game,
    size,
    first,
    pace,
    rated: rated === true,
    hints: hints === true,
    ...(!isUsual && { start }),
  };
}
