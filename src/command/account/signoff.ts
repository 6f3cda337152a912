import { gameOf } from '../../engine/registry.ts';
import { opposite } from '../../engine/stones/board.ts';
import { oneHourMs, questionLimits } from '../../limits.ts';
import { resignMatch } from '../../match/offer.ts';
import { type Challenge, colourOf, type Match } from '../../match/types.ts';
import { questionsPerDayMax } from '../../player/proof.ts';
import type { Player } from '../../player/settings.ts';
import { say } from '../../sentence.ts';
import { boardLetters, noticeTo, toPlayer } from '../letters/letters.ts';
import { plainCommand, refuse } from '../shape/decision.ts';
import type { Command, Effects, PlayerContext, Queries } from '../shape/types.ts';

/**
 * Closes an account. The command itself only sends a warning with the boards that would be given up; the
 * yes to that letter closes the account. So the command itself needs no proof: the yes is the proof.
 */
export const signoff: Command = plainCommand(
  {
    name: 'signoff',
    aliases: ['sign off', 'delete'],
    summary: 'closes your account; an e-mail asks you once more first',
    audience: 'player',
    need: 'nothing',
  },
  ({ player, queries, proven }) => {
    if (queries.questionsInLastDay(player.address, proven) >= questionsPerDayMax(proven)) {
      return refuse(say('confirm-enough'));
    }
    const boards = queries.activeMatches(player.id).map((match) => ({
      board: match.board,
      game: gameOf(match.rules).name,
      opponent: match[opposite(colourOf(match, player.id) ?? 'black')].userid,
    }));
    const facts = { userid: player.userid, boards, hours: questionLimits.heldMs / oneHourMs };
    return {
      changes: [
        {
          do: 'ask-yes',
          to: toPlayer(player),
          lines: ['signoff now'],
          message: { kind: 'signoff', facts },
        },
      ],
    };
  },
);

/** Carries out the yes to the warning: boards are resigned, challenges end, and personal data is deleted. */
export const signoffNow: Command = plainCommand(
  {
    name: 'signoff now',
    summary: 'closes your account',
    audience: 'player',
    need: 'confirmation',
  },
  (context) => {
    const { player, queries } = context;
    const { id, userid, language, address } = player;
    const parts = [
      ...queries.activeMatches(id).map((match) => leaveBoard(match, player, context)),
      ...queries.openChallenges(id).map((each) => leaveChallenge(each, player, queries)),
    ];
    return {
      changes: [...parts.flatMap(({ changes }) => changes), { do: 'sign-off', playerId: id }],
      letters: [
        ...parts.flatMap(({ letters }) => letters),
        noticeTo({ address, language }, [say('signed-off', { userid })]),
      ],
    };
  },
);

/** Resigns a board; the opponent and the spectators are notified, the player is not. */
function leaveBoard(match: Match, player: Player, context: PlayerContext): Effects {
  const resigned = resignMatch(match, player.id, 'resigned');
  if (!resigned.ok) return { changes: [], letters: [] };
  const event = say('has-left', { userid: player.userid });
  const letters = boardLetters(resigned.value, context, [event]);
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
