import { boardLimits } from '../../limits.ts';
import { colourOf, type Match, type Watch } from '../../match/types.ts';
import { err } from '../../result.ts';
import { type Sentence, say } from '../../sentence.ts';
import { boardFacts, boardLetter, clockFacts } from '../letters/letters.ts';
import { boardCommand, offerCommands, parsed, refuse, refuseWith } from '../shape/decision.ts';
import type { Command, PlayerContext } from '../shape/types.ts';
import { onlyNumber } from '../shape/words.ts';

/** Why a player may not watch a match, or undefined. */
function watchHindrance(
  match: Match,
  what: Watch['what'],
  { player, queries }: PlayerContext,
): Sentence | undefined {
  const { board } = match;
  if (match.outcome) return say('watch-over', { board });
  if (colourOf(match, player.id) !== undefined) return say('watch-own', { board });
  const watches = queries.watches(player.id);
  const known = watches.find((each) => each.board === board);
  if (known) return known.what === what ? say('watching-already', { board, what }) : undefined;
  if (watches.length >= boardLimits.watchesPerPlayer) {
    return say('too-many-watches', { count: boardLimits.watchesPerPlayer });
  }
  return queries.pendingOn(board).watchers.length < boardLimits.watchers
    ? undefined
    : say('too-many-watchers', { board, count: boardLimits.watchers });
}

/** Sends every board of a match to a spectator. */
export const watch: Command = boardCommand(
  {
    name: 'watch',
    aliases: ['subscribe'],
    summary: 'sends you every board of a match of others',
    need: 'proof',
  },
  (match, context) => {
    const hindrance = watchHindrance(match, 'boards', context);
    if (hindrance) return refuse(hindrance);
    const { player, queries } = context;
    const { board } = match;
    const clock = clockFacts(match, queries);
    const facts = boardFacts(match, [say('watched', { board })], { watching: true, clock });
    return {
      changes: [{ do: 'watch', watch: { board, what: 'boards' }, playerId: player.id }],
      letters: [boardLetter(match, player, facts, 'show')],
    };
  },
);

/** Reports the end of a match to a spectator. */
export const notify: Command = boardCommand(
  { name: 'notify', summary: 'tells you how a match of others ends', need: 'proof' },
  (match, context) => {
    const hindrance = watchHindrance(match, 'result', context);
    if (hindrance) return refuse(hindrance);
    const { board } = match;
    return {
      changes: [{ do: 'watch', watch: { board, what: 'result' }, playerId: context.player.id }],
      section: { says: [say('notified', { board })] },
    };
  },
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
          : refuse(say('not-watching', { board }));
      }
      return {
        changes: [{ do: 'unwatch', board, playerId: player.id }],
        section: { says: [say('unwatched', { board })] },
      };
    });
  },
};
