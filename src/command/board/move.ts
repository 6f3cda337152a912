import { playMove } from '../../match/play.ts';
import { colourOf } from '../../match/seats.ts';
import { ok } from '../../result.ts';
import { say } from '../../sentence.ts';
import { boardFacts } from '../letters/letters.ts';
import { refuse, refuseWith } from '../shape/decision.ts';
import { moveLine, movesOf } from '../shape/moves-of.ts';
import type { Command } from '../shape/types.ts';
import { readMove } from './move-words.ts';
import { takeTurn } from './turn.ts';

/** Plays a move; the board letters to both players are the answer. */
export const move: Command = {
  name: 'move',
  aliases: ['board', 'mvoe'],
  usage: 'move N MOVE [#PLY]',
  summary: 'plays a move; answering a board, MOVE is enough',
  example: 'move 12 e4xe5',
  audience: 'player',
  need: 'move',
  takesComment: true,
  options: [],

  read(words, place) {
    const read = readMove(words, place, 'move');
    if (!read.ok) return read;
    const { board, move: spelled, ply, revision, text: understood } = read.value;
    return ok({
      text: understood,
      board,
      run(asking) {
        const match = asking.reading.match(board);
        if (!match) return refuse(understood, say('no-such-board', { board }));
        const { player } = asking;
        const moved = playMove(match, player.id, spelled, { ply, revision });
        if (!moved.ok) {
          const seated = colourOf(match, player.id) !== undefined;
          const line = (move: string) => moveLine(board, move);
          const moves =
            moved.error.code === 'not-a-move' ? movesOf(match.position, spelled, line) : undefined;
          if (moves) return refuseWith({ ...moves, board: boardFacts(match, []) });
          return refuse(understood, moved.error, seated ? boardFacts(match, []) : undefined);
        }
        return {
          ...takeTurn(match, moved.value, player, asking),
          section: undefined,
          exact: `move ${board} ${spelled} #${moved.value.ply.number}`,
        };
      },
    });
  },
};
