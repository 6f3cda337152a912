import { err, ok } from '../../result.ts';
import { say } from '../../sentence.ts';
import { clockFacts } from '../letters/clock-facts.ts';
import { boardFacts, boardLetter } from '../letters/letters.ts';
import { readGames, WHICH } from '../lists/games.ts';
import { refuse } from '../shape/decision.ts';
import type { Command, Decision, PlayerAsking } from '../shape/types.ts';
import { numberHere, parseNumber } from '../shape/words.ts';
import { parsePlies, pliesOn } from './ply.ts';

/** Sends the board letter again, to the sender only, at the newest or any earlier position. */
export const show: Command = {
  name: 'show',
  aliases: ['showas'],
  usage: 'show N [#PLY], or: show next, or: show [USERID] all/active/inactive',
  summary: 'sends a board again, as it stands or stood after a ply',
  example: 'show 12 #3',
  audience: 'player',
  need: 'nothing',
  takesComment: false,
  options: [],
  values: WHICH,
  gameAt: ({ words: [first = ''] }) => (isWord(first) ? 0 : undefined),

  read({ words: written, options }, place) {
    // As in `show board 12`, where the board is no player.
    const words = written[0]?.toLowerCase() === 'board' ? written.slice(1) : written;
    if (words.length === 1 && words[0]?.toLowerCase() === 'next') {
      return ok({ text: 'show next', board: undefined, run: showNext });
    }
    if (isWord(words[0] ?? '')) {
      // As in the classic: `show all`, `show bob next`.
      const boards = readGames({ words, options });
      return boards.ok ? boards : err(say('show-shape'));
    }
    const [first = '', rest] = words.join(' ').split('#');
    const board = first.trim() === '' ? numberHere(place) : parseNumber(first.trim());
    const plies = rest === undefined ? undefined : parsePlies(rest);
    if (first.trim() === '' && board === undefined) {
      return err(say('board-number-missing', { command: 'show' }));
    }
    if (board === undefined || (rest !== undefined && plies === undefined)) {
      return err(say('show-shape'));
    }
    const text = `show ${board}${plies === undefined ? '' : ` #${plies}`}`;
    return ok({
      text,
      board: undefined,
      run({ reading, player }) {
        const match = reading.match(board);
        if (!match) return refuse(text, say('no-such-board', { board }));
        const last = match.moves.length;
        const counted = pliesOn(match, plies);
        if (!counted.ok) return refuse(text, counted.error);
        const shown = counted.value;
        const events = shown === last ? [] : [say('position-after', { ply: shown, last })];
        const facts = boardFacts(match, events, {
          whole: true,
          plies: shown,
          offer: reading.openOffer(board),
          queue: reading.queue(board, player.id),
          clock: shown === last ? clockFacts(match, reading) : undefined,
        });
        return {
          changes: [],
          letters: [boardLetter(match, player, facts, 'show')],
          section: undefined,
        };
      },
    });
  },
};

/** What is no number of a board or a ply. */
const isWord = (text: string): boolean => /^[a-z]/i.test(text);

/** The board that has waited longest for the sender's move. */
function showNext({ reading, player }: PlayerAsking): Decision {
  const [match] = reading.turnsOf(player.id);
  if (!match) return refuse('show next', say('no-turns'));
  const clock = clockFacts(match, reading);
  const facts = boardFacts(match, [], { whole: true, clock });
  return { changes: [], letters: [boardLetter(match, player, facts, 'show')], section: undefined };
}
