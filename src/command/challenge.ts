import type { Intent } from '../intent.ts';
import { openChallengesMax } from '../limits.ts';
import type { Challenge } from '../match/types.ts';
import { parseUserid } from '../player/userid.ts';
import { err, ok } from '../result.ts';
import { say } from '../sentence.ts';
import { readChallengeFrom } from './challenge-from.ts';
import { refuse } from './decision.ts';
import { toPlayer } from './letters.ts';
import { takesNoChallenge } from './takes-challenge.ts';
import { makeTerms, readTerms, TERM_OPTIONS } from './terms.ts';
import type { Asking, Command } from './types.ts';

/** Offers a match to another player. It starts only when the offer is accepted. */
export const challenge: Command = {
  name: 'challenge',
  aliases: [],
  usage: 'challenge USERID [GAME] [-size=8x8] [-first=me/them/random]',
  summary: 'offers a match; it starts when the other player accepts',
  example: 'challenge bob forms -size=6x6 -first=me',
  audience: 'player',
  need: 'proof',
  takesComment: true,
  options: TERM_OPTIONS,

  read(words, place) {
    if (words.words[1]?.toLowerCase() === 'from') return readChallengeFrom(words, place);
    const [to, game, ...rest] = words.words;
    if (to === undefined || rest.length > 0) return err(say('challenge-shape'));
    const userid = parseUserid(to);
    if (!userid.ok) return userid;
    const terms = readTerms(game, words);
    if (!terms.ok) return terms;
    const { engine, size, first } = terms.value;
    const text = `challenge ${userid.value} ${makeTerms(terms.value)}`;
    return ok({
      text,
      board: undefined,
      run(asking) {
        const { reading, player } = asking;
        const opponent = reading.playerByUserid(userid.value);
        if (!player || !opponent)
          return refuse(text, say('no-such-player', { userid: userid.value }));
        if (opponent.id === player.id) return refuse(text, say('challenge-yourself'));
        const barred = takesNoChallenge(opponent, player, engine.rules, reading);
        if (barred) return refuse(text, barred);
        const mine = reading
          .openChallenges(player.id)
          .filter(({ challenger }) => challenger.id === player.id);
        if (mine.length >= openChallengesMax) {
          return refuse(text, say('too-many-challenges', { count: openChallengesMax }));
        }
        const offer: Challenge = {
          number: reading.nextNumber(),
          challenger: { id: player.id, userid: player.userid },
          challenged: { id: opponent.id, userid: opponent.userid },
          rules: engine.rules,
          size,
          first,
          state: 'open',
        };
        return {
          changes: [{ do: 'put-challenge', challenge: offer }],
          letters: [{ to: toPlayer(opponent), ...offerLetter(offer, asking) }],
          section: {
            understood: text,
            says: [say('challenge-sent', { userid: opponent.userid, number: offer.number })],
          },
        };
      },
    });
  },
};

/** The letter that an offer makes; its answer may be as short as `accept`. */
export function offerLetter(
  offer: Challenge,
  { comment }: Pick<Asking, 'comment'>,
): Omit<Intent, 'to'> {
  const { number, challenger, rules, size, first } = offer;
  return {
    message: {
      kind: 'challenge',
      facts: { number, challenger: challenger.userid, rules, ...size, first, comment },
    },
    reply: { purpose: 'account', number },
  };
}
