import { gameOf } from '../../engine/registry.ts';
import { makeSize } from '../../engine/stones/notation.ts';
import type { Intent } from '../../intent.ts';
import { OFFER_KINDS } from '../../match/offer.ts';
import type { Challenge } from '../../match/types.ts';
import { err } from '../../result.ts';
import { say } from '../../sentence.ts';
import { declineOffer, offerMeant, takeOfferKind, withdrawOffer } from '../board/board-offer.ts';
import { noticesTo } from '../letters/letters.ts';
import { parsed, refuse } from '../shape/decision.ts';
import { openChallengeTo } from '../shape/open-challenge.ts';
import type { Command, Queries } from '../shape/types.ts';
import { onlyNumber } from '../shape/words.ts';

/**
 * Declines a challenge, or the draw or undo that is offered on a board; its maker is notified, with the
 * comment.
 */
export const decline: Command = {
  name: 'decline',
  aliases: ['reject'],
  usage: 'decline N',
  summary: 'turns down a challenge, or what is offered on a board',
  example: 'decline 13',
  audience: 'player',
  need: 'proof',
  takesComment: true,
  values: OFFER_KINDS,

  read(line, letterContext) {
    const { kind: named, rest } = takeOfferKind(line);
    const number = onlyNumber(rest, letterContext, 'received');
    if (number === undefined) return err(say('challenge-number-missing', { command: 'decline' }));
    const kind = offerMeant(named, number, letterContext);
    const text = ['decline', number, named].filter((word) => word !== undefined).join(' ');
    return parsed({ text, board: number }, (context) => {
      const onBoard = declineOffer(text, number, kind, context);
      if (onBoard) return onBoard;
      if (named) return refuse(text, say('no-open-offer', { board: number }));
      const { player, queries, comment } = context;
      const challenge = openChallengeTo(player, number, queries);
      if (!challenge.ok) return refuse(text, challenge.error);
      if (!challenge.value.challenged) return refuse(text, say('open-needs-no-answer', { number }));
      const challenger = queries.playerById(challenge.value.challenger.id);
      const { userid } = player;
      const isCommentAllowed =
        comment === '' || !queries.blocks(challenge.value.challenger.id, player.id);
      const words = comment !== '' && isCommentAllowed ? { by: userid, text: comment } : undefined;
      return {
        changes: [{ do: 'put-challenge', challenge: { ...challenge.value, state: 'declined' } }],
        letters: noticesTo(challenger, [say('declined', { userid, number })], words),
        section: {
          understood: text,
          says: [
            say('you-declined', { userid: challenge.value.challenger.userid, number }),
            ...(isCommentAllowed
              ? []
              : [say('takes-no-comments', { userid: challenge.value.challenger.userid })]),
          ],
        },
      };
    });
  },
};

/** Withdraws one's own challenge before it is answered. */
export const withdraw: Command = {
  name: 'withdraw',
  usage: 'withdraw N',
  summary: 'takes a challenge of yours back',
  example: 'withdraw 13',
  audience: 'player',
  need: 'proof',

  read(line, letterContext) {
    const number = onlyNumber(line, letterContext, 'sent');
    if (number === undefined) return err(say('challenge-number-missing', { command: 'withdraw' }));
    const text = `withdraw ${number}`;
    return parsed({ text, board: number }, (context) => {
      const { player, queries } = context;
      const onBoard = withdrawOffer(text, number, context);
      if (onBoard && queries.pendingOn(number).offer) return onBoard;
      const challenge = queries.challenge(number);
      if (!challenge || challenge.challenger.id !== player.id) {
        return onBoard ?? refuse(text, say('not-your-challenge', { number }));
      }
      const { state, challenged } = challenge;
      if (state !== 'open') return refuse(text, say(`challenge-${state}`, { number }));
      return {
        changes: [{ do: 'put-challenge', challenge: { ...challenge, state: 'withdrawn' } }],
        letters: withdrawnLetters(challenge, queries),
        section: {
          understood: text,
          says: [
            challenged
              ? say('you-withdrew', { number, userid: challenged.userid })
              : say('you-withdrew-open', { number }),
          ],
        },
      };
    });
  },
};

/**
 * The notice of a withdrawn challenge to the challenged player. None if it was open to everybody, or if its
 * letter has not gone out.
 */
export function withdrawnLetters(challenge: Challenge, queries: Queries): readonly Intent[] {
  const { number, challenger, challenged, rules, size } = challenge;
  if (!challenged || queries.isUnannounced(challenge)) return [];
  const game = gameOf(rules).name;
  const facts = { number, userid: challenger.userid, game, size: makeSize(size) };
  return noticesTo(queries.playerById(challenged.id), [say('withdrawn', facts)]);
}
