import { playMove } from '../../match/play.ts';
import { colourOf } from '../../match/seats.ts';
import { err, ok } from '../../result.ts';
import { say } from '../../sentence.ts';
import { boardFacts } from '../letters/letters.ts';
import { refuse } from '../shape/decision.ts';
import type { Command, Decision, PlayerAsking } from '../shape/types.ts';
import { onlyNumber } from '../shape/words.ts';
import { takeTurn } from './turn.ts';

/** The second half of a move in two steps: plays the submitted move, if the board is the same. */
export const confirm: Command = {
  name: 'confirm',
  aliases: [],
  usage: 'confirm N',
  summary: 'plays the move that you have submitted',
  example: 'confirm 12',
  audience: 'player',
  need: 'proof-as-shown',
  takesComment: true,
  options: [],

  read(words, place) {
    const board = onlyNumber(words, place);
    if (board === undefined) return err(say('board-number-missing', { command: 'confirm' }));
    const text = `confirm ${board}`;
    return ok({ text, board, run: (asking) => confirmMove(text, board, asking) });
  },
};

function confirmMove(text: string, board: number, asking: PlayerAsking): Decision {
  const { reading, player } = asking;
  const match = reading.match(board);
  if (!match) return refuse(text, say('no-such-board', { board }));
  if (!colourOf(match, player.id)) return refuse(text, say('not-your-board', { board }));
  if (match.outcome) return refuse(text, say('match-over', { board }));
  const waiting = reading.submitted(board, player.id);
  if (!waiting) return refuse(text, say('nothing-submitted', { board }), boardFacts(match, []));
  const { move, revision } = waiting;
  if (revision !== match.revision) {
    return refuse(text, say('submit-stale', { board }), boardFacts(match, []));
  }
  const moved = playMove(match, player.id, move, {});
  if (!moved.ok) return refuse(text, moved.error, boardFacts(match, []));
  return {
    ...takeTurn(match, moved.value, player, asking),
    section: undefined,
    // In case it has to wait for a proof: this very move, whatever is submitted until then.
    exact: `move ${board} ${move} #${moved.value.ply.number}`,
  };
}
