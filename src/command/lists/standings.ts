import { findGame } from '../../engine/registry.ts';
import type { Game } from '../../engine/shape/game.ts';
import type { List } from '../../intent.ts';
import { isProvisional, makeRating, PROVISIONAL_DEVIATION } from '../../match/rating.ts';
import { robotNamed } from '../../match/robot.ts';
import { err, ok } from '../../result.ts';
import { say } from '../../sentence.ts';
import { tell } from '../shape/decision.ts';
import { makeList, makePage, readPage } from '../shape/list.ts';
import type { Rated } from '../shape/rating-reading.ts';
import type { Command } from '../shape/types.ts';

/** Lists the players of a game by rating; those whose rating is not certain yet stand apart. */
export const standings: Command = {
  name: 'standings',
  aliases: [],
  usage: 'standings GAME [-page=2]',
  summary: 'lists the players of a game by rating',
  example: 'standings forms',
  audience: 'player',
  need: 'nothing',
  takesComment: false,
  options: ['page'],
  gameAt: () => 0,

  read(words) {
    const [name, ...rest] = words.words;
    if (name === undefined || rest.length > 0) return err(say('standings-shape'));
    const found = findGame(name);
    if (!found) return err(say('no-such-game'));
    const page = readPage(words, 'standings forms');
    if (!page.ok) return page;
    const { rules, name: game } = found;
    const command = `standings ${rules}`;
    const text = makePage(command, page.value);
    return ok({
      text,
      board: undefined,
      run({ reading, player }) {
        const all = reading.ratings.standings(rules);
        const part = { number: page.value, next: makePage(command, page.value + 1) };
        const lists = standingLists(all, { name: game, rules }, player.userid, part);
        const none = all.length > 0 ? say('no-such-page') : say('no-standings', { game, rules });
        return tell({ understood: text, says: lists.length > 0 ? [] : [none], lists });
      },
    });
  },
};

/** The established players with their places, and below them the others, who have none yet. */
function standingLists(
  all: readonly Rated[],
  { name: game, rules }: Pick<Game, 'name' | 'rules'>,
  reader: string,
  page: Parameters<typeof makeList>[5],
): readonly List[] {
  const established = all.filter(({ rating }) => !isProvisional(rating));
  const provisional = all.filter(({ rating }) => isProvisional(rating));
  const places = new Map(established.map((each, index) => [each, index + 1]));
  const cells = (each: Rated) => {
    const { userid, rating } = each;
    return [
      userid === reader ? say('you-in-list', { userid }) : userid,
      makeRating(rating),
      Math.round(rating.deviation),
      rating.matches,
    ];
  };
  const columns = ['player', 'rating', 'deviation', 'matches'] as const;
  const userid = [...established, ...provisional][0]?.userid ?? '';
  const hint = say('standings-hint', { deviation: PROVISIONAL_DEVIATION, userid });
  const robots = all.some(({ userid: each }) => robotNamed(each))
    ? [say('standings-robot', { rules })]
    : [];
  const below = (last: boolean) => (last ? [hint, ...robots] : []);
  const upper = makeList(
    say('standings-of', { game }),
    ['place', ...columns],
    established,
    (each) => [places.get(each) ?? 0, ...cells(each)],
    below(provisional.length === 0),
    page,
  );
  const lower = makeList(
    established.length > 0
      ? say('standings-provisional')
      : say('standings-all-provisional', { game }),
    columns,
    provisional,
    cells,
    below(true),
    page,
  );
  return [...upper, ...lower];
}
