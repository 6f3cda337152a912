import { parseUserid } from '../player/userid.ts';
import { err, ok } from '../result.ts';
import { say } from '../sentence.ts';
import { readChallengeFrom } from './challenge-from.ts';
import { refuse } from './decision.ts';
import { toPlayer } from './letters.ts';
import { newOffer, offerHindrance, offerLetter } from './offering.ts';
import { makeTerms, readTerms, TERM_OPTIONS, type Terms } from './terms.ts';
import type { Asking, Command, Decision } from './types.ts';

/** Words in the place of a userid that mean everybody. */
const EVERYBODY = new Set(['open', 'anyone']);

/** Offers a match to a player, or to everybody. It starts only when the offer is accepted. */
export const challenge: Command = {
  name: 'challenge',
  aliases: [],
  usage: 'challenge USERID/open [GAME] [-size=8x8] [-first=me/them/random]',
  summary: 'offers a match to a player, or to everybody (open)',
  example: 'challenge bob forms -size=6x6 -first=me',
  audience: 'player',
  need: 'proof',
  takesComment: true,
  options: TERM_OPTIONS,

  read(words, place) {
    if (words.words[1]?.toLowerCase() === 'from') return readChallengeFrom(words, place);
    const [to, game, ...rest] = words.words;
    if (to === undefined || rest.length > 0) return err(say('challenge-shape'));
    const everybody = EVERYBODY.has(to.toLowerCase());
    const userid = everybody ? ok('open') : parseUserid(to);
    if (!userid.ok) return userid;
    const terms = readTerms(game, words);
    if (!terms.ok) return terms;
    const text = `challenge ${userid.value} ${makeTerms(terms.value)}`;
    return ok({
      text,
      board: undefined,
      run: (asking) =>
        everybody
          ? challengeAll(text, terms.value, asking)
          : challengePlayer(text, userid.value, terms.value, asking),
    });
  },
};

/** Offers a match to one player, who gets a letter about it. `text` is the command as understood. */
export function challengePlayer(
  text: string,
  userid: string,
  terms: Terms,
  { reading, player, comment }: Asking,
): Decision {
  const opponent = reading.playerByUserid(userid);
  if (!player || !opponent) return refuse(text, say('no-such-player', { userid }));
  const hindrance = offerHindrance(player, opponent, terms.engine.rules, reading);
  if (hindrance) return refuse(text, hindrance);
  const offer = newOffer(player, opponent, terms, reading);
  const { number } = offer;
  return {
    changes: [{ do: 'put-challenge', challenge: offer }],
    letters: [offerLetter(toPlayer(opponent), offer, comment)],
    section: {
      understood: text,
      says: [say('challenge-sent', { userid: opponent.userid, number })],
    },
  };
}

/** Offers a match to whoever takes it first. Nobody gets a letter: it stands in `challenges`. */
function challengeAll(text: string, terms: Terms, { reading, player }: Asking): Decision {
  if (!player) return refuse(text, say('no-account'));
  const hindrance = offerHindrance(player, undefined, terms.engine.rules, reading);
  if (hindrance) return refuse(text, hindrance);
  const offer = newOffer(player, undefined, terms, reading);
  return {
    changes: [{ do: 'put-challenge', challenge: offer }],
    letters: [],
    section: { understood: text, says: [say('challenge-opened', { number: offer.number })] },
  };
}
