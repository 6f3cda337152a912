import { playMove } from '../../match/play.ts';
import { colourOf } from '../../match/seats.ts';
import { ok } from '../../result.ts';
import { say } from '../../sentence.ts';
import { foretellPass } from '../letters/forced-pass.ts';
import { boardFacts } from '../letters/letters.ts';
import { refuse } from '../shape/decision.ts';
import type { Command, Decision, PlayerAsking } from '../shape/types.ts';
import { readMove, type WrittenMove } from './move-words.ts';

/** The first half of a move in two steps: shows its player, and nobody else, what it would do. */
export const submit: Command = {
  name: 'submit',
  aliases: [],
  usage: 'submit N MOVE [#PLY]',
  summary: 'shows what a move would do; confirm then plays it',
  example: 'submit 12 e4xe5',
  audience: 'player',
  need: 'proof',
  takesComment: false,
  options: [],

  read(words, place) {
    const read = readMove(words, place, 'submit');
    if (!read.ok) return read;
    const { text, board } = read.value;
    return ok({ text, board, run: (asking) => submitMove(read.value, asking) });
  },
};

function submitMove(
  { text, board, move, ply, revision }: WrittenMove,
  { reading, player }: PlayerAsking,
): Decision {
  const match = reading.match(board);
  if (!match) return refuse(text, say('no-such-board', { board }));
  const moved = playMove(match, player.id, move, { ply, revision });
  if (!moved.ok) {
    const seated = colourOf(match, player.id) !== undefined;
    return refuse(text, moved.error, seated ? boardFacts(match, []) : undefined);
  }
  const { match: after, ply: made, steps } = moved.value;
  const [, ...passes] = steps;
  return {
    changes: [
      {
        do: 'put-submitted',
        board,
        playerId: player.id,
        revision: match.revision,
        move: made.text,
      },
    ],
    letters: [],
    section: {
      understood: text,
      says: [say('submitted', { board, move: made.text }), ...passes.map(foretellPass)],
      // An answer acts on the board as it is, not as it would be.
      answers: [`confirm ${board}`],
      board: { ...boardFacts(after, []), revision: match.revision, imagined: true },
    },
    exact: `submit ${board} ${move} #${made.number}`,
  };
}
