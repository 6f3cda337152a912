import { gameOf } from '../../engine/registry.ts';
import { opposite } from '../../engine/stones/board.ts';
import { heldMsMax, oneHourMs } from '../../limits.ts';
import { resignMatch } from '../../match/offer.ts';
import { type Challenge, colourOf, type Match } from '../../match/types.ts';
import { questionsPerDayMax } from '../../player/proof.ts';
import type { Player } from '../../player/settings.ts';
import { err } from '../../result.ts';
import { say } from '../../sentence.ts';
import { boardLetters, noticeTo, toPlayer } from '../letters/letters.ts';
import { parsed, refuse } from '../shape/decision.ts';
import type { Command, Effects, PlayerContext, Queries } from '../shape/types.ts';

/**
 * Closes an account. The command itself only sends a warning with the boards that would be given up; the
 * yes to that letter closes the account. So the command itself needs no proof: the yes is the proof.
 */
export const signoff: Command = {
  name: 'signoff',
  aliases: ['sign off', 'delete'],
  usage: 'signoff',
  summary: 'closes your account; an e-mail asks you once more first',
  example: 'signoff',
  audience: 'player',
  need: 'nothing',

  read({ words }) {
    if (words.length > 0) return err(say('no-words-wanted', { command: 'signoff' }));
    const text = 'signoff';
    return parsed(text, ({ player, queries, proven }) => {
      if (queries.questionsToday(player.address, proven) >= questionsPerDayMax(proven)) {
        return refuse(text, say('confirm-enough'));
      }
      const boards = queries.activeMatches(player.id).map((match) => ({
        board: match.board,
        game: gameOf(match.rules).name,
        opponent: match[opposite(colourOf(match, player.id) ?? 'black')].userid,
      }));
      const hours = heldMsMax / oneHourMs;
      return {
        changes: [
          {
            do: 'ask-yes',
            to: toPlayer(player),
            lines: ['signoff now'],
            message: { kind: 'signoff', facts: { userid: player.userid, boards, hours } },
          },
        ],
      };
    });
  },
};

/** Carries out the yes to the warning: boards are resigned, challenges end, and personal data is deleted. */
export const signoffNow: Command = {
  name: 'signoff now',
  usage: 'signoff now',
  summary: 'closes your account',
  example: 'signoff now',
  audience: 'player',
  need: 'confirmation',

  read({ words }) {
    if (words.length > 0) return err(say('no-words-wanted', { command: 'signoff' }));
    const text = 'signoff now';
    return parsed(text, (context) => {
      const { player, queries } = context;
      const { userid, language, address } = player;
      const parts = [
        ...queries.activeMatches(player.id).map((match) => leaveBoard(match, player, context)),
        ...queries
          .openChallenges(player.id)
          .map((challenge) => leaveChallenge(challenge, player, queries)),
      ];
      const formerPlayer = { playerId: undefined, userid: undefined, address, language };
      return {
        changes: [
          ...parts.flatMap(({ changes }) => changes),
          { do: 'sign-off', playerId: player.id },
        ],
        letters: [
          ...parts.flatMap(({ letters }) => letters),
          noticeTo(formerPlayer, [say('signed-off', { userid })]),
        ],
      };
    });
  },
};

/** Resigns a board; only the opponent is notified. */
function leaveBoard(match: Match, player: Player, context: PlayerContext): Effects {
  const resigned = resignMatch(match, player.id, 'resigned');
  if (!resigned.ok) return { changes: [], letters: [] };
  const letters = boardLetters(resigned.value, context, [
    say('has-left', { userid: player.userid }),
  ]);
  return {
    changes: [{ do: 'advance-match', match: resigned.value, event: 'resign' }],
    letters: letters.filter(({ to }) => to.playerId !== player.id),
  };
}

/** Ends a challenge, made or received, and notifies the other player. */
function leaveChallenge(challenge: Challenge, { id, userid }: Player, queries: Queries): Effects {
  const { number, challenger, challenged } = challenge;
  const isOwn = challenger.id === id;
  const seat = isOwn ? challenged : challenger;
  // A challenge that was not sent yet needs no notice.
  const isUnsent = isOwn && queries.isUnannounced(challenge);
  const other = seat && !isUnsent ? queries.playerById(seat.id) : undefined;
  const state = isOwn ? 'withdrawn' : 'declined';
  return {
    changes: [{ do: 'put-challenge', challenge: { ...challenge, state } }],
    letters: other ? [noticeTo(toPlayer(other), [say('left-challenge', { userid, number })])] : [],
  };
}
