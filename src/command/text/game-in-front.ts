import { findGame, gameOf } from '../../engine/registry.ts';
import type { Game } from '../../engine/shape/game.ts';
import type { RulesId } from '../../engine/shape/rules.ts';
import { err, ok, type Result } from '../../result.ts';
import { type Sentence, say } from '../../sentence.ts';
import { refuse } from '../shape/decision.ts';
import type { Asking, Audience, CommandFor, Place, Ready, Words } from '../shape/types.ts';

/**
 * The classic names the game first: `forms move 12 e4e2`. Such a name is the game of the command,
 * where that takes one; where it names a board or a challenge, that must be of this game.
 */

/** A line with the game that stands in front of it taken off; a game's name alone is none. */
export function takeGame({ words, options }: Words): {
  readonly game: Game | undefined;
  readonly words: Words;
} {
  const [first = '', ...rest] = words;
  const game = rest.length > 0 ? findGame(first) : undefined;
  return { game, words: { words: game ? rest : words, options } };
}

/** Reads the words behind a command's name as those of a game. */
export function readOfGame<By extends Asking>(
  command: CommandFor<Audience, By>,
  line: Words,
  place: Place,
  game: Game,
): Result<Ready<By>, Sentence> {
  const at = command.gameAt?.(line, place);
  if (at !== undefined) {
    const words = withGame(line, at, game);
    return words.ok ? command.read(words.value, place) : words;
  }
  const ready = command.read(line, place);
  if (!ready.ok) return ready;
  const number = NUMBER.exec(ready.value.text)?.[1];
  return number === undefined
    ? err(say('no-game-in-front', { command: command.name }))
    : ok(onlyOf(game, Number(number), ready.value));
}

/** In our own spelling, a command that is about a board or a challenge names it first. */
const NUMBER = /^[a-z][a-z ]* ([1-9]\d*)\b/;

/** Puts the game where a command wants it, unless it stands there already. */
function withGame({ words, options }: Words, at: number, game: Game): Result<Words, Sentence> {
  const named = findGame(words[at] ?? '');
  if (named) return named === game ? ok({ words, options }) : err(say('two-games'));
  return ok({ words: [...words.slice(0, at), game.rules, ...words.slice(at)], options });
}

const onlyOf = <By extends Asking>(game: Game, number: number, ready: Ready<By>): Ready<By> => ({
  ...ready,
  run(asking) {
    const rules = rulesOf(number, asking);
    if (rules === undefined || rules === game.rules) return ready.run(asking);
    const facts = { number, named: game.name, game: gameOf(rules).name, line: ready.text };
    return refuse(ready.text, say('other-game', facts));
  },
});

/** What is played under a number, as far as the player may know. */
function rulesOf(number: number, { reading, player }: Asking): RulesId | undefined {
  const match = reading.match(number);
  if (match) return match.rules;
  const challenge = reading.challenge(number);
  const involved = [challenge?.challenger.id, challenge?.challenged?.id].includes(player?.id);
  return involved || !challenge?.challenged ? challenge?.rules : undefined;
}
