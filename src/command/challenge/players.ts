import { gameOf } from '../../engine/registry.ts';
import type { RulesId } from '../../engine/shape/ground.ts';
import { shownLimits } from '../../limits.ts';
import type { Day } from '../../match/clock.ts';
import { makeRating } from '../../match/rating.ts';
import { type Sentence, say } from '../../sentence.ts';
import type { PlayerSummary } from '../shape/by-subject.ts';
import { parsed, tell } from '../shape/decision.ts';
import { dateOf, itemsBefore, makeList, type Page, readGameAndPage } from '../shape/list.ts';
import type { Command, Decision, PlayerContext } from '../shape/types.ts';
import { allChallengesRefusal, challengeRefusal } from './new-challenge.ts';

/** The time since the last letter, as coarse as others need to know. */
export const activeWithin = (days: Day): 'week' | 'month' | 'year' | 'earlier' =>
  days < 7 ? 'week' : days < 31 ? 'month' : days < 365 ? 'year' : 'earlier';

/** Lists the players of the server, and who can be challenged. */
export const players: Command = {
  name: 'players',
  usage: 'players [GAME] [-page=2]',
  summary: 'lists who plays here, or who plays a game',
  example: 'players',
  audience: 'player',
  need: 'nothing',
  options: ['page'],
  gameWordIndex: () => 0,

  read(line) {
    const read = readGameAndPage(line, 'players');
    if (!read.ok) return read;
    const { rules, page } = read.value;
    return parsed(page.text, (context) => listPlayers(rules, page, context));
  },
};

function listPlayers(rules: RulesId | undefined, page: Page, context: PlayerContext): Decision {
  const { queries, player } = context;
  const today = queries.today('UTC');
  const skip = itemsBefore(page);
  const found = queries.playerSummaries({ rules, skip, limit: shownLimits.listLines + 1 });
  const other = found.find(({ id }) => id !== player.id)?.userid ?? 'open';
  const named = rules ?? 'forms';
  const lists = makeList(
    rules ? say('players-of-game', { game: gameOf(rules).name }) : say('players-here'),
    // Rating and date do not both fit next to the longest userids.
    ['player', rules ? 'rating' : 'since', 'active', 'boards', 'takes'],
    found,
    (each) => [
      each.id === player.id ? say('you-in-list', { userid: each.userid }) : each.userid,
      rules ? makeRating(queries.ratings.of(each.id, rules)) : dateOf(each.since),
      say('active-in-list', { when: activeWithin(today - each.active) }),
      each.boards,
      takesCell(each, rules, context),
    ],
    [
      say('players-hint', { userid: other, rules: named }),
      say('players-robot', { rules: named }),
      ...(rules === undefined ? [say('players-hint-game', { rules: named })] : []),
    ],
    { ...page, number: 1 },
  );
  const none =
    page.number === 1 && rules
      ? say('no-players-of', { game: gameOf(rules).name, rules })
      : say('no-such-page');
  return tell({ says: lists.length > 0 ? [] : [none], lists });
}

/** Whether a player's settings and blocks allow a challenge by the reader: the cell of the column `takes`. */
function takesCell(
  { id }: PlayerSummary,
  rules: RulesId | undefined,
  { queries, player }: PlayerContext,
): Sentence {
  const other = queries.playerById(id);
  const refusal =
    other && rules !== undefined
      ? challengeRefusal(other, player, rules, queries)
      : other && allChallengesRefusal(other, player, queries);
  return say('takes-in-list', { takes: refusal ? 'no' : 'yes' });
}
