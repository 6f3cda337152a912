import { findGame, offeredGames, offeredRules } from '../../engine/registry.ts';
import { err } from '../../result.ts';
import { say } from '../../sentence.ts';
import { parsed, plainCommand, tell } from '../shape/decision.ts';
import type { Command } from '../shape/types.ts';
import { nearest } from '../shape/words.ts';

/**
 * The `help` command, about the given commands and the registered games.
 *
 * @param others words without a page, and the command whose page covers them
 */
export const helpAbout = (
  commands: readonly Command[],
  others: ReadonlyMap<string, string>,
): Command => ({
  name: 'help',
  aliases: ['rules'],
  usage: 'help [TOPIC]',
  summary: 'sends the overview, or the page of a command or a game',
  example: 'help forms',
  audience: 'anyone',
  need: 'nothing',
  values: ['help', ...TEXTS, ...LISTS, ...commands.map(({ name }) => name)],
  gameWordIndex: ({ words }) => (words.length <= 1 ? 0 : undefined),

  read({ words }) {
    const topic = words.join(' ').toLowerCase();
    const page = pageAbout(topic, commands) ?? pageAbout(others.get(topic) ?? topic, commands);
    if (!page) {
      const known = nearest(topic, [...TEXTS, ...commands.map(({ name }) => name)]);
      const games = offeredGames().map(({ name }) => name);
      return err(
        known
          ? say('no-help-near', { near: `help ${known}` })
          : say('no-help', { games: games.join(', ') }),
      );
    }
    return parsed(`help ${page.topic}`.trim(), () =>
      page.kind === 'game'
        ? tell({
            says: [say('play-now', { rules: page.topic })],
            page,
            answers: [`play ${page.topic}`],
          })
        : tell({ says: [], page }),
    );
  },
});

/** Pages that are not about a command or a game. */
const TEXTS = ['tutorial', 'classic', 'about'] as const;

/** Pages that name commands. */
const LISTS = ['commands', 'admin'] as const;

function pageAbout(topic: string, commands: readonly Command[]) {
  if (topic === '' || topic === 'help') {
    return { kind: 'help', topic: '', games: offeredRules() } as const;
  }
  const text = TEXTS.find((each) => each === topic);
  if (text) return { kind: 'text', topic: text } as const;
  const list = LISTS.find((each) => each === topic);
  if (list) return { kind: 'help', topic: list } as const;
  const command = commands.find(({ name, aliases }) => name === topic || aliases?.includes(topic));
  if (command) return { kind: 'command', topic: command.name } as const;
  const game = findGame(topic);
  return game && ({ kind: 'game', topic: game.rules } as const);
}

/** An alias of `help admin`, in the word order of the other admin commands. */
export const adminHelp: Command = plainCommand(
  {
    name: 'admin help',
    summary: 'lists the commands of an admin',
    audience: 'admin',
    need: 'nothing',
  },
  () => tell({ says: [], page: { kind: 'help', topic: 'admin' } }),
);
