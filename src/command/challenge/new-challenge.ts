import { findGame, gameOf, offeredGames } from '../../engine/registry.ts';
import { RULES, type RulesId } from '../../engine/shape/ground.ts';
import type { Intent, Recipient, ShownTerms } from '../../intent.ts';
import { challengesToAnotherPerDayMax, openChallengesMax } from '../../limits.ts';
import type { Challenge, RatingBand } from '../../match/types.ts';
import type { LimitName, Player } from '../../player/settings.ts';
import { err, ok } from '../../result.ts';
import { type Sentence, say } from '../../sentence.ts';
import { parsed, tell } from '../shape/decision.ts';
import type { Terms } from '../shape/terms.ts';
import type { Change, Command, ParsedCommand, Queries } from '../shape/types.ts';

/** Limits the boards of a game that challenges may bring; existing boards go on. */
export const limit: Command = {
  name: 'limit',
  usage: 'limit GAME N',
  summary: 'lets challenges bring you at most N boards of a game',
  example: 'limit forms 3',
  audience: 'player',
  need: 'proof',
  values: ['off'],
  gameWordIndex: () => 0,

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
    return parsed(text, ({ player }) => {
      const name = limitSetting(game.rules);
      return {
        changes: [{ do: 'put-setting', playerId: player.id, name, value }],
        section: { understood: text, says: [limitLine(game.rules, value)] },
      };
    });
  },
};

const VALUE = /^(?:off|0|[1-9]\d{0,2})$/i;

const listLimits: ParsedCommand = {
  text: 'limit',
  run: ({ player }) =>
    tell({
      understood: 'limit',
      says: offeredGames().map(({ rules }) => limitLine(rules, limitOf(player, rules))),
    }),
};

const limitLine = (rules: RulesId, value: string): Sentence =>
  say('limit-line', { rules, game: gameOf(rules).name, value });

/** The limit that a player has set for boards of a game, or `off`. */
const limitOf = ({ settings }: Player, rules: RulesId): string =>
  settings?.[limitSetting(rules)] ?? 'off';

/**
 * Why a player takes no challenge to a game from another, or undefined. A blocked player reads the same as
 * everybody after `accept none`, so that a block stays secret.
 */
export function challengeRefusal(
  player: Player,
  from: Player,
  rules: RulesId,
  queries: Queries,
): Sentence | undefined {
  const { id, userid } = player;
  const none = allChallengesRefusal(player, from, queries);
  if (none) return none;
  const limit = limitOf(player, rules);
  if (limit === 'off') return undefined;
  // Boards against the robot are not counted.
  const boards = queries
    .activeMatches(id)
    .filter((match) => match.rules === rules && !match.robot).length;
  return boards < Number(limit)
    ? undefined
    : say('takes-no-more', { userid, game: gameOf(rules).name });
}

/** Why a player takes no challenge to any game from another, or undefined. */
export function allChallengesRefusal(
  { id, userid, settings }: Player,
  from: Player,
  queries: Queries,
): Sentence | undefined {
  return settings?.['accept'] === 'none' || queries.blocks(id, from.id)
    ? say('takes-no-challenges', { userid })
    : undefined;
}

/** Why a player may not challenge this opponent now, or everybody if there is none. Undefined if allowed. */
export function challengeProblem(
  player: Player,
  opponent: Player | undefined,
  rules: RulesId,
  queries: Queries,
): Sentence | undefined {
  if (opponent?.id === player.id) return say('challenge-yourself');
  if (opponent && queries.isSuspended(opponent.id)) {
    return say('takes-no-challenges', { userid: opponent.userid });
  }
  const unwilling = opponent && challengeRefusal(opponent, player, rules, queries);
  if (unwilling) return unwilling;
  const mine = queries
    .openChallenges(player.id)
    .filter(({ challenger }) => challenger.id === player.id);
  const same = opponent && mine.find(({ challenged }) => challenged?.id === opponent.id);
  if (same) return say('challenge-again', { number: same.number, userid: opponent.userid });
  const count = challengesToAnotherPerDayMax;
  const hours = opponent
    ? queries.hoursUntilAllowed(player.id, 'challenge', count, opponent.id)
    : 0;
  if (opponent && hours > 0) {
    return say('challenge-enough', { userid: opponent.userid, count, hours });
  }
  return mine.length < openChallengesMax
    ? undefined
    : say('too-many-challenges', { count: openChallengesMax });
}

/** A challenge on these terms to one player, or to everybody, optionally within a rating band. */
export const newChallenge = (
  player: Player,
  opponent: Player | undefined,
  { game, size, first, pace, rated, hints }: Terms,
  queries: Queries,
  band?: RatingBand,
): Challenge => ({
  number: queries.nextNumber(),
  challenger: { id: player.id, userid: player.userid },
  challenged: opponent && { id: opponent.id, userid: opponent.userid },
  rules: game.rules,
  size,
  first,
  pace: pace === 'none' ? undefined : pace,
  ...(rated && { rated }),
  ...(hints && { hints }),
  ...(band && { band }),
  state: 'open',
});

/** The changes for a challenge to one player: it is stored, and counted. */
export const challengeChanges = (challenge: Challenge): readonly Change[] => {
  const { challenger, challenged } = challenge;
  return [
    { do: 'put-challenge', challenge },
    {
      do: 'note-act',
      playerId: challenger.id,
      act: 'challenge',
      ...(challenged && { otherId: challenged.id }),
    },
  ];
};

/** The letter about a new challenge; a reply may be as short as `accept`. */
export const challengeLetter = (to: Recipient, challenge: Challenge, comment: string): Intent => ({
  to,
  message: {
    kind: 'challenge',
    facts: { ...shownTerms(challenge), challenger: challenge.challenger.userid, comment },
  },
  reply: { purpose: 'account', number: challenge.number },
});

/** The terms of a challenge as letters show them. */
export const shownTerms = (challenge: Challenge): ShownTerms => {
  const { number, rules, size, first, pace, rated = false, hints } = challenge;
  const terms = { number, rules, ...size, first, rated, ...(pace && { pace }) };
  return hints ? { ...terms, hints } : terms;
};

const limitSetting = (rules: string): LimitName => `limit-${rules}`;
