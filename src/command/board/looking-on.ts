import { watchersPerBoardMax, watchesPerPlayerMax } from '../../limits.ts';
import { colourOf } from '../../match/seats.ts';
import type { Match, Watch } from '../../match/types.ts';
import { err, ok, type Result } from '../../result.ts';
import { type Sentence, say } from '../../sentence.ts';
import { clockFacts } from '../letters/clock-facts.ts';
import { boardFacts, boardLetter } from '../letters/letters.ts';
import { refuse } from '../shape/decision.ts';
import type { Command, Decision, PlayerAsking } from '../shape/types.ts';
import { onlyNumber } from '../shape/words.ts';

/** A command that makes its sender a spectator of one or the other kind. */
export function lookingOn(
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
    takesComment: false,
    options: [],

    read(words, place) {
      const board = onlyNumber(words, place);
      if (board === undefined) return err(say('board-number-missing', { command: name }));
      const text = `${name} ${board}`;
      return ok({ text, board: undefined, run: (asking) => lookOn(text, { board, what }, asking) });
    },
  };
}

function lookOn(text: string, wanted: Watch, asking: PlayerAsking): Decision {
  const { player } = asking;
  const { board, what } = wanted;
  const match = watchable(wanted, player.id, asking);
  if (!match.ok) return refuse(text, match.error);
  const change = { do: 'watch', watch: wanted, playerId: player.id } as const;
  if (what === 'result') {
    return {
      changes: [change],
      letters: [],
      section: { understood: text, says: [say('notified', { board })] },
    };
  }
  const clock = clockFacts(match.value, asking.reading);
  const facts = boardFacts(match.value, [say('watched', { board })], { watching: true, clock });
  return {
    changes: [change],
    letters: [boardLetter(match.value, player, facts, 'show')],
    section: undefined,
  };
}

/** The match, when this player may look on at it. */
function watchable(
  { board, what }: Watch,
  playerId: number,
  { reading }: PlayerAsking,
): Result<Match, Sentence> {
  const match = reading.match(board);
  if (!match) return err(say('no-such-board', { board }));
  if (match.outcome) return err(say('watch-over', { board }));
  if (colourOf(match, playerId) !== undefined) return err(say('watch-own', { board }));
  const watches = reading.watches(playerId);
  const known = watches.find((each) => each.board === board);
  if (known?.what === what) return err(say('watching-already', { board, what }));
  if (known) return ok(match);
  if (watches.length >= watchesPerPlayerMax) {
    return err(say('too-many-watches', { count: watchesPerPlayerMax }));
  }
  return reading.watchers(board).length < watchersPerBoardMax
    ? ok(match)
    : err(say('too-many-watchers', { board, count: watchersPerBoardMax }));
}
