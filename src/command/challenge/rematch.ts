import { gameOf, makePosition } from '../../engine/registry.ts';
import { opposite } from '../../engine/stones/board.ts';
import { type Challenge, colourOf, type Match } from '../../match/types.ts';
import type { Player } from '../../player/settings.ts';
import { err } from '../../result.ts';
import { say } from '../../sentence.ts';
import { toPlayer } from '../letters/letters.ts';
import { playRobot } from '../robot/against-robot.ts';
import { parsed, refuse } from '../shape/decision.ts';
import type { Terms } from '../shape/terms.ts';
import type { Command, Decision, PlayerContext } from '../shape/types.ts';
import { onlyNumber } from '../shape/words.ts';
import { challengeChanges, challengeProblem, newChallenge, shownTerms } from './new-challenge.ts';

/** Offers the opponent of a match another one with the sides swapped. */
export const rematch: Command = {
  name: 'rematch',
  usage: 'rematch N',
  summary: 'offers a finished match once more, with the sides swapped',
  example: 'rematch 12',
  audience: 'player',
  need: 'proof',
  takesComment: true,

  read(line, letterContext) {
    const board = onlyNumber(line, letterContext);
    if (board === undefined) return err(say('board-number-missing', { command: 'rematch' }));
    const text = `rematch ${board}`;
    return parsed(text, (context) => playAgain(text, board, context));
  },
};

function playAgain(text: string, board: number, context: PlayerContext): Decision {
  const { queries, player, comment } = context;
  const match = queries.match(board);
  if (!match) return refuse(text, say('no-such-board', { board }));
  const colour = colourOf(match, player.id);
  if (!colour) return refuse(text, say('not-your-board', { board }));
  const { id, userid } = match[opposite(colour)];
  if (!match.outcome) return refuse(text, say('rematch-running', { board, userid }));
  const { rules } = match;
  if (match.robot) return playRobot(text, { ...sameTerms(match, player), ...match.robot }, context);
  const opponent = queries.playerById(id);
  if (!opponent) return refuse(text, say('rematch-gone', { userid, rules }));
  const theirs = queries
    .openChallenges(player.id)
    .find((each) => each.challenger.id === id && each.rules === rules);
  if (theirs) return refuse(text, say('rematch-waits', { userid, number: theirs.number }));
  const hindrance = challengeProblem(player, opponent, rules, queries);
  if (hindrance) return refuse(text, hindrance);
  const challenge = challengeLike(match, player, opponent, context);
  const { number, start } = challenge;
  const from = start && { from: { start: makePosition(start), board, ply: 0 } };
  const facts = { ...shownTerms(challenge), ...from, challenger: player.userid, comment };
  return {
    changes: challengeChanges(challenge),
    letters: [
      {
        to: toPlayer(opponent),
        message: { kind: 'challenge', facts },
        reply: { purpose: 'account', number },
      },
    ],
    section: {
      understood: text,
      says: [say('challenge-sent', { userid: opponent.userid, number })],
    },
  };
}

/** The match as a challenge. */
function challengeLike(
  match: Match,
  player: Player,
  opponent: Player,
  { queries }: PlayerContext,
): Challenge {
  const { start, ...terms } = sameTerms(match, player);
  return { ...newChallenge(player, opponent, terms, queries), ...(start && { start }) };
}

/** The terms of a match with the first move swapped. */
function sameTerms(
  match: Match,
  player: Player,
): Terms & { readonly start?: Match['start'] | undefined } {
  const { start, rules, pace, rated = false, hints = false } = match;
  const { cols, rows } = start.board;
  const size = { cols, rows };
  const game = gameOf(rules);
  const first = colourOf(match, player.id) === start.turn ? 'them' : 'me';
  const usual = game.start(size);
  const isUsual = usual.ok && makePosition(usual.value) === makePosition(start);
  const terms = { game, size, first, pace: pace ?? 'none', rated, hints } as const;
  return isUsual ? terms : { ...terms, start };
}
