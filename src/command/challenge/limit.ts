import { findGame, GAMES, gameOf } from '../../engine/registry.ts';
import { RULES, type RulesId } from '../../engine/shape/rules.ts';
import { limitSetting } from '../../player/settings.ts';
import type { Player } from '../../player/types.ts';
import { err, ok } from '../../result.ts';
import { type Sentence, say } from '../../sentence.ts';
import { tell } from '../shape/decision.ts';
import type { Command, Ready } from '../shape/types.ts';

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

const listLimits: Ready = {
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
export const limitOf = ({ settings }: Player, rules: RulesId): string =>
  settings?.[limitSetting(rules)] ?? 'off';
