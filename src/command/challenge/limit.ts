import { findGame, GAMES, gameOf } from '../../engine/registry.ts';
import { RULES, type RulesId } from '../../engine/shape/ground.ts';
import { limitSetting } from '../../player/settings.ts';
import type { Player } from '../../player/types.ts';
import { err, ok } from '../../result.ts';
import { type Sentence, say } from '../../sentence.ts';
import { tell } from '../shape/decision.ts';
import type { Command, ParsedCommand, Queries } from '../shape/types.ts';

/** Bounds how many boards of a game challenges may bring; boards that are there go on. */
export const limit: Command = {
  name: 'limit',
  aliases: [],
  usage: 'limit GAME N',
  summary: 'lets challenges bring you at most N boards of a game',
  example: 'limit forms 3',
  audience: 'player',
  need: 'proof',
  takesComment: false,
  options: [],
  values: ['off'],
  gameAt: () => 0,

  read({ words }) {
    const [named, written, ...rest] = words;
    if (named === undefined) return ok(listLimits);
    const game = findGame(named.toLowerCase());
    if (!game) {
      return err(VALUE.test(named) ? say('limit-shape', { rules: RULES[0] }) : say('no-such-game'));
    }
    const value = written?.toLowerCase() ?? '';
    if (!VALUE.test(value) || rest.length > 0) {
      return err(say('limit-shape', { rules: game.rules }));
    }
    const text = `limit ${game.rules} ${value}`;
    return ok({
      text,
      board: undefined,
      run({ player }) {
        const name = limitSetting(game.rules);
        return {
          changes: [{ do: 'put-setting', playerId: player.id, name, value }],
          letters: [],
          section: { understood: text, says: [limitLine(game.rules, value)] },
        };
      },
    });
  },
};

const VALUE = /^(?:off|0|[1-9]\d{0,2})$/i;

const listLimits: ParsedCommand = {
  text: 'limit',
  board: undefined,
  run: ({ player }) =>
    tell({
      understood: 'limit',
      says: GAMES.map(({ rules }) => limitLine(rules, limitOf(player, rules))),
    }),
};

const limitLine = (rules: RulesId, value: string): Sentence =>
  say('limit-line', { rules, game: gameOf(rules).name, value });

/** The number of boards of a game that a player has set, or `off`. */
const limitOf = ({ settings }: Player, rules: RulesId): string =>
  settings?.[limitSetting(rules)] ?? 'off';

/**
 * Why a player does not take a challenge to a game from another one, or undefined. Who is blocked
 * reads the same as everybody reads after `accept none`: nobody is told of a block.
 */
export function takesNoChallenge(
  player: Player,
  from: Player,
  rules: RulesId,
  queries: Queries,
): Sentence | undefined {
  const { id, userid } = player;
  const none = takesNone(player, from, queries);
  if (none) return none;
  const limit = limitOf(player, rules);
  if (limit === 'off') return undefined;
  // No challenge has brought the boards against the robot.
  const boards = queries
    .activeMatches(id)
    .filter((match) => match.rules === rules && !match.robot).length;
  return boards < Number(limit)
    ? undefined
    : say('takes-no-more', { userid, game: gameOf(rules).name });
}

/** The same about any game. */
export function takesNone(
  { id, userid, settings }: Player,
  from: Player,
  queries: Queries,
): Sentence | undefined {
  return settings?.['accept'] === 'none' || queries.blocks(id, from.id)
    ? say('takes-no-challenges', { userid })
    : undefined;
}
