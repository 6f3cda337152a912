import type { Engine } from '../../engine/engine.ts';
import { ENGINES } from '../../engine/registry.ts';
import { commandLineCharsMax } from '../../limits.ts';
import { type Sentence, say } from '../../sentence.ts';
import { move } from '../board/move.ts';
import { nearest } from '../shape/nearest.ts';
import type { Command, Place, Ready, Words } from '../shape/types.ts';
import { commandLine, joinWords, splitWords, strayOption } from '../shape/words.ts';
import { readOfGame, takeGame } from './game-in-front.ts';
import { findCommand, nearestCommand } from './registry.ts';

/** What one line of a letter turned out to be. */
export type Line =
  | { readonly kind: 'command'; readonly command: Command; readonly ready: Ready }
  /** A command, or nearly one, that cannot be carried out as written. */
  | { readonly kind: 'trouble'; readonly command: Command | undefined; readonly why: Sentence }
  | { readonly kind: 'prose' };

/** Reads one line: a bare move, a command, something that is nearly a command, or prose. */
export function readLine(line: string, place: Place): Line {
  if (line.length > commandLineCharsMax) return { kind: 'prose' };
  const { game, words } = takeGame(splitWords(commandLine(line)));
  const [first] = words.words;
  if (first === undefined) return { kind: 'prose' };
  const bare = words.words.join(' ').split('#')[0]?.trim() ?? '';
  if (ENGINES.some((engine) => engine.looksLikeMove(bare))) {
    return readWith(move, words, place, game);
  }

  const found = findCommand(words.words);
  if (found) return readWith(found.command, { ...words, words: found.rest }, place, game);
  const near = nearestCommand(first);
  // "Love this game" is near to `move`, but nothing that could have been meant for it.
  const meant = near === undefined ? undefined : readLine(written(near, words, game), place);
  return meant?.kind === 'command'
    ? {
        kind: 'trouble',
        command: undefined,
        why: say('unknown-command-near', { near: meant.ready.text }),
      }
    : { kind: 'prose' };
}

/** The line with another command as its first word. */
const written = (command: string, { words, options }: Words, game: Engine | undefined): string =>
  joinWords({ words: [...(game ? [game.rules] : []), command, ...words.slice(1)], options });

function readWith(command: Command, words: Words, place: Place, game: Engine | undefined): Line {
  const wrong = wrongOption(command, words);
  if (wrong) return { kind: 'trouble', command, why: wrong };
  const ready = game ? readOfGame(command, words, place, game) : command.read(words, place);
  return ready.ok
    ? { kind: 'command', command, ready: ready.value }
    : { kind: 'trouble', command, why: ready.error };
}

/** What is wrong with an option, apart from its value. */
function wrongOption(command: Command, words: Words): Sentence | undefined {
  for (const name of words.options.keys()) {
    if (!command.options.includes(name)) return unknown(command, name);
  }
  // Where there are none, such a word may be part of a reason.
  const stray = command.options.length > 0 ? strayOption(words) : undefined;
  if (stray === undefined) return undefined;
  return command.options.includes(stray)
    ? say('option-value', { option: stray })
    : unknown(command, stray);
}

function unknown({ name: command, options }: Command, option: string): Sentence {
  if (options.length === 0) return say('no-options', { command });
  const [whole, ...others] = options.filter((each) => each.startsWith(option));
  const near = others.length > 0 ? undefined : (whole ?? nearest(option, options));
  const known = options.map((name) => `-${name}=`).join(', ');
  return near === undefined
    ? say('unknown-option', { command, known })
    : say('unknown-option-near', { command, near: `-${near}=` });
}
