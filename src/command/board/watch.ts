import { watchersPerBoardMax, watchesPerPlayerMax } from '../../limits.ts';
import { colourOf, type Match, type Watch } from '../../match/types.ts';
import { err, ok, type Result } from '../../result.ts';
import { type Sentence, say } from '../../sentence.ts';
import { boardFacts, boardLetter, clockFacts } from '../letters/letters.ts';
import { offerCommands, parsed, refuse, refuseWith } from '../shape/decision.ts';
import type { Command, Decision, PlayerContext } from '../shape/types.ts';
import { onlyNumber } from '../shape/words.ts';

/** A command that makes its sender a spectator of a certain kind. */
function spectatorCommand(
  name: string,
  what: Watch['what'],
  summary: string,
  aliases: readonly string[] = [],
): Command {
  return {
    name,
    aliases,
    usage: `${name} N`,
    summary,
    example: `${name} 12`,
    audience: 'player',
    need: 'proof',

    read(line, letterContext) {
      const board = onlyNumber(line, letterContext);
      if (board === undefined) return err(say('board-number-missing', { command: name }));
      const text = `${name} ${board}`;
      return parsed(text, (context) => startWatching(text, { board, what }, context));
    },
  };
}

function startWatching(text: string, wanted: Watch, context: PlayerContext): Decision {
  const { player } = context;
  const { board, what } = wanted;
  const match = watchable(wanted, player.id, context);
  if (!match.ok) return refuse(text, match.error);
  const change = { do: 'watch', watch: wanted, playerId: player.id } as const;
  if (what === 'result') {
    return {
      changes: [change],
      section: { understood: text, says: [say('notified', { board })] },
    };
  }
  const clock = clockFacts(match.value, context.queries);
  const facts = boardFacts(match.value, [say('watched', { board })], { watching: true, clock });
  return {
    changes: [change],
    letters: [boardLetter(match.value, player, facts, 'show')],
  };
}

/** The match, if this player may watch it. */
function watchable(
  { board, what }: Watch,
  playerId: number,
  { queries }: PlayerContext,
): Result<Match, Sentence> {
  const match = queries.match(board);
  if (!match) return err(say('no-such-board', { board }));
  if (match.outcome) return err(say('watch-over', { board }));
  if (colourOf(match, playerId) !== undefined) return err(say('watch-own', { board }));
  const watches = queries.watches(playerId);
  const known = watches.find((each) => each.board === board);
  if (known?.what === what) return err(say('watching-already', { board, what }));
  if (known) return ok(match);
  if (watches.length >= watchesPerPlayerMax) {
    return err(say('too-many-watches', { count: watchesPerPlayerMax }));
  }
  return queries.pendingOn(board).watchers.length < watchersPerBoardMax
    ? ok(match)
    : err(say('too-many-watchers', { board, count: watchersPerBoardMax }));
}

/** Sends every board of a match to a spectator. */
export const watch: Command = spectatorCommand(
  'watch',
  'boards',
  'sends you every board of a match of others',
  ['subscribe'],
);

/** Reports the end of a match to a spectator. */
export const notify: Command = spectatorCommand(
  'notify',
  'result',
  'tells you how a match of others ends',
);

/** Ends a `watch` or a `notify`. */
export const unwatch: Command = {
  name: 'unwatch',
  aliases: ['unsubscribe'],
  usage: 'unwatch N',
  summary: 'ends watch and notify',
  example: 'unwatch 12',
  audience: 'player',
  need: 'proof',

  read(line, letterContext) {
    const named = line.words.length > 0;
    const board = onlyNumber(line, letterContext);
    if (board === undefined) return err(say('board-number-missing', { command: 'unwatch' }));
    const text = `unwatch ${board}`;
    return parsed({ text, harmless: true }, ({ player, queries, proven }) => {
      if (!queries.watches(player.id).some((each) => each.board === board)) {
        const match = queries.match(board);
        // Without a number, the player wants no more letters. Those of one's own match stop only when the match
        // or the account ends.
        return !named && match && colourOf(match, player.id)
          ? refuseWith(offerCommands(['signoff'], { proven, queries }, say('watch-own', { board })))
          : refuse(text, say('not-watching', { board }));
      }
      return {
        changes: [{ do: 'unwatch', board, playerId: player.id }],
        section: { understood: text, says: [say('unwatched', { board })] },
      };
    });
  },
};
