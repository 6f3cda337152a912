import { findGame, gameOf } from '../../engine/registry.ts';
import type { RulesId } from '../../engine/shape/ground.ts';
import { listLinesMax } from '../../limits.ts';
import type { Day } from '../../match/clock.ts';
import { makeRating } from '../../match/rating.ts';
import { err } from '../../result.ts';
import { type Sentence, say } from '../../sentence.ts';
import type { PlayerSummary } from '../shape/by-subject.ts';
import { parsed, tell } from '../shape/decision.ts';
import { dateOf, makeList, pageCommand, readPage } from '../shape/list.ts';
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
    const [game, ...rest] = line.words;
    if (rest.length > 0) return err(say('players-shape'));
    const rules = game === undefined ? undefined : findGame(game)?.rules;
    if (game !== undefined && rules === undefined) return err(say('no-such-game'));
    const page = readPage(line, 'players');
    if (!page.ok) return page;
    const command = rules === undefined ? 'players' : `players ${rules}`;
    const text = pageCommand(command, page.value);
    return parsed(text, (context) =>
      listPlayers({ text, command, rules, page: page.value }, context),
    );
  },
};

interface Wanted {
  readonly text: string;
  readonly command: string;
  readonly rules: RulesId | undefined;
  readonly page: number;
}

function listPlayers({ text, command, rules, page }: Wanted, context: PlayerContext): Decision {
  const { queries, player } = context;
  const today = queries.today('UTC');
  const skip = (page - 1) * listLinesMax;
  const found = queries.playerSummaries({ rules, skip, limit: listLinesMax + 1 });
  const game = rules && gameOf(rules).name;
  const other = found.find(({ id }) => id !== player.id)?.userid ?? 'open';
  const lists = makeList(
    game === undefined ? say('players-here') : say('players-of-game', { game }),
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
      say('players-hint', { userid: other, rules: rules ?? 'forms' }),
      say('players-robot', { rules: rules ?? 'forms' }),
      ...(rules === undefined ? [say('players-hint-game', { rules: 'forms' })] : []),
    ],
    { number: 1, next: pageCommand(command, page + 1) },
  );
  const none =
    page > 1 || rules === undefined || game === undefined
      ? say('no-such-page')
      : say('no-players-of', { game, rules });
  return tell({ understood: text, says: lists.length > 0 ? [] : [none], lists });
}

/** Whether a challenge of the reader would reach a player: the cell of the column `takes`. */
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
