import { OFFER_KINDS } from '../../match/offer.ts';
import { err, ok } from '../../result.ts';
import { say } from '../../sentence.ts';
import { declineOffer, offerMeant, takeOfferKind } from '../board/board-offer.ts';
import { noticesTo } from '../letters/letters.ts';
import { refuse } from '../shape/decision.ts';
import { openChallengeTo } from '../shape/open-challenge.ts';
import type { Command } from '../shape/types.ts';
import { onlyNumber } from '../shape/words.ts';

/**
 * Turns down a challenge, or the draw or undo that is offered on a board; its maker is told, with the
 * words that go along.
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
  options: [],
  values: OFFER_KINDS,

  read(words, place) {
    const { kind: named, rest } = takeOfferKind(words);
    const number = onlyNumber(rest, place, 'asked');
    if (number === undefined) return err(say('challenge-number-missing', { command: 'decline' }));
    const kind = offerMeant(named, number, place);
    const text = ['decline', number, named].filter((word) => word !== undefined).join(' ');
    return ok({
      text,
      board: number,
      run(asking) {
        const onBoard = declineOffer(text, number, kind, asking);
        if (onBoard) return onBoard;
        if (named) return refuse(text, say('no-open-offer', { board: number }));
        const { player, reading, comment } = asking;
        const challenge = openChallengeTo(player, number, reading);
        if (!challenge.ok) return refuse(text, challenge.error);
        if (!challenge.value.challenged)
          return refuse(text, say('open-needs-no-answer', { number }));
        const challenger = reading.playerById(challenge.value.challenger.id);
        const { userid } = player;
        const isHeard = comment === '' || !reading.blocks(challenge.value.challenger.id, player.id);
        const words = comment !== '' && isHeard ? { by: userid, text: comment } : undefined;
        return {
          changes: [{ do: 'put-challenge', challenge: { ...challenge.value, state: 'declined' } }],
          letters: noticesTo(challenger, [say('declined', { userid, number })], words),
          section: {
            understood: text,
            says: [
              say('you-declined', { userid: challenge.value.challenger.userid, number }),
              ...(isHeard
                ? []
                : [say('takes-no-comments', { userid: challenge.value.challenger.userid })]),
            ],
          },
        };
      },
    });
  },
};
