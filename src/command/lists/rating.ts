import type { List } from '../../intent.ts';
import type { Standing } from '../../match/puzzle/standing.ts';
import { makeRating } from '../../match/rating.ts';
import { parseUserid } from '../../player/userid.ts';
import { err, ok } from '../../result.ts';
import { type Sentence, say } from '../../sentence.ts';
import { refuse, tell } from '../shape/decision.ts';
import { dateOf, makeList } from '../shape/list.ts';
import type { RatedRecord } from '../shape/rating-reading.ts';
import type { Command } from '../shape/types.ts';

/** Tells a player's ratings, and the matches that they rest on. */
export const rating: Command = {
  name: 'rating',
  aliases: ['ratings'],
  usage: 'rating [USERID]',
  summary: 'tells your ratings, or those of another player',
  example: 'rating bob',
  audience: 'player',
  need: 'nothing',
  takesComment: false,
  options: [],

  read({ words }) {
    const [name, ...rest] = words;
    const userid = name === undefined ? undefined : parseUserid(name);
    if (rest.length > 0 || userid?.ok === false) return err(say('rating-shape'));
    const named = userid?.value;
    const text = named === undefined ? 'rating' : `rating ${named}`;
    return ok({
      text,
      board: undefined,
      run({ reading, player }) {
        const whose = named === undefined ? player : reading.knownPlayer(named);
        if (!whose) return refuse(text, say('no-such-player', { userid: named ?? '' }));
        const { id, userid } = whose;
        const lists = ratingList(userid, reading.ratings.records(id));
        const puzzles = puzzleLine(userid, reading.puzzles.standing(id));
        const none = lists.length > 0 || puzzles.length > 0 ? [] : [say('no-ratings', { userid })];
        const says = [...none, ...puzzles];
        return tell({ understood: text, says, lists });
      },
    });
  },
};

/** How somebody does with puzzles, who has ended one. */
const puzzleLine = (
  userid: string,
  { rating: of, solved, streak, longest }: Standing,
): readonly Sentence[] =>
  of.matches === 0
    ? []
    : [
        say('puzzle-rating', {
          userid,
          rating: makeRating(of),
          tried: of.matches,
          solved,
          streak,
          longest,
        }),
      ];

const ratingList = (userid: string, records: readonly RatedRecord[]): readonly List[] =>
  makeList(
    say('ratings-of', { userid }),
    ['game', 'rating', 'deviation-in-short', 'played', 'wins', 'losses', 'draws', 'change', 'date'],
    records,
    ({ rules, rating, played, won, lost, drawn, last }) => [
      rules,
      makeRating(rating),
      Math.round(rating.deviation),
      played,
      won,
      lost,
      drawn,
      signed(Math.round(last.after.rating) - Math.round(last.before.rating)),
      dateOf(last.at),
    ],
    [say('rating-hint', { rules: records[0]?.rules ?? '' })],
  );

const signed = (points: number): string => (points > 0 ? `+${points}` : String(points));
