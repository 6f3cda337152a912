import { ENGINES } from '../engine/registry.ts';
import { playMove } from '../match/play.ts';
import { colourOf } from '../match/seats.ts';
import { err, ok } from '../result.ts';
import { say } from '../sentence.ts';
import { refuse } from './decision.ts';
import { boardFacts, boardLetters } from './letters.ts';
import { played } from './played.ts';
import type { Command, Place, Words } from './types.ts';
import { wantedLetters } from './wanted-letters.ts';
import { parseNumber } from './words.ts';

/** Plays a move; the board letters to both players are the answer. */
export const move: Command = {
  name: 'move',
  aliases: ['board', 'mvoe'],
  usage: 'move N MOVE [#PLY]',
  summary: 'plays a move; answering a board, MOVE is enough',
  example: 'move 12 e4xe5',
  audience: 'player',
  need: 'proof',
  takesComment: true,
  options: [],

  read(words, place) {
    const { board, text, ply } = takeApart(words, place);
    if (board === undefined) return err(say('board-number-missing', { command: 'move' }));
    if (text === '') return err(say('move-missing', { board }));
    if (ply === null) return err(say('ply-shape', { board }));
    if (!ENGINES.some((engine) => engine.looksLikeMove(text))) return err(say('not-a-move'));
    const spelled = text.toLowerCase().replace(/\s+/g, '');
    const understood = `move ${board} ${spelled}${ply === undefined ? '' : ` #${ply}`}`;
    const revision = place.number === board ? place.revision : undefined;
    return ok({
      text: understood,
      board,
      run(asking) {
        const match = asking.reading.match(board);
        if (!match) return refuse(understood, say('no-such-board', { board }));
        const { player } = asking;
        if (!player) return refuse(understood, say('not-your-board', { board }));
        const moved = playMove(match, player.id, spelled, { ply, revision });
        if (!moved.ok) {
          const seated = colourOf(match, player.id) !== undefined;
          return refuse(understood, moved.error, seated ? boardFacts(match, []) : undefined);
        }
        return {
          changes: [{ do: 'advance-match', match: moved.value.match }],
          letters: wantedLetters(
            boardLetters(moved.value.match, asking, [played(player, moved.value)], player),
            player,
          ),
          section: undefined,
          exact: `move ${board} ${spelled} #${moved.value.ply.number}`,
        };
      },
    });
  },
};

/** `[N] MOVE [#PLY]`, where the move may be two words and the ply may stick to it. */
function takeApart({ words }: Words, place: Place) {
  const first = parseNumber(words[0]);
  const rest = (first === undefined ? words : words.slice(1)).join(' ');
  const [text = '', ...ply] = rest.split('#');
  return { board: first ?? place.number, text: text.trim(), ply: parsePly(ply) };
}

/** The ply that a move is meant for: undefined when none is named, null when it is not a number. */
function parsePly([text, ...more]: readonly string[]): number | undefined | null {
  if (text === undefined) return undefined;
  return more.length > 0 ? null : (parseNumber(text.trim()) ?? null);
}
