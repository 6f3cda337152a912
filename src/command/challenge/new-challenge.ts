import { findGame, gameOf, makePosition, offeredGames } from '../../engine/registry.ts';
import { RULES, type RulesId } from '../../engine/shape/ground.ts';
import type { Intent, ShownTerms } from '../../intent.ts';
import { challengeLimits } from '../../limits.ts';
import type { Challenge, RatingBand } from '../../match/types.ts';
import type { LimitName, Player } from '../../player/settings.ts';
import { err } from '../../result.ts';
import { type Sentence, say } from '../../sentence.ts';
import { accountLetter } from '../letters/letters.ts';
import { parsed, refuse, tell } from '../shape/decision.ts';
import { openChallengeTo } from '../shape/open-challenge.ts';
import type { Terms } from '../shape/terms.ts';
import {
  makeTerms,
  makeWishes,
  readWishes,
  settleTerms,
  TERM_OPTIONS,
  TERM_VALUES,
  termsOf,
} from '../shape/terms.ts';
import type { Change, Command, PlayerContext, Queries } from '../shape/types.ts';
import { numberOrDefault, parseNumber } from '../shape/words.ts';

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
const challengeChanges = (challenge: Challenge): readonly Change[] => {
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
const shownTerms = (challenge: Challenge): ShownTerms => {
  const { number, rules, size, first, pace, rated = false, hints } = challenge;
  const terms = { number, rules, ...size, first, rated, ...(pace && { pace }) };
  return hints ? { ...terms, hints } : terms;
};

const limitSetting = (rules: string): LimitName => `limit-${rules}`;

/** Answers a challenge with other terms: closes it, and sends one the other way. */
export const counter: Command = {
  name: 'counter',
  usage:
    'counter N [GAME] [-size=8x8] [-first=me/them/random] [-unrated] [-hints] [-nag=7d] [-forfeit=21d] [-total=90d]',
  summary: 'answers a challenge with other terms',
  example: 'counter 13 -size=6x6',
  audience: 'player',
  need: 'proof',
  takesComment: true,
  options: TERM_OPTIONS,
  values: TERM_VALUES,
  gameWordIndex: ({ words: [first] }) => (parseNumber(first) === undefined ? 0 : 1),

  read(line, letterContext) {
    const written = parseNumber(line.words[0]);
    const number = written ?? numberOrDefault(letterContext, 'received');
    if (number === undefined) return err(say('challenge-number-missing', { command: 'counter' }));
    const [game, ...rest] = line.words.slice(written === undefined ? 0 : 1);
    if (rest.length > 0) return err(say('counter-shape', { number }));
    const wishes = readWishes(game, line);
    if (!wishes.ok) return wishes;
    const named = makeWishes(wishes.value);
    if (named === '') return err(say('counter-shape', { number }));
    return parsed(`counter ${number} ${named}`, (context) => {
      const { player, queries, comment } = context;
      const challenge = openChallengeTo(player, number, queries);
      if (!challenge.ok) return refuse(challenge.error);
      // Terms that are not named stay, seen from the other side.
      const before = swapSides(termsOf(challenge.value));
      const terms = settleTerms(wishes.value, before);
      if (!terms.ok) return refuse(terms.error);
      if (makeTerms(terms.value) === makeTerms(before)) {
        return refuse(say('counter-same', { number }));
      }
      const { challenger, challenged, start } = challenge.value;
      const { userid } = challenger;
      if (!challenged) return refuse(say('counter-open', { number, userid }));
      if (start) return refuse(say('counter-from', { number }));
      const opponent = queries.playerById(challenger.id);
      if (!opponent) return refuse(say('no-such-challenge', { number }));
      const hindrance = challengeProblem(player, opponent, terms.value.game.rules, queries);
      if (hindrance) return refuse(hindrance);
      const replacement = newChallenge(player, opponent, terms.value, queries);
      const facts = {
        ...shownTerms(replacement),
        challenger: player.userid,
        comment,
        before: shownTerms(challenge.value),
      };
      return {
        changes: [
          { do: 'put-challenge', challenge: { ...challenge.value, state: 'countered' } },
          ...challengeChanges(replacement),
        ],
        letters: [accountLetter(opponent, { kind: 'counter', facts }, replacement.number)],
        section: { says: [say('you-countered', { number, instead: replacement.number, userid })] },
      };
    });
  },
};

/** The terms as the other player sees them: `me` and `them` change places. */
const swapSides = (terms: Terms): Terms => ({
  ...terms,
  first: terms.first === 'me' ? 'them' : terms.first === 'them' ? 'me' : 'random',
});
