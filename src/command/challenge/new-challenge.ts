import { findGame, gameOf, makePosition, offeredGames } from '../../engine/registry.ts';
import { RULES, type RulesId } from '../../engine/shape/ground.ts';
import type { Intent, ShownTerms } from '../../intent.ts';
import { challengeLimits } from '../../limits.ts';
import type { Challenge, RatingBand } from '../../match/types.ts';
import type { LimitName, Player } from '../../player/settings.ts';
import { err } from '../../result.ts';
import { type Sentence, say } from '../../sentence.ts';
import { accountLetter } from '../letters/letters.ts';
import { parsed, tell } from '../shape/decision.ts';
import type { Terms } from '../shape/terms.ts';
import type { Change, Command, PlayerContext, Queries } from '../shape/types.ts';

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
    if (named === undefined) return listLimits;
    const rules = findGame(named.toLowerCase())?.rules;
    if (!rules && !VALUE.test(named)) return err(say('no-such-game'));
    const value = written?.toLowerCase() ?? '';
    if (!rules || !VALUE.test(value) || rest.length > 0) {
      return err(say('limit-shape', { rules: rules ?? RULES[0] }));
    }
    return parsed(`limit ${rules} ${value}`, ({ player: { id: playerId } }) => ({
      changes: [{ do: 'put-setting', playerId, name: limitSetting(rules), value }],
      section: { says: [limitLine(rules, value)] },
    }));
  },
};

const VALUE = /^(?:off|0|[1-9]\d{0,2})$/i;

const listLimits = parsed('limit', ({ player }) =>
  tell({ says: offeredGames().map(({ rules }) => limitLine(rules, limitOf(player, rules))) }),
);

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
  if (opponent) {
    const { id, userid } = opponent;
    const count = challengeLimits.toAnotherPerDay;
    const hours = queries.hoursUntilAllowed(player.id, 'challenge', count, id);
    if (hours > 0) return say('challenge-enough', { userid, count, hours });
  }
  return mine.length < challengeLimits.open
    ? undefined
    : say('too-many-challenges', { count: challengeLimits.open });
}

/** A challenge on these terms to one player, or to everybody, optionally within a rating band. */
export const newChallenge = (
  player: Player,
  opponent: Player | undefined,
  { game, size, first, pace, rated, hints, start }: Terms,
  queries: Queries,
  band?: RatingBand,
): Challenge => ({
  number: queries.nextNumber(),
  challenger: { id: player.id, userid: player.userid },
  challenged: opponent && { id: opponent.id, userid: opponent.userid },
  rules: game.rules,
  size,
  first,
  pace,
  ...(rated && { rated }),
  ...(hints && { hints }),
  ...(band && { band }),
  ...(start && { start }),
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
export function challengeLetter(
  to: Player,
  challenge: Challenge,
  comment: string,
  from?: ShownTerms['from'],
): Intent {
  const challenger = challenge.challenger.userid;
  const facts = { ...shownTerms(challenge), ...(from && { from }), challenger, comment };
  return accountLetter(to, { kind: 'challenge', facts }, challenge.number);
}

/**
 * Challenges one player, who gets a letter about it.
 *
 * @param from the board and ply of the first position, if it is not the default
 */
export function challengePlayer(
  opponent: Player,
  terms: Terms,
  { player, queries, comment }: PlayerContext,
  from?: { readonly board: number; readonly ply: number },
) {
  const challenge = newChallenge(player, opponent, terms, queries);
  const { number, start } = challenge;
  const shown = start && from && { start: makePosition(start), ...from };
  return {
    changes: challengeChanges(challenge),
    letters: [challengeLetter(opponent, challenge, comment, shown)],
    section: { says: [say('challenge-sent', { userid: opponent.userid, number })] },
  };
}

/** The terms of a challenge as letters show them. */
export const shownTerms = (challenge: Challenge): ShownTerms => {
  const { number, rules, size, first, pace, rated = false, hints } = challenge;
  const terms = { number, rules, ...size, first, rated, ...(pace && { pace }) };
  return hints ? { ...terms, hints } : terms;
};

const limitSetting = (rules: string): LimitName => `limit-${rules}`;
